"""The commands ``junctura edit`` and ``junctura export`` as a person types them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

import junctura
from editor.app import _begin
from editor.main_window import MainWindow
from tests.editor.window_parts import ARM, ROOT, own_settings, projects, window  # noqa: F401

AXIS = ROOT / "projects" / "pneumatic_axis"
MODULES = ("casadi", "matplotlib", "scipy", "pandas", "pyqtgraph")


@pytest.fixture
def run(tmp_path: Path):
    def call(*words: str) -> subprocess.CompletedProcess[str]:
        places = {"XDG_CONFIG_HOME": str(tmp_path / "config"), "JUNCTURA_CACHE": str(tmp_path / "cache")}
        environment = {**os.environ, **places, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
        words = (sys.executable, "-m", "junctura", *words)
        return subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=60)

    return call


def test_screenshot_of_the_window(run, tmp_path: Path) -> None:
    done = run("edit", str(ARM), "--screenshot", "window.png", "--theme", "dark")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    image = QImage(str(tmp_path / "window.png"))
    assert image.width() >= 1400
    colors = {image.pixel(x, y) for x in range(0, image.width(), 9) for y in range(0, image.height(), 9)}
    assert len(colors) > 20
    assert image.pixelColor(image.width() // 2, 120).lightness() < 60


def test_screenshot_of_the_start_page(run, tmp_path: Path) -> None:
    done = run("edit", "--screenshot", "start.png")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "start.png").stat().st_size > 10_000


@pytest.mark.parametrize("kind", ["svg", "pdf", "png", "tex"])
def test_export(run, tmp_path: Path, kind: str) -> None:
    done = run("export", str(ARM), f"arm.{kind}")
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == f"arm.{kind}"
    assert (tmp_path / f"arm.{kind}").stat().st_size > 5_000


def test_export_of_all_levels(run, tmp_path: Path) -> None:
    done = run("export", str(ARM.parent), "arm.svg", "--levels")
    assert done.stdout.split() == ["arm.svg", "arm.elbow_drive.svg", "arm.shoulder_drive.svg"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("export", "nowhere.toml", "a.svg"), "nowhere.toml: there is no such file."),
        (("export", str(ARM), "a.docx"), '"a.docx" has no ending that says what to draw.'),
        (("export", str(ARM), "a.svg", "--subsystem", "elbo"), 'There is no subsystem "elbo"'),
        (("export", str(ARM), "a.svg", "--theme", "neon"), 'There is no theme "neon".'),
        (("export", str(ARM), "a.pdf", "--motion", "1 s"), '"a.pdf" cannot hold a motion.'),
        (("export", str(ARM), "a.svg", "--motion", "1 kg"), "1 kg"),
        (("export", str(AXIS), "a.svg", "--motion", "0.1 s"), "nothing moves here that could be seen"),
        (("edit", "nowhere.toml"), "nowhere.toml: there is no such file."),
        (("edit", str(ARM), "--screenshot", "nowhere/a.png"), "nowhere/a.png: the picture cannot be written."),
    ],
)
def test_what_goes_wrong_is_said_in_words(run, words: tuple[str, ...], message: str) -> None:
    done = run(*words)
    assert done.returncode == 1
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_wrong_theme_is_wrong_usage(run) -> None:
    assert run("edit", "--theme", "neon").returncode == 2


def test_help_tells_of_both(capsys: pytest.CaptureFixture[str]) -> None:
    junctura.main(["--help"])
    text = capsys.readouterr().out
    assert "edit [FILE]" in text
    assert "export FILE OUT" in text


def test_the_start_page_comes_without_the_heavy_things(run, tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from editor.app import make_application\n"
        "application = make_application()\n"
        "from editor.main_window import MainWindow\n"
        "window = MainWindow(); window.show(); application.processEvents()\n"
        f"print([name for name in {MODULES!r} if name in sys.modules])\n"
    )
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "JUNCTURA_CACHE": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, env=environment, timeout=60
    )
    assert done.stdout.splitlines() == ["[]"]


def test_a_window_that_is_to_run_runs_what_it_opens(qtbot, window: MainWindow, projects: Path) -> None:  # noqa: F811
    _begin(window, projects / "pendulum", is_run=True)
    assert window.workspace is not None
    controller = window.workspace.controller
    qtbot.waitUntil(lambda: controller.state == "finished", timeout=15_000)
