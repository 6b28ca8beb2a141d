"""Rigid bodies in space: joints, closed loops, free bodies, forces and instruments."""

from libraries.spatial.bodies import Body, Link
from libraries.spatial.forces import Damper, Force, LineActuator, Spring, SpringDamper, Torque
from libraries.spatial.free_joints import Free, FreeMotion, Spherical
from libraries.spatial.joints import Cylindrical, Planar, Prismatic, Revolute, Universal
from libraries.spatial.parts import FixedRotation, FixedTranslation
from libraries.spatial.ports import Frame
from libraries.spatial.solids import Box, Cylinder
from libraries.spatial.world import Fixed, World

__all__ = [
    "Body", "Box", "Cylinder", "Cylindrical", "Damper", "Fixed", "FixedRotation", "FixedTranslation", "Force", "Frame",
    "Free", "FreeMotion", "LineActuator", "Link", "Planar", "Prismatic", "Revolute", "Spherical", "Spring",
    "SpringDamper", "Torque", "Universal", "World",
]  # fmt: skip
