"""Motion about an axis: rotors, springs, gears, brakes, clutches, torques, prescribed motion and instruments."""

from libraries.rotational.components import Damper, ElastoBacklash, ElastoGap, Fixed, Inertia, Spring, SpringDamper
from libraries.rotational.frictions import (
    BearingFriction,
    BearingFrictionWithSupport,
    Brake,
    BrakeWithSupport,
    Clutch,
    OneWayClutch,
)
from libraries.rotational.gears import IdealGear, IdealGearWithSupport, IdealPlanetary, LossyGear, LossyGearWithSupport
from libraries.rotational.ports import Shaft
from libraries.rotational.sensors import (
    AccelerationSensor,
    AngleSensor,
    PowerSensor,
    RelativeAccelerationSensor,
    RelativeAngleSensor,
    RelativeSpeedSensor,
    SpeedSensor,
    TorqueSensor,
)
from libraries.rotational.sources import (
    Accelerate,
    ConstantTorque,
    LinearSpeedDependentTorque,
    Position,
    QuadraticSpeedDependentTorque,
    Speed,
    Torque,
    TorqueStep,
    TorqueWithSupport,
)

__all__ = [
    "Accelerate", "AccelerationSensor", "AngleSensor", "BearingFriction", "BearingFrictionWithSupport", "Brake",
    "BrakeWithSupport", "Clutch", "ConstantTorque", "Damper", "ElastoBacklash", "ElastoGap", "Fixed", "IdealGear",
    "IdealGearWithSupport", "IdealPlanetary", "Inertia", "LinearSpeedDependentTorque", "LossyGear",
    "LossyGearWithSupport", "OneWayClutch", "Position", "PowerSensor", "QuadraticSpeedDependentTorque",
    "RelativeAccelerationSensor", "RelativeAngleSensor", "RelativeSpeedSensor", "Shaft", "Speed", "SpeedSensor",
    "Spring", "SpringDamper", "Torque", "TorqueSensor", "TorqueStep", "TorqueWithSupport",
]  # fmt: skip
