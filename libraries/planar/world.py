"""The world that all planar blocks of a diagram share."""

from __future__ import annotations

from blocks import Block, Parameter


class World(Block):
    """Gravity of the plane. Put one in the diagram; masses find it without a connection."""

    g = Parameter([0.0, -9.81], "m/s2", "gravity along x and y; zeros for a plane that lies flat")
