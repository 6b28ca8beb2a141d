"""Motion about an axis: rotors, springs, gears, brakes, clutches, torques, prescribed motion and instruments."""

from libraries.rotational.components import Damper, ElastoBacklash, Fixed, Inertia, Spring, SpringDamper
from libraries.rotational.frictions import Brake, BrakeWithSupport, Clutch
from libraries.rotational.gears import IdealGear, IdealGearWithSupport, IdealPlanetary
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
    "Accelerate", "AccelerationSensor", "AngleSensor", "Brake", "BrakeWithSupport", "Clutch", "ConstantTorque",
    "Damper", "ElastoBacklash", "Fixed", "IdealGear", "IdealGearWithSupport", "IdealPlanetary", "Inertia", "Position",
    "PowerSensor", "QuadraticSpeedDependentTorque", "RelativeAngleSensor", "Shaft", "Speed", "SpeedSensor", "Spring",
    "SpringDamper", "Torque", "TorqueSensor", "TorqueStep", "TorqueWithSupport",
]  # fmt: skip
