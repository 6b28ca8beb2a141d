"""Signals: sources, mathematics, logic, linear dynamics, sampling and scopes."""

from libraries.signals.continuous import (
    Derivative,
    FirstOrder,
    Integrator,
    LimitedIntegrator,
    SecondOrder,
    StateSpace,
    TransferFunction,
)
from libraries.signals.conversion import FromCelsius, FromDegrees, ToCelsius, ToDegrees
from libraries.signals.delay import Delay
from libraries.signals.discrete import (
    DiscreteDerivative,
    DiscreteFilter,
    DiscreteIntegrator,
    DiscreteStateSpace,
    DiscreteTransferFunction,
    MovingAverage,
    Quantizer,
    SampledDelay,
    UnitDelay,
    ZeroOrderHold,
)
from libraries.signals.logic import (
    And,
    BooleanToReal,
    Counter,
    Greater,
    GreaterThreshold,
    Less,
    LessThreshold,
    Not,
    OnOff,
    Or,
    SRLatch,
    Switch,
    Timer,
    TriggeredSampler,
    Xor,
)
from libraries.signals.math import (
    Abs,
    Add,
    Bias,
    Division,
    Exp,
    Feedback,
    Gain,
    Log,
    MatrixGain,
    Max,
    Min,
    Power,
    Product,
    Sign,
    Sqrt,
    Sum,
)
from libraries.signals.motion import KinematicPTP, PointToPoint
from libraries.signals.noise import Noise
from libraries.signals.nonlinear import DeadZone, Hysteresis, Limiter, RateLimiter
from libraries.signals.numbering import Match, Schedule, WhichAbove
from libraries.signals.periodic import BooleanPulse, Pulse, Sawtooth, Trapezoid, Triangle
from libraries.signals.routing import Concatenate, Demux, Extract, Mux, Select
from libraries.signals.sinks import Display, Lamp, Scope, Terminator, XYScope
from libraries.signals.sources import (
    BooleanConstant,
    BooleanStep,
    Chirp,
    Clock,
    Constant,
    Cosine,
    ExpSine,
    Ramp,
    Sine,
    Step,
    UnknownConstant,
)
from libraries.signals.tables import Table1D, TimeTable
from libraries.signals.trigonometry import Acos, Asin, Atan, Atan2, Cos, Sin, Tan

__all__ = [
    "Abs", "Acos", "Add", "And", "Asin", "Atan", "Atan2", "Bias", "BooleanConstant", "BooleanPulse", "BooleanStep",
    "BooleanToReal", "Chirp", "Clock", "Concatenate", "Constant", "Cos", "Cosine", "Counter", "DeadZone", "Delay",
    "Demux", "Derivative", "DiscreteDerivative", "DiscreteFilter", "DiscreteIntegrator", "DiscreteStateSpace",
    "DiscreteTransferFunction", "Display", "Division", "Exp", "ExpSine", "Extract", "Feedback", "FirstOrder",
    "FromCelsius", "FromDegrees", "Gain", "Greater", "GreaterThreshold", "Hysteresis", "Integrator", "KinematicPTP",
    "Lamp", "Less", "LessThreshold", "LimitedIntegrator", "Limiter", "Log", "Match", "MatrixGain", "Max", "Min",
    "MovingAverage", "Mux", "Noise", "Not", "OnOff", "Or", "PointToPoint", "Power", "Product", "Pulse", "Quantizer",
    "Ramp", "RateLimiter", "SRLatch", "SampledDelay", "Sawtooth", "Schedule", "Scope", "SecondOrder", "Select",
    "Sign", "Sin", "Sine", "Sqrt", "StateSpace", "Step", "Sum", "Switch", "Table1D", "Tan", "Terminator",
    "TimeTable", "Timer", "ToCelsius", "ToDegrees", "TransferFunction", "Trapezoid", "Triangle", "TriggeredSampler",
    "UnitDelay", "UnknownConstant", "WhichAbove", "XYScope", "Xor", "ZeroOrderHold",
]  # fmt: skip
