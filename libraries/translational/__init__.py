"""Motion along a line: masses, springs, stops, brakes, forces, prescribed motion and instruments."""

from libraries.translational.brakes import Brake, BrakeWithSupport, SupportFriction, SupportFrictionWithSupport
from libraries.translational.components import Damper, ElastoBacklash, ElastoGap, Fixed, Mass, Rod, Spring, SpringDamper
from libraries.translational.ports import Flange
from libraries.translational.sensors import (
    AccelerationSensor,
    ForceSensor,
    PositionSensor,
    PowerSensor,
    RelativeAccelerationSensor,
    RelativePositionSensor,
    RelativeSpeedSensor,
    SpeedSensor,
)
from libraries.translational.sources import (
    Accelerate,
    ConstantForce,
    Force,
    ForceStep,
    ForceWithSupport,
    LinearSpeedDependentForce,
    Position,
    QuadraticSpeedDependentForce,
    Speed,
)

__all__ = [
    "Accelerate", "AccelerationSensor", "Brake", "BrakeWithSupport", "ConstantForce", "Damper", "ElastoBacklash",
    "ElastoGap", "Fixed", "Flange", "Force", "ForceSensor", "ForceStep", "ForceWithSupport",
    "LinearSpeedDependentForce", "Mass", "Position", "PositionSensor", "PowerSensor", "QuadraticSpeedDependentForce",
    "RelativeAccelerationSensor", "RelativePositionSensor", "RelativeSpeedSensor", "Rod", "Speed", "SpeedSensor",
    "Spring", "SpringDamper", "SupportFriction", "SupportFrictionWithSupport",
]  # fmt: skip
