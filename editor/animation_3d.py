"""A mechanism in space with OpenGL, where a graphics card draws it; elsewhere ``MotionView`` paints it.

Programs that only imitate a graphics card draw the whole window half as often as painting does.
"""

from __future__ import annotations

import os
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication, QOffscreenSurface, QOpenGLContext

from editor.animation_frame import Look
from editor.style import Theme

_was_made = False
WITHOUT = ("offscreen", "minimal", "linuxfb", "vnc")  # platforms that have no OpenGL
RENDERER = 0x1F01  # of OpenGL: who draws
IMITATIONS = ("llvmpipe", "softpipe", "software", "swiftshader", "gdi generic", "basic render")


def has_opengl() -> bool:
    """Tell whether OpenGL is to be used. JUNCTURA_OPENGL=0 says no where a driver is broken, 1 yes wherever it can."""
    wish = os.environ.get("JUNCTURA_OPENGL", "")
    if QGuiApplication.platformName() in WITHOUT or wish == "0":
        return False
    context, surface = QOpenGLContext(), QOffscreenSurface()
    if not context.create():
        return False
    surface.create()
    if not context.makeCurrent(surface):
        return False
    renderer = str(context.functions().glGetString(RENDERER)).lower()
    context.doneCurrent()
    return wish == "1" or not any(word in renderer for word in IMITATIONS)


def make_space_view(theme: Theme, look: Look) -> Any | None:
    """Return a view with OpenGL that shares how it is looked at; None if there is no OpenGL."""
    global _was_made
    # pyqtgraph keeps its shader programs for the whole process, and they are those of the first window's context: in
    # another window nothing would be drawn unless the application lets its contexts share
    is_shared = QCoreApplication.testAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)
    if (_was_made and not is_shared) or not has_opengl():
        return None
    try:
        from editor.animation_gl import SpaceView
    except ImportError:  # PyOpenGL is missing
        return None
    _was_made = True
    return SpaceView(theme, look)
