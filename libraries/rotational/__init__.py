"""Motion about an axis: rotors, springs, gears, brakes, clutches, torques, prescribed motion and instruments."""

from libraries.rotational.components import (
    Damper,
    ElastoBacklash,
    ElastoGap,
    Fixed,
    Inertia,
    Spring,
    SpringDamper,
    VariableSpring,
)
from libraries.rotational.frictions import (
    BearingFriction,
    BearingFrictionWithSupport,
    Brake,
    BrakeWithSupport,
    Clutch,
    OneWayClutch,
    OneWayFrictionClutch,
    StribeckFriction,
    StribeckFrictionWithSupport,
)
from libraries.rotational.gears import IdealGear, IdealGearWithSupport, IdealPlanetary, LossyGear, LossyGearWithSupport
from libraries.rotational.limits import AngleLimits
from libraries.rotational.losses import (
    EddyCurrentBrake,
    HeatingBearingFriction,
    HeatingBrake,
    HeatingClutch,
    HeatingDamper,
    HeatingElastoBacklash,
    HeatingLossyGear,
)
from libraries.rotational.motions import (
    Accelerate,
    AccelerateWithSupport,
    Position,
    PositionWithSupport,
    Speed,
    SpeedWithSupport,
)
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
    ConstantTorque,
    InverseSpeedDependentTorque,
    LinearSpeedDependentTorque,
    QuadraticSpeedDependentTorque,
    Torque,
    TorqueStep,
    TorqueWithSupport,
)
from libraries.rotational.stops import InertiaWithStopAndFriction

__all__ = [
    "Accelerate", "AccelerateWithSupport", "AccelerationSensor", "AngleLimits", "AngleSensor", "BearingFriction",
    "BearingFrictionWithSupport", "Brake", "BrakeWithSupport", "Clutch", "ConstantTorque", "Damper", "EddyCurrentBrake",
    "ElastoBacklash", "ElastoGap", "Fixed", "HeatingBearingFriction", "HeatingBrake", "HeatingClutch", "HeatingDamper",
    "HeatingElastoBacklash", "HeatingLossyGear", "IdealGear", "IdealGearWithSupport", "IdealPlanetary", "Inertia",
    "InertiaWithStopAndFriction", "InverseSpeedDependentTorque", "LinearSpeedDependentTorque", "LossyGear",
    "LossyGearWithSupport", "OneWayClutch", "OneWayFrictionClutch", "Position", "PositionWithSupport", "PowerSensor",
    "QuadraticSpeedDependentTorque", "RelativeAccelerationSensor", "RelativeAngleSensor", "RelativeSpeedSensor",
    "Shaft", "Speed", "SpeedSensor", "SpeedWithSupport", "Spring", "SpringDamper", "StribeckFriction",
    "StribeckFrictionWithSupport", "Torque", "TorqueSensor", "TorqueStep", "TorqueWithSupport", "VariableSpring",
]  # fmt: skip
