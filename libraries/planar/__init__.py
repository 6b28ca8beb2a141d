"""Mechanics in a plane: joints, bodies, springs and sensors between frames that move and turn.

Flows are positive into the block; angles count counter-clockwise. README.md draws the conventions.
"""

from libraries.planar.bodies import Body, Link, PointMass, Rod
from libraries.planar.contacts import ArcOnLine, CapsuleOnLine, DiscOnLine
from libraries.planar.forces import (
    Damper,
    FrameForce,
    LineForce,
    Spring,
    SpringDamper,
    TorsionSpring,
    VariableSpring,
    WorldForce,
)
from libraries.planar.gears import ExternalGear, InternalGear
from libraries.planar.inertia import InertiaSensor
from libraries.planar.joints import Prismatic, Revolute
from libraries.planar.pair_contacts import CapsuleOnDisc, DiscOnDisc
from libraries.planar.parts import Fixed, FixedRotation, FixedTranslation
from libraries.planar.ports import Frame
from libraries.planar.rolling import RollingDisc
from libraries.planar.sensors import (
    AbsoluteAcceleration,
    AbsolutePosition,
    AbsoluteVelocity,
    CutForce,
    Distance,
    PowerSensor,
    RelativeAcceleration,
    RelativePosition,
    RelativeVelocity,
)
from libraries.planar.wheels import RollingWheel, SlipWheel
from libraries.planar.world import World

__all__ = [
    "AbsoluteAcceleration", "AbsolutePosition", "AbsoluteVelocity", "ArcOnLine", "Body", "CapsuleOnDisc",
    "CapsuleOnLine", "CutForce", "Damper", "DiscOnDisc", "DiscOnLine", "Distance", "ExternalGear", "Fixed",
    "FixedRotation", "FixedTranslation", "Frame", "FrameForce", "InertiaSensor", "InternalGear", "LineForce", "Link",
    "PointMass", "PowerSensor", "Prismatic", "RelativeAcceleration", "RelativePosition", "RelativeVelocity", "Revolute",
    "Rod", "RollingDisc", "RollingWheel", "SlipWheel", "Spring", "SpringDamper", "TorsionSpring", "VariableSpring",
    "World", "WorldForce",
]  # fmt: skip
