"""Electrical circuits: passive elements, sources, instruments, switches, semiconductors and the ideal motor."""

from libraries.electrical.basic import Capacitor, Conductor, Ground, HeatingResistor, Inductor, Resistor
from libraries.electrical.motors import EMF, EMFWithSupport
from libraries.electrical.ports import Pin
from libraries.electrical.semiconductors import NPN, Diode, HeatingDiode
from libraries.electrical.sensors import CurrentSensor, PotentialSensor, PowerSensor, VoltageSensor
from libraries.electrical.sources import (
    ConstantCurrent,
    ConstantVoltage,
    SignalCurrent,
    SignalVoltage,
    SineCurrent,
    SineVoltage,
    StepVoltage,
)
from libraries.electrical.switches import IdealClosingSwitch, IdealDiode, IdealOpeningSwitch
from libraries.electrical.two_ports import CCCS, CCVS, VCCS, VCVS, IdealOpAmp, IdealTransformer

__all__ = [
    "CCCS", "CCVS", "Capacitor", "Conductor", "ConstantCurrent", "ConstantVoltage", "CurrentSensor", "Diode", "EMF",
    "EMFWithSupport", "Ground", "HeatingDiode", "HeatingResistor", "IdealClosingSwitch", "IdealDiode", "IdealOpAmp",
    "IdealOpeningSwitch", "IdealTransformer", "Inductor", "NPN", "Pin", "PotentialSensor", "PowerSensor", "Resistor",
    "SignalCurrent", "SignalVoltage", "SineCurrent", "SineVoltage", "StepVoltage", "VCCS", "VCVS", "VoltageSensor",
]  # fmt: skip
