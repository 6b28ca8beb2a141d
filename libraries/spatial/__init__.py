"""Rigid bodies in space: joints, closed loops, free bodies, forces and instruments."""

from libraries.spatial.bodies import Body, LineMass, Link, PointMass
from libraries.spatial.contacts import ArcOnPlane, CapsuleOnPlane, SphereOnPlane
from libraries.spatial.forces import (
    BallRod,
    Damper,
    Force,
    ForceBetween,
    LineActuator,
    Spring,
    SpringDamper,
    Torque,
    VariableSpring,
)
from libraries.spatial.free_joints import Free, FreeMotion, PointMotion, Spherical
from libraries.spatial.inertia import InertiaSensor
from libraries.spatial.joints import Cylindrical, Planar, Prismatic, Revolute, Universal
from libraries.spatial.pair_contacts import BarDistance, CapsuleOnCylinder, SphereOnSphere
from libraries.spatial.parts import FixedRotation, FixedTranslation
from libraries.spatial.ports import Frame
from libraries.spatial.rolling import RollingDisc, RollingSphere
from libraries.spatial.sensors import (
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
from libraries.spatial.shapes import Shape
from libraries.spatial.solids import Box, Cylinder
from libraries.spatial.world import Fixed, World

__all__ = [
    "AbsoluteAcceleration", "AbsolutePosition", "AbsoluteVelocity", "ArcOnPlane", "BallRod", "BarDistance", "Body",
    "Box", "CapsuleOnCylinder", "CapsuleOnPlane", "CutForce", "Cylinder", "Cylindrical", "Damper", "Distance", "Fixed",
    "FixedRotation", "FixedTranslation", "Force", "ForceBetween", "Frame", "Free", "FreeMotion", "InertiaSensor",
    "LineActuator", "LineMass", "Link", "Planar", "PointMass", "PointMotion", "PowerSensor", "Prismatic",
    "RelativeAcceleration", "RelativePosition", "RelativeVelocity", "Revolute", "RollingDisc", "RollingSphere", "Shape",
    "SphereOnPlane", "SphereOnSphere", "Spherical", "Spring", "SpringDamper", "Torque", "Universal", "VariableSpring",
    "World",
]  # fmt: skip
