"""Animations as files: films as GIF and MP4, and pictures."""

# ruff: noqa: F811
from __future__ import annotations

import os
import shutil
import stat
import subprocess
from math import cos, sin
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageSequence
from PySide6.QtGui import QColor, QImage

from blocks.errors import ModelError
from editor.animation_export import FilmJob, frame_instants, image, pixels, scaled, write_gif, write_mp4, write_picture
from editor.animation_ink import Window
from editor.style import LIGHT
from tests.editor.animation_bench import look, motion, panel, result  # noqa: F401


def test_gif_has_the_right_frames_and_lasts_as_long_as_the_run(motion, look, tmp_path) -> None:
    path = tmp_path / "film.gif"
    count = write_gif(path, motion, look, LIGHT, fps=12, size=(240, 160))
    with Image.open(path) as film:
        assert film.size == (240, 160)
        assert film.n_frames == count == 13
        lasts = 0
        for k in range(film.n_frames):
            film.seek(k)
            lasts += film.info["duration"]
    assert lasts == pytest.approx(13 / 12 * 1000, abs=10)


def test_gif_shows_the_motion(motion, look, tmp_path) -> None:
    path = tmp_path / "film.gif"
    write_gif(path, motion, look, LIGHT, fps=10, size=(240, 160))
    window: Window = scaled(look, (240, 160)).window
    with Image.open(path) as film:
        film.seek(5)
        at = window.pixels(np.array([[0.6 * cos(1.0), 0.6 * sin(1.0)]]))[0]
        red, green, blue = film.convert("RGB").getpixel((round(at[0]), round(at[1])))
    assert red + green + blue < 450


def test_gif_keeps_a_colour_that_comes_and_goes(motion, look, tmp_path) -> None:
    path, wanted = tmp_path / "film.gif", np.array([0x7C, 0x3A, 0xED])
    shades = np.linspace(0, 255, 240).astype(int).tolist()

    def shoot(instant: float, size: tuple[int, int]) -> QImage:
        picture = QImage(*size, QImage.Format.Format_RGB32)
        for x, shade in enumerate(shades):
            for y in range(size[1]):  # many greys, which use up a palette
                picture.setPixelColor(x, y, QColor(shade, shade, min(shade + y % 40, 255)))
        if 0.4 < instant < 0.7:
            for x in range(100, 112):
                for y in range(60, 72):
                    picture.setPixelColor(x, y, QColor(*wanted.tolist()))
        return picture

    write_gif(path, motion, look, LIGHT, fps=10, size=(240, 160), shoot=shoot)
    with Image.open(path) as film:
        found = [np.array(frame.convert("RGB").getpixel((106, 66))) for frame in ImageSequence.Iterator(film)]
    assert min(np.abs(color - wanted).max() for color in found) < 12


def test_pace_makes_the_film_shorter(motion) -> None:
    assert len(frame_instants(motion, 20, 1.0)) == 21
    assert len(frame_instants(motion, 20, 2.0)) == 11
    with pytest.raises(ModelError, match="frames"):
        frame_instants(motion, 20, 0.001)


def test_film_is_written_in_the_background(motion, look, tmp_path, qtbot) -> None:
    job = FilmJob(tmp_path / "film.gif", motion, look, LIGHT, fps=10, size=(200, 120))
    told = []
    job.told.connect(told.append)
    with qtbot.waitSignal(job.finished, timeout=10000):
        job.start()
    qtbot.waitUntil(lambda: bool(told) and told[-1].startswith("Saved"), timeout=15_000)
    assert told[-1] == "Saved film.gif, 11 frames"


def test_export_menu_gives_rate_and_size(panel, qtbot, tmp_path) -> None:
    menu = panel.export_menu
    next(action for action in menu.rates.actions() if action.text() == "10 frames per second").trigger()
    next(action for action in menu.sizes.actions() if action.text() == "640 x 360").trigger()
    panel.export_to(tmp_path / "film.gif")
    qtbot.waitUntil(lambda: panel.note.text() == "Saved film.gif, 11 frames", timeout=10000)
    with Image.open(tmp_path / "film.gif") as film:
        assert film.size == (640, 360)


def test_second_export_waits_for_the_first(panel, qtbot, tmp_path) -> None:
    panel.export_to(tmp_path / "one.gif")
    panel.export_to(tmp_path / "two.gif")
    assert "still being saved" in panel.note.text()
    qtbot.waitUntil(lambda: panel.note.text().startswith("Saved one.gif"), timeout=10000)
    assert not (tmp_path / "two.gif").exists()


def test_mp4_without_ffmpeg_says_so(motion, look, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ModelError, match="ffmpeg") as error:
        write_mp4(tmp_path / "film.mp4", motion, look, LIGHT)
    assert "GIF" in str(error.value)


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_mp4_feeds_ffmpeg_whole_frames(motion, look, tmp_path, monkeypatch) -> None:
    program = tmp_path / "ffmpeg"
    program.write_text(f'#!/bin/sh\n/bin/cat > "{tmp_path}/raw"\necho "$@" > "{tmp_path}/words"\n')
    program.chmod(program.stat().st_mode | stat.S_IEXEC)
    monkeypatch.setenv("PATH", str(tmp_path))
    count = write_mp4(tmp_path / "film.mp4", motion, look, LIGHT, fps=5, size=(101, 80))
    assert (tmp_path / "raw").stat().st_size == count * 100 * 80 * 3
    assert "100x80" in (tmp_path / "words").read_text()


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_mp4_tells_what_ffmpeg_says(motion, look, tmp_path, monkeypatch) -> None:
    program = tmp_path / "ffmpeg"
    program.write_text("#!/bin/sh\necho no such codec >&2\nexit 1\n")
    program.chmod(program.stat().st_mode | stat.S_IEXEC)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ModelError, match="no such codec"):
        write_mp4(tmp_path / "film.mp4", motion, look, LIGHT, fps=5)


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_superimposed_frames_as_one_picture(motion, look, tmp_path, kind) -> None:
    path = tmp_path / f"motion.{kind}"
    write_picture(path, motion, look, LIGHT)
    data = path.read_bytes()
    assert data.startswith({"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[kind])
    assert len(data) > 2000


def test_picture_of_an_instant_is_what_is_seen(motion, look) -> None:
    table = pixels(image(motion, scaled(look, (300, 200)), LIGHT, 0.0))
    assert table.shape == (200, 300, 3)
    with pytest.raises(ModelError, match="saved as"):
        write_picture(Path("x.bmp"), motion, look, LIGHT, 0.0)


@pytest.mark.skipif(shutil.which("ffmpeg") is None or shutil.which("ffprobe") is None, reason="needs ffmpeg")
def test_mp4_by_the_real_ffmpeg(motion, look, tmp_path) -> None:
    path = tmp_path / "film.mp4"
    count = write_mp4(path, motion, look, LIGHT, fps=20, size=(321, 180))
    entries = "stream=codec_name,width,height,nb_frames,pix_fmt,avg_frame_rate"
    command = ["ffprobe", "-v", "error", "-show_entries", entries, "-of", "csv=p=0", str(path)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    assert told == f"h264,320,180,yuv420p,20/1,{count}"
    assert count == 21
    # the tenth frame shows the rod where it is after half a second
    raw = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", str(path), "-vf", "select=eq(n\\,10)", "-frames:v", "1", "-f", "rawvideo",
         "-pix_fmt", "rgb24", "-"], capture_output=True, check=True,
    ).stdout  # fmt: skip
    table = np.frombuffer(raw, np.uint8).reshape(180, 320, 3).astype(int)
    at = scaled(look, (320, 180)).window.pixels(np.array([[0.6 * cos(1.0), 0.6 * sin(1.0)]]))[0]
    assert table[round(at[1]), round(at[0])].sum() < 450 < table[90, 5].sum()


def test_a_film_is_offered_beside_the_diagram_under_its_name(panel, tmp_path, monkeypatch) -> None:
    asked: list[str] = []

    def ask(_parent: object, _title: str, start: str, _pattern: str) -> tuple[str, str]:
        asked.append(start)
        return "", ""

    monkeypatch.setattr("editor.animation_menu.QFileDialog.getSaveFileName", ask)
    panel.document.save(tmp_path / "arm.toml")
    panel.document.diagram.name = "arm"
    for action in panel.export_menu.actions()[:3]:
        action.trigger()
    assert asked == [str(tmp_path / f"arm.{ending}") for ending in ("gif", "mp4", "png")]
