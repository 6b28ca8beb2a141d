"""Motion along a line: masses, springs, stops, brakes, forces, prescribed motion and instruments."""

from libraries.translational.brakes import (
    Brake,
    BrakeWithSupport,
    StribeckFriction,
    StribeckFrictionWithSupport,
    SupportFriction,
    SupportFrictionWithSupport,
)
from libraries.translational.components import (
    Damper,
    ElastoBacklash,
    ElastoGap,
    Fixed,
    Mass,
    Rod,
    Spring,
    SpringDamper,
    VariableSpring,
)
from libraries.translational.losses import (
    EddyCurrentBrake,
    HeatingBrake,
    HeatingDamper,
    HeatingElastoGap,
    HeatingSupportFriction,
)
from libraries.translational.motions import (
    Accelerate,
    AccelerateWithSupport,
    Position,
    PositionWithSupport,
    Speed,
    SpeedWithSupport,
)
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
    ConstantForce,
    Force,
    ForceStep,
    ForceWithSupport,
    InverseSpeedDependentForce,
    LinearSpeedDependentForce,
    QuadraticSpeedDependentForce,
)
from libraries.translational.stops import MassWithStopAndFriction

__all__ = [
    "Accelerate", "AccelerateWithSupport", "AccelerationSensor", "Brake", "BrakeWithSupport", "ConstantForce", "Damper",
    "EddyCurrentBrake", "ElastoBacklash", "ElastoGap", "Fixed", "Flange", "Force", "ForceSensor", "ForceStep",
    "ForceWithSupport", "HeatingBrake", "HeatingDamper", "HeatingElastoGap", "HeatingSupportFriction",
    "InverseSpeedDependentForce", "LinearSpeedDependentForce", "Mass", "MassWithStopAndFriction", "Position",
    "PositionSensor", "PositionWithSupport", "PowerSensor", "QuadraticSpeedDependentForce",
    "RelativeAccelerationSensor", "RelativePositionSensor", "RelativeSpeedSensor", "Rod", "Speed", "SpeedSensor",
    "SpeedWithSupport", "Spring", "SpringDamper", "StribeckFriction", "StribeckFrictionWithSupport", "SupportFriction",
    "SupportFrictionWithSupport", "VariableSpring",
]  # fmt: skip
