"""Electrical circuits: elements, sources, instruments, switches, semiconductors, amplifiers, motors and drives."""

from libraries.electrical.basic import Capacitor, Conductor, Ground, HeatingResistor, Inductor, Resistor
from libraries.electrical.detailed_op_amp import OpAmpDetailed
from libraries.electrical.drives import BrushlessDrive, DCDrive
from libraries.electrical.inverters import ThreePhaseInverter
from libraries.electrical.lines import OLine, TLine, ULine
from libraries.electrical.motors import EMF, BrushlessMotor, DCMotor, EMFWithSupport, VoiceCoil
from libraries.electrical.nonlinear import NonlinearResistor, SaturatingInductor
from libraries.electrical.op_amps import IdealOpAmp, OpAmp, OpAmpWithSupply
from libraries.electrical.ports import Pin
from libraries.electrical.rectifiers import IdealDiode, IdealGTOThyristor, IdealThyristor
from libraries.electrical.semiconductors import Diode, HeatingDiode, ZenerDiode
from libraries.electrical.sensors import CurrentSensor, PotentialSensor, PowerSensor, VoltageSensor
from libraries.electrical.sources import (
    ConstantCurrent,
    ConstantVoltage,
    DCPowerSupply,
    PulseVoltage,
    RampVoltage,
    SignalCurrent,
    SignalVoltage,
    SineCurrent,
    SineVoltage,
    StepVoltage,
    TrapezoidVoltage,
)
from libraries.electrical.switches import IdealClosingSwitch, IdealOpeningSwitch, IdealTwoWaySwitch, SwitchWithArc
from libraries.electrical.thyristors import Thyristor, Triac
from libraries.electrical.transistors import NMOS, NPN, PMOS, PNP, HeatingNMOS, HeatingNPN, HeatingPMOS, HeatingPNP
from libraries.electrical.two_ports import CCCS, CCVS, VCCS, VCVS, IdealTransformer, Transformer
from libraries.electrical.variable import (
    Potentiometer,
    VariableCapacitor,
    VariableConductor,
    VariableInductor,
    VariableResistor,
)

__all__ = [
    "BrushlessDrive", "BrushlessMotor", "CCCS", "CCVS", "Capacitor", "Conductor", "ConstantCurrent", "ConstantVoltage",
    "CurrentSensor", "DCDrive", "DCMotor", "DCPowerSupply", "Diode", "EMF", "EMFWithSupport", "Ground", "HeatingDiode",
    "HeatingNMOS", "HeatingNPN", "HeatingPMOS", "HeatingPNP", "HeatingResistor", "IdealClosingSwitch", "IdealDiode",
    "IdealGTOThyristor", "IdealOpAmp", "IdealOpeningSwitch", "IdealThyristor", "IdealTransformer", "IdealTwoWaySwitch",
    "Inductor", "NMOS", "NPN", "NonlinearResistor", "OLine", "OpAmp", "OpAmpDetailed", "OpAmpWithSupply", "PMOS", "PNP",
    "Pin", "PotentialSensor", "Potentiometer", "PowerSensor", "PulseVoltage", "RampVoltage", "Resistor",
    "SaturatingInductor", "SignalCurrent", "SignalVoltage", "SineCurrent", "SineVoltage", "StepVoltage",
    "SwitchWithArc", "TLine", "ThreePhaseInverter", "Thyristor", "Transformer", "TrapezoidVoltage", "Triac", "ULine",
    "VCCS", "VCVS", "VariableCapacitor", "VariableConductor", "VariableInductor", "VariableResistor", "VoiceCoil",
    "VoltageSensor", "ZenerDiode",
]  # fmt: skip
