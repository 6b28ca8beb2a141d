"""Sensors: what a computer gets to see, with sample rate, noise, offset, range and resolution."""

from libraries.sensors.angles import Encoder, Potentiometer
from libraries.sensors.force_resistor import FSR
from libraries.sensors.imu import IMU, PlanarIMU
from libraries.sensors.readings import ContactForce, RangeFinder, Reading

__all__ = ["ContactForce", "Encoder", "FSR", "IMU", "PlanarIMU", "Potentiometer", "RangeFinder", "Reading"]
