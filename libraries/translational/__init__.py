"""Motion along a line: masses, springs, stops, brakes, forces, prescribed motion and instruments."""

from libraries.translational.brakes import Brake, BrakeWithSupport
from libraries.translational.components import Damper, ElastoGap, Fixed, Mass, Rod, Spring, SpringDamper
from libraries.translational.ports import Flange
from libraries.translational.sensors import (
    AccelerationSensor,
    ForceSensor,
    PositionSensor,
    PowerSensor,
    RelativePositionSensor,
    SpeedSensor,
)
from libraries.translational.sources import (
    Accelerate,
    ConstantForce,
    Force,
    ForceStep,
    ForceWithSupport,
    Position,
    Speed,
)

__all__ = [
    "Accelerate", "AccelerationSensor", "Brake", "BrakeWithSupport", "ConstantForce", "Damper", "ElastoGap", "Fixed",
    "Flange", "Force", "ForceSensor", "ForceStep", "ForceWithSupport", "Mass", "Position", "PositionSensor",
    "PowerSensor", "RelativePositionSensor", "Rod", "Speed", "SpeedSensor", "Spring", "SpringDamper",
]  # fmt: skip
