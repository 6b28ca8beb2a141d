"""Starting the editor: ``main([FILE])``."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from blocks.errors import ModelError
from blocks.project_folder import diagram_in
from editor.settings import name_application
from editor.style import THEMES

SETTLE = 1.5  # s after which a picture is taken of the window
LONGEST_RUN = 120.0  # s for which a picture waits for a run


def make_application(argv: Sequence[str] = ()) -> QApplication:
    """Return the application, made if there is none, with its name and fonts."""
    from editor.theme import set_fonts

    running = QApplication.instance()
    if isinstance(running, QApplication):
        return running
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    # all windows of the program may show mechanisms in space
    QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
    name_application()
    application = QApplication([sys.argv[0], *argv])
    application.setApplicationDisplayName("Junctura")
    application.setDesktopFileName("junctura")
    set_fonts(application)
    return application


def main(argv: Sequence[str] | None = None) -> int:
    """Open the editor, or paint it once into a picture; return the exit code."""
    parser = argparse.ArgumentParser(prog="junctura edit")
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--screenshot", metavar="OUT.png", type=Path)
    parser.add_argument("--theme", choices=("light", "dark"))
    parser.add_argument("--run", action="store_true")
    options = parser.parse_args(argv)
    application = make_application()
    from editor.main_window import MainWindow

    if options.screenshot is not None and not options.screenshot.absolute().parent.is_dir():
        raise _not_written(options.screenshot)
    theme = THEMES[options.theme] if options.theme else None
    is_picture = options.screenshot is not None
    window = MainWindow(theme=theme, keeps_layout=not is_picture)
    window.show()
    if is_picture:
        return _take_picture(application, window, options.file, options.screenshot, options.run)
    # the window is there before the file is read
    QTimer.singleShot(0, lambda: _begin(window, options.file, options.run))
    return application.exec()


def _begin(window: object, path: Path | None, is_run: bool) -> None:
    from editor.main_window import MainWindow

    assert isinstance(window, MainWindow)
    if path is not None and window.files.open(path) and is_run:
        window.run()


def _take_picture(application: QApplication, window: object, path: Path | None, out: Path, is_run: bool) -> int:
    from editor.main_window import MainWindow

    assert isinstance(window, MainWindow)
    if path is not None:
        from editor.document import Document

        # nobody is there to answer questions
        window.show_document(Document.open(diagram_in(path)))
    _settle(application, SETTLE)
    if is_run and window.workspace is not None:
        window.workspace.run()
        controller = window.workspace.controller
        _settle(application, LONGEST_RUN, lambda: controller.state in ("finished", "failed"))
        _settle(application, SETTLE)
    if window.workspace is not None:
        window.workspace.canvas.view.fit()
        window.show_state()
    application.processEvents()
    if not window.grab().save(str(out)):
        raise _not_written(out)
    if window.workspace is not None:
        window.workspace.autosave.forget()
        window.workspace.close_all()
    window.hide()
    return 0


def _settle(application: QApplication, seconds: float, is_over: Callable[[], bool] = lambda: False) -> None:
    """Let the window do its work for a while, or until something is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and not is_over():
        application.processEvents()
        time.sleep(0.01)


def _not_written(out: Path) -> ModelError:
    return ModelError(f"{out}: the picture cannot be written.", fix="Name a .png file in a folder that exists.")
