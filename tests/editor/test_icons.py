"""The pictures of blocks."""

import subprocess
import sys

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from blocks.registry import catalogue
from editor.icons import icon, icon_path, icon_renderer, paint_icon
from editor.style import DARK, LIGHT


def painted(renderer, background):
    image = QImage(80, 60, QImage.Format.Format_ARGB32)
    image.fill(QColor(background))
    painter = QPainter(image)
    paint_icon(painter, renderer, QRectF(0, 0, 80, 60))
    painter.end()
    return image


def colors(image):
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def test_every_block_has_a_picture(qapp):
    assert [name for name in catalogue() if icon_renderer(name, LIGHT) is None] == []
    assert [name for name in catalogue() if icon_renderer(name, DARK) is None] == []


def test_pictures_are_kept(qapp):
    assert icon_renderer("electrical.Resistor", LIGHT) is icon_renderer("electrical.Resistor", LIGHT)
    assert icon_renderer("electrical.Resistor", LIGHT) is not icon_renderer("electrical.Resistor", DARK)


@pytest.mark.parametrize(
    "name", ["", "Resistor", "electrical.Nothing", "nowhere.Resistor", "electrical.../../secret", "subsystem"]
)
def test_what_is_no_block_has_no_picture(name, qapp):
    assert icon_renderer(name, LIGHT) is None
    assert icon(name, LIGHT).isNull()
    assert icon_path(name) is None


def test_dark_strokes_become_light_on_a_dark_canvas(qapp):
    light = colors(painted(icon_renderer("signals.Step", LIGHT), LIGHT.block))
    dark = colors(painted(icon_renderer("signals.Step", DARK), DARK.block))
    assert max(QColor(color).lightness() for color in dark) > 180
    assert min(QColor(color).lightness() for color in light) < 80
    # no white areas are left
    assert "#ffffff" not in dark


def test_an_icon_is_as_large_as_asked_and_sharp_on_fine_screens(qapp):
    made = icon("electrical.Resistor", LIGHT, 24)
    assert {size.width() for size in made.availableSizes()} == {24, 48, 72}
    image = made.pixmap(24, 24).toImage()
    assert image.pixelColor(0, 0).alpha() == 0
    assert any(image.pixelColor(x, 12).alpha() for x in range(24))


def test_a_picture_keeps_its_proportions(qapp):
    renderer = icon_renderer("electrical.Resistor", LIGHT)
    assert renderer.defaultSize().width() / renderer.defaultSize().height() == pytest.approx(80 / 60)
    assert renderer.aspectRatioMode() in (Qt.AspectRatioMode.KeepAspectRatio, Qt.AspectRatioMode.IgnoreAspectRatio)


def test_icons_import_no_library_and_no_solver():
    code = (
        "import sys; from editor.icons import icon_path; assert icon_path('electrical.Resistor').is_file();"
        "print([m for m in sys.modules if m.startswith(('libraries.', 'solver', 'casadi', 'pyqtgraph'))])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=30)
    assert found.stdout.strip() == "[]"
