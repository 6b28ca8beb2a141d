"""Control: controllers with limits, in continuous time and sampled, and filters."""

from libraries.control.filters import Butterworth, HighPass, LeadLag, LowPass, Notch
from libraries.control.function import Function
from libraries.control.pid import PD, PI, PID
from libraries.control.sampled_pid import SampledPD, SampledPI, SampledPID
from libraries.control.state_feedback import StateFeedback

__all__ = [
    "Butterworth", "Function", "HighPass", "LeadLag", "LowPass", "Notch", "PD", "PI", "PID", "SampledPD", "SampledPI",
    "SampledPID", "StateFeedback",
]  # fmt: skip
