"""The world that all spatial blocks of a diagram share, and parts that are fixed to it."""

from __future__ import annotations

from blocks import Block, Equations, Parameter
from blocks.orientation import turn
from libraries.spatial.geometry import cardan
from libraries.spatial.ports import Frame


class World(Block):
    """Gravity, and the frame in which all positions are given. Masses find the gravity without a connection."""

    is_ground = True
    origin = Frame("the world's own frame: z points up unless gravity says otherwise")
    g = Parameter([0.0, 0.0, -9.81], "m/s2", "gravity; zeros for weightlessness")

    def equations(self) -> Equations:
        yield self.origin.r == 0
        yield turn(self.origin, None, cardan([0.0, 0.0, 0.0]), [0.0, 0.0, 0.0])


class Fixed(Block):
    """A frame that is fixed in the world."""

    is_ground = True
    frame = Frame("frame that is held")
    r = Parameter([0.0, 0.0, 0.0], "m", "position")
    angles = Parameter([0.0, 0.0, 0.0], "rad", "turned about x, then the new y, then the new z", display="deg")

    def equations(self) -> Equations:
        yield self.frame.r == self.r
        yield turn(self.frame, None, cardan(self.angles), [0.0, 0.0, 0.0])
