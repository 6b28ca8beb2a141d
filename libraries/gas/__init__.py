"""Compressed gas: volumes, restrictions, valves, cylinders, muscles, sources and instruments."""

from libraries.gas.converters import HeatedTranslationalConverter, TranslationalConverter
from libraries.gas.cylinders import DoubleActingCylinder, SingleActingCylinder
from libraries.gas.medium import Medium
from libraries.gas.muscles import McKibbenMuscle
from libraries.gas.ports import GasPort
from libraries.gas.regulators import ProportionalRegulator, Regulator
from libraries.gas.restrictions import CheckValve, Orifice, Silencer, VariableOrifice
from libraries.gas.sensors import FlowSensor, PressureDifferenceSensor, PressureSensor, TemperatureSensor
from libraries.gas.sources import Atmosphere, ConstantFlow, FlowSource, PressureSource, Supply
from libraries.gas.tubes import Tube
from libraries.gas.valves import (
    OnOffValve2,
    OnOffValve3,
    OnOffValve5,
    ProportionalValve2,
    ProportionalValve3,
    ProportionalValve5,
)
from libraries.gas.volumes import HeatedTank, Tank

__all__ = [
    "Atmosphere", "CheckValve", "ConstantFlow", "DoubleActingCylinder", "FlowSensor", "FlowSource", "GasPort",
    "HeatedTank", "HeatedTranslationalConverter", "McKibbenMuscle", "Medium", "OnOffValve2", "OnOffValve3",
    "OnOffValve5", "Orifice", "PressureDifferenceSensor", "PressureSensor", "PressureSource", "ProportionalRegulator",
    "ProportionalValve2", "ProportionalValve3", "ProportionalValve5", "Regulator", "Silencer", "SingleActingCylinder",
    "Supply", "Tank", "TemperatureSensor", "TranslationalConverter", "Tube", "VariableOrifice",
]  # fmt: skip
