"""Heat: bodies that store it, paths that pass it, sources and instruments."""

from libraries.thermal.components import BodyRadiation, Convection, HeatCapacitor, ThermalConductor, ThermalResistor
from libraries.thermal.ports import HeatPort
from libraries.thermal.sensors import HeatFlowSensor, RelativeTemperatureSensor, TemperatureSensor
from libraries.thermal.sources import FixedHeatFlow, FixedTemperature, PrescribedHeatFlow, PrescribedTemperature

__all__ = [
    "BodyRadiation", "Convection", "FixedHeatFlow", "FixedTemperature", "HeatCapacitor", "HeatFlowSensor", "HeatPort",
    "PrescribedHeatFlow", "PrescribedTemperature", "RelativeTemperatureSensor", "TemperatureSensor", "ThermalConductor",
    "ThermalResistor",
]  # fmt: skip
