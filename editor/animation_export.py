"""Animations as files: GIF by Pillow, MP4 by ffmpeg where it is installed, single pictures as PNG, SVG and PDF."""

from __future__ import annotations

import copy
import queue
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication, QMarginsF, QObject, QRectF, QSize, QSizeF, Qt, QThread, Signal
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from blocks.errors import ModelError
from editor.animation_frame import Look, follow, paint_frame
from editor.animation_ink import Array, ink_for
from editor.animation_motion import Motion
from editor.style import THEMES, Theme

FPS = 25
SIZE = (800, 450)
MOST_FRAMES = 3000
COLORS, SAMPLES = 255, 8  # of a film's palette, and frames it is chosen from
Told = Callable[[float], None]
Shoot = Callable[[float, tuple[int, int]], QImage]  # the picture of an instant in a size


def frame_instants(motion: Motion, fps: float = FPS, pace: float = 1.0) -> Array:
    """Return the instants of a film's frames; ``pace`` 2 makes it twice as fast as it was."""
    start, end = float(motion.time[0]), float(motion.time[-1])
    count = int((end - start) / pace * fps + 1e-9) + 1
    if count > MOST_FRAMES:
        raise ModelError(
            f"The film would have {count} frames; {MOST_FRAMES} are the most.",
            fix="Play it faster, or choose fewer frames per second.",
        )
    return np.minimum(start + np.arange(count) * pace / fps, end)


def scaled(look: Look, size: tuple[int, int]) -> Look:
    """Return the same look at another size, of which the caller may change what it likes."""
    result = copy.deepcopy(look)
    result.window.resize(*map(float, size))
    return result


def image(motion: Motion, look: Look, theme: Theme, instant: float, ratio: float = 1.0) -> QImage:
    """Return the picture of an instant."""
    window = look.window
    result = QImage(QSize(round(window.width * ratio), round(window.height * ratio)), QImage.Format.Format_RGB32)
    result.setDevicePixelRatio(ratio)
    painter = QPainter(result)
    if look.is_following:
        follow(look, motion, instant)
    paint_frame(painter, look, ink_for(theme), motion, instant)
    painter.end()
    return result


def pixels(picture: QImage) -> Array:
    """Return an image as an array of red, green and blue."""
    picture = picture.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(picture.constBits(), np.uint8).reshape(picture.height(), picture.bytesPerLine())
    return rows[:, : 3 * picture.width()].reshape(picture.height(), picture.width(), 3).copy()


def frames(shoot: Shoot, size: tuple[int, int], instants: Array, told: Told) -> Iterator[Array]:
    """Yield the frames of a film."""
    for number, instant in enumerate(instants):
        yield pixels(shoot(float(instant), size))
        told((number + 1) / len(instants))


def painting(motion: Motion, look: Look, theme: Theme) -> Shoot:
    """Return what paints the pictures of a film, in any thread."""
    looks: dict[tuple[int, int], Look] = {}

    def shoot(instant: float, size: tuple[int, int]) -> QImage:
        return image(motion, looks.setdefault(size, scaled(look, size)), theme, instant)

    return shoot


class Photographer(QObject):
    """Takes the pictures of a film in the window's thread, where OpenGL is, for a thread that writes them."""

    _asked = Signal(float, int, int)

    def __init__(self, take: Callable[[float, int, int], QImage]) -> None:
        super().__init__()
        self._take = take
        self._made: queue.SimpleQueue[QImage | Exception] = queue.SimpleQueue()
        self._asked.connect(self._shoot, Qt.ConnectionType.QueuedConnection)

    def _shoot(self, instant: float, width: int, height: int) -> None:
        try:
            self._made.put(self._take(instant, width, height))
        except RuntimeError as error:  # the view has gone
            self._made.put(error)

    def __call__(self, instant: float, size: tuple[int, int]) -> QImage:
        """Return the picture of an instant; to be called in the other thread."""
        self._asked.emit(instant, *size)
        while not QThread.currentThread().isInterruptionRequested():
            try:
                made = self._made.get(timeout=0.1)
            except queue.Empty:
                continue
            if isinstance(made, Exception):
                break
            return made
        raise ModelError("The export was stopped.")


def write_gif(
    path: Path, motion: Motion, look: Look, theme: Theme, *, fps: float = FPS, size: tuple[int, int] = SIZE,
    pace: float = 1.0, told: Told = lambda done: None, shoot: Shoot | None = None,
) -> int:  # fmt: skip
    """Write a GIF that repeats for ever, and return the number of its frames."""
    from PIL import Image

    instants, shoot = frame_instants(motion, fps, pace), shoot or painting(motion, look, theme)
    # one palette for all keeps colours still and the file small; no frame alone has all colours
    some = instants[np.linspace(0, len(instants) - 1, min(len(instants), SAMPLES)).astype(int)]
    sample = Image.fromarray(np.concatenate([pixels(shoot(float(instant), size))[::2, ::2] for instant in some]))
    palette = sample.quantize(COLORS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    pictures = [
        Image.fromarray(frame).quantize(palette=palette, dither=Image.Dither.NONE)
        for frame in frames(shoot, size, instants, told)
    ]
    # a GIF counts in hundredths of a second: rounded so that no error adds up
    ends = np.round(np.arange(len(pictures) + 1) * 100 / fps).astype(int)
    durations = [int(value) * 10 for value in np.diff(ends)]
    pictures[0].save(path, save_all=True, append_images=pictures[1:], duration=durations, loop=0, disposal=1)
    return len(pictures)


def write_mp4(
    path: Path, motion: Motion, look: Look, theme: Theme, *, fps: float = FPS, size: tuple[int, int] = SIZE,
    pace: float = 1.0, told: Told = lambda done: None, shoot: Shoot | None = None,
) -> int:  # fmt: skip
    """Write an MP4 film by ffmpeg, and return the number of its frames."""
    program = shutil.which("ffmpeg")
    if program is None:
        raise ModelError(
            "MP4 films need the program ffmpeg, which was not found.", fix="Install ffmpeg, or export a GIF instead."
        )
    width, height = (int(side) // 2 * 2 for side in size)  # what players expect
    instants, shoot = frame_instants(motion, fps, pace), shoot or painting(motion, look, theme)
    command = [
        program, "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}",
        "-r", str(fps), "-i", "-", "-an", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "18", str(path),
    ]  # fmt: skip
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        try:
            for frame in frames(shoot, (width, height), instants, told):
                process.stdin.write(frame.tobytes())
        except BrokenPipeError:
            pass  # ffmpeg has stopped, and says why
        finally:
            if not process.stdin.closed:
                process.stdin.close()
        words = process.stderr.read().decode(errors="replace").strip()
    if process.returncode:
        raise ModelError(f"ffmpeg could not write {path.name}.", why=words[-300:])
    return len(instants)


def write_picture(
    path: Path, motion: Motion, look: Look, theme: Theme, instant: float | None = None, size: tuple[int, int] = SIZE
) -> None:
    """Write one picture as .png, .svg or .pdf: an instant, or without one the whole motion superimposed."""
    look = scaled(look, size)
    if instant is None:
        look.has_ghosts, instant = True, float(motion.time[-1])
    kind = path.suffix.lower()
    if kind == ".png":
        save_image(image(motion, look, theme, instant, 2.0), path)
        return
    if kind not in (".svg", ".pdf"):
        raise ModelError(f'A picture cannot be saved as "{kind}".', fix="Choose .png, .svg or .pdf.")
    device = _svg(path, size) if kind == ".svg" else _pdf(path, size)
    painter = QPainter()
    if not painter.begin(device):
        raise ModelError(f"{path} could not be written.")
    paint_frame(painter, look, ink_for(THEMES["print"]), motion, instant)
    painter.end()


def save_image(picture: QImage, path: Path) -> None:
    """Write a picture of pixels."""
    if not picture.save(str(path)):
        raise ModelError(f"{path} could not be written.")


def _svg(path: Path, size: tuple[int, int]) -> QSvgGenerator:
    device = QSvgGenerator()
    device.setFileName(str(path))
    device.setSize(QSize(*size))
    device.setViewBox(QRectF(0, 0, *size))
    return device


def _pdf(path: Path, size: tuple[int, int]) -> QPdfWriter:
    device = QPdfWriter(str(path))
    device.setResolution(96)
    page = QPageSize(QSizeF(size[0] * 72 / 96, size[1] * 72 / 96), QPageSize.Unit.Point)
    device.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF()))
    return device


class FilmJob(QThread):
    """Writes a film in the background."""

    told = Signal(str)  # how far it is, where it was saved, or why it was not

    def __init__(
        self, path: Path, motion: Motion, look: Look, theme: Theme, *, fps: float = FPS,
        size: tuple[int, int] = SIZE, pace: float = 1.0, shoot: Shoot | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.path, self.motion, self.theme = path, motion, theme
        self.look = copy.deepcopy(look)
        self.fps, self.size, self.pace, self.shoot = fps, size, pace, shoot

    def run(self) -> None:
        write = write_mp4 if self.path.suffix.lower() == ".mp4" else write_gif
        try:
            count = write(
                self.path, self.motion, self.look, self.theme, fps=self.fps, size=self.size, pace=self.pace,
                told=self._tell, shoot=self.shoot,
            )  # fmt: skip
        except (ModelError, OSError) as error:
            self.told.emit(str(error))
        else:
            self.told.emit(f"Saved {self.path.name}, {count} frames")

    def _tell(self, done: float) -> None:
        if self.isInterruptionRequested():
            raise ModelError("The export was stopped.")
        self.told.emit(f"Saving {100 * done:.0f} %")


_running: set[FilmJob] = set()  # kept until they end, whatever becomes of the panel


def start_film(
    path: Path, motion: Motion, look: Look, theme: Theme, *, fps: float = FPS, size: tuple[int, int] = SIZE,
    pace: float = 1.0, shoot: Shoot | None = None,
) -> FilmJob:  # fmt: skip
    """Begin to write a film in the background. Who quits meanwhile stops it."""
    job = FilmJob(path, motion, look, theme, fps=fps, size=size, pace=pace, shoot=shoot)
    _running.add(job)
    application = QCoreApplication.instance()

    def stop() -> None:
        job.requestInterruption()
        job.wait()

    if application is not None:
        application.aboutToQuit.connect(stop)
    job.finished.connect(lambda: _running.discard(job))
    job.start()
    return job
