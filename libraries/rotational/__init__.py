"""Motion about an axis: rotors, springs, gears, brakes, torques, prescribed motion and instruments."""

from libraries.rotational.brakes import Brake, BrakeWithSupport
from libraries.rotational.components import (
    Damper,
    ElastoBacklash,
    Fixed,
    IdealGear,
    IdealGearWithSupport,
    Inertia,
    Spring,
    SpringDamper,
)
from libraries.rotational.ports import Shaft
from libraries.rotational.sensors import (
    AccelerationSensor,
    AngleSensor,
    PowerSensor,
    RelativeAngleSensor,
    SpeedSensor,
    TorqueSensor,
)
from libraries.rotational.sources import (
    Accelerate,
    ConstantTorque,
    Position,
    QuadraticSpeedDependentTorque,
    Speed,
    Torque,
    TorqueStep,
    TorqueWithSupport,
)

__all__ = [
    "Accelerate", "AccelerationSensor", "AngleSensor", "Brake", "BrakeWithSupport", "ConstantTorque", "Damper",
    "ElastoBacklash", "Fixed", "IdealGear", "IdealGearWithSupport", "Inertia", "Position", "PowerSensor",
    "QuadraticSpeedDependentTorque", "RelativeAngleSensor", "Shaft", "Speed", "SpeedSensor", "Spring", "SpringDamper",
    "Torque", "TorqueSensor", "TorqueStep", "TorqueWithSupport",
]  # fmt: skip
