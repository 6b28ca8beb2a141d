"""The units Junctura knows, as data: what each one is, which prefixes it takes, and what it measures in plain words."""

from __future__ import annotations

import math
from fractions import Fraction

BASE_UNITS = ("kg", "m", "s", "A", "K", "mol", "cd")

_PI = Fraction(math.pi)

# symbol: (how many, of what); each line uses only units above it
DEFINITIONS: dict[str, tuple[str | Fraction, str]] = {
    "g": ("1e-3", "kg"),
    "rad": ("1", "1"),
    "sr": ("1", "1"),
    "Hz": ("1", "1/s"),
    "N": ("1", "kg.m/s2"),
    "Nm": ("1", "N.m"),
    "Pa": ("1", "N/m2"),
    "J": ("1", "N.m"),
    "W": ("1", "J/s"),
    "C": ("1", "A.s"),
    "V": ("1", "W/A"),
    "F": ("1", "C/V"),
    "ohm": ("1", "V/A"),
    "S": ("1", "A/V"),
    "Wb": ("1", "V.s"),
    "T": ("1", "Wb/m2"),
    "H": ("1", "Wb/A"),
    "min": ("60", "s"),
    "h": ("3600", "s"),
    "d": ("86400", "s"),
    "day": ("86400", "s"),
    "deg": (_PI / 180, "rad"),
    "rev": (_PI * 2, "rad"),
    "rpm": ("1", "rev/min"),
    "l": ("1e-3", "m3"),
    "L": ("1e-3", "m3"),
    "in": ("0.0254", "m"),
    "inch": ("0.0254", "m"),
    "ft": ("0.3048", "m"),
    "lb": ("0.45359237", "kg"),
    "lbf": ("4.4482216152605", "N"),
    "bar": ("1e5", "Pa"),
    "atm": ("101325", "Pa"),
    "psi": ("1", "lbf/in2"),
    "mmHg": ("133.322387415", "Pa"),
    "Torr": ("101325/760", "Pa"),
    "eV": ("1.602176634e-19", "J"),
    "Wh": ("3600", "J"),
    "Ah": ("3600", "C"),
    "%": ("0.01", "1"),
    "ppm": ("1e-6", "1"),
    "degC": ("1", "K"),
    "degF": ("5/9", "K"),
}

# where the zero of a scale lies, in kelvin
OFFSETS: dict[str, Fraction] = {"degC": Fraction("273.15"), "degF": Fraction("459.67") * 5 / 9}

PREFIXES = {"G": "1e9", "M": "1e6", "k": "1e3", "h": "1e2", "d": "1e-1", "c": "1e-2"}
PREFIXES |= {"m": "1e-3", "u": "1e-6", "n": "1e-9", "p": "1e-12"}

COMMON_PREFIXES = "GMkmunp"
PREFIXABLE = (
    *("m", "s", "g", "A", "K", "mol", "rad", "Hz", "N", "Nm", "Pa", "J", "W", "C", "V", "F", "ohm", "S"),
    *("Wb", "T", "H", "l", "L", "bar", "eV", "Wh", "Ah"),
)
EXTRA_PREFIXES = {"m": "cd", "l": "hcd", "L": "hcd", "Pa": "h", "N": "c", "Nm": "c"}

# other ways to write the same, tried on the text before it is read
SPELLINGS = {"°C": "degC", "°F": "degF", "°": "deg", "\u00b5": "u", "\u03bc": "u", "\u03a9": "ohm", "\u2126": "ohm"}
SPELLINGS |= {"**": "^", "*": ".", "·": ".", "⋅": ".", "\u2212": "-", "⁻": "-"}
SPELLINGS |= dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True))

# words that people write for a symbol; they are suggested, not accepted
_WORDS_FOR = {
    **{"m": "meter metre", "mm": "millimeter millimetre", "km/h": "kph kmh kmph", "kg": "kilogram kilo", "g": "gram"},
    **{"s": "sec second", "min": "minute", "h": "hour hr", "deg": "degree", "rad": "radian", "Hz": "hertz"},
    **{"A": "amp ampere", "V": "volt", "W": "watt", "F": "farad", "H": "henry", "kohm": "kilohm", "Mohm": "megohm"},
    **{"K": "kelvin", "degC": "celsius", "degF": "fahrenheit", "J": "joule", "Pa": "pascal", "%": "percent"},
    **{"l": "liter litre", "cm3": "cc", "N": "newton"},
}
WORDS = {word: symbol for symbol, words in _WORDS_FOR.items() for word in words.split()}

# how a dimension is printed, and what it is called
WELL_KNOWN: dict[str, str] = {
    "1": "number",
    "m": "length",
    "m2": "area",
    "m3": "volume",
    "kg": "mass",
    "s": "time",
    "A": "current",
    "K": "temperature",
    "mol": "amount of substance",
    "cd": "luminous intensity",
    "m/s": "speed",
    "m/s2": "acceleration",
    "m/s3": "jerk",
    "1/s": "frequency or angular speed",
    "1/s2": "angular acceleration",
    "1/m": "curvature",
    "N": "force",
    "N.s": "momentum",
    "N.m": "torque or energy",
    "N.m.s": "rotational damping",
    "N/m": "stiffness",
    "W": "power",
    "kg.m2": "moment of inertia",
    "kg/s": "mass flow",
    "kg/m": "mass per length",
    "kg/m3": "density",
    "kg/mol": "molar mass",
    "mol/m3": "concentration",
    "Pa": "pressure",
    "Pa/s": "pressure rate",
    "Pa.s": "viscosity",
    "1/Pa": "compressibility",
    "m2/s": "kinematic viscosity",
    "m3/s": "volume flow",
    "m3/(s.Pa)": "flow conductance",
    "C": "charge",
    "V": "voltage",
    "V/m": "electric field",
    "ohm": "resistance",
    "ohm.m": "resistivity",
    "S": "conductance",
    "F": "capacitance",
    "H": "inductance",
    "Wb": "magnetic flux",
    "T": "magnetic flux density",
    "1/K": "temperature coefficient",
    "K/s": "temperature rate",
    "K/W": "thermal resistance",
    "W/K": "thermal conductance",
    "W/m2": "heat flux",
    "W/(m.K)": "thermal conductivity",
    "W/(m2.K)": "heat transfer coefficient",
    "J/K": "heat capacity",
    "J/kg": "specific energy",
    "J/(kg.K)": "specific heat capacity or gas constant",
    "J/(mol.K)": "molar heat capacity",
}

# units that say more than their dimension does
UNIT_NAMES: dict[str, str] = {
    **dict.fromkeys(("rad", "mrad", "deg", "rev"), "angle"),
    **dict.fromkeys(("rad/s", "deg/s", "rpm"), "angular speed"),
    **dict.fromkeys(("rad/s2", "deg/s2"), "angular acceleration"),
    **dict.fromkeys(("J", "mJ", "kJ", "Wh", "kWh", "eV"), "energy"),
    **dict.fromkeys(("N.m", "Nm", "mNm", "kNm", "cNm", "mN.m", "kN.m", "cN.m"), "torque"),
    **dict.fromkeys(("Hz", "kHz", "MHz", "GHz"), "frequency"),
    "sr": "solid angle",
    "N.s/m": "damping",
    "N.m/rad": "rotational stiffness",
    "N.m.s/rad": "rotational damping",
    "N.m/A": "torque constant",
    "V.s/rad": "speed constant",
}
