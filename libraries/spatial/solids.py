"""Bodies of a simple shape and one material, from frame ``a`` to frame ``b``."""

from __future__ import annotations

import numpy as np

from blocks import Expr, Parameter
from blocks.functions import cross, dot, norm, pi
from libraries.spatial.bodies import TwoFrameBody
from libraries.spatial.geometry import outer


class Solid(TwoFrameBody):
    """What solids share: an axis from a to b and a density."""

    density = Parameter(7700.0, "kg/m3", "density; that of steel unless said otherwise", min=1e-9)

    def centre(self) -> Expr:
        return self.r / 2

    def area(self) -> Expr:
        """Return the cross section."""
        raise NotImplementedError

    def mass(self) -> Expr:
        return self.density * self.area() * norm(self.r)


class Box(Solid):
    """Solid box along the way from ``a`` to ``b``."""

    width = Parameter(0.1, "m", "size along the width direction", min=1e-9)
    height = Parameter(0.1, "m", "size across length and width", min=1e-9)
    sideways = Parameter([0.0, 1.0, 0.0], "1", "width direction, seen from frame a; made square to the length")

    def area(self) -> Expr:
        return self.width * self.height

    def inertia(self) -> Expr:
        along = self.r / norm(self.r)
        across = cross(along, self.sideways)
        up = across / norm(across)
        side = cross(up, along)
        length, width, height = dot(self.r, self.r), self.width**2, self.height**2
        about = (width + height) * outer(along, along) + (length + height) * outer(side, side)
        return self.mass() / 12 * (about + (length + width) * outer(up, up))


class Cylinder(Solid):
    """Solid or hollow round bar along the way from ``a`` to ``b``."""

    diameter = Parameter(0.1, "m", "outer diameter", min=1e-9)
    bore = Parameter(0.0, "m", "inner diameter; zero for a solid bar", min=0)

    def area(self) -> Expr:
        return pi / 4 * (self.diameter**2 - self.bore**2)

    def inertia(self) -> Expr:
        along = self.r / norm(self.r)
        about = (self.diameter**2 + self.bore**2) / 8
        across = about / 2 + dot(self.r, self.r) / 12
        axial = outer(along, along)
        return self.mass() * (about * axial + across * (np.eye(3) - axial))
