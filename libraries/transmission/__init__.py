"""Between turning and sliding: screws, racks, wheels, ropes, belts and the differential drive."""

from libraries.transmission.belts import Belt, Pulley
from libraries.transmission.differential import DifferentialDrive
from libraries.transmission.screws import LeadScrew
from libraries.transmission.wheels import IdealRollingWheel, RackAndPinion

__all__ = ["Belt", "DifferentialDrive", "IdealRollingWheel", "LeadScrew", "Pulley", "RackAndPinion"]
