"""Where the leads of icons end when the general rules do not say so; all on the grid of a block of 80 x 60."""

from __future__ import annotations

Spot = tuple[int, int, str]

_LEFT_TWO: tuple[Spot, Spot] = ((-40, -20, "left"), (-40, 20, "left"))
_RIGHT_TWO: tuple[Spot, Spot] = ((40, -20, "right"), (40, 20, "right"))
_L: Spot = (-40, 0, "left")
_R: Spot = (40, 0, "right")
_T: Spot = (0, -30, "top")
_B: Spot = (0, 30, "bottom")
_FOUR_POLES = dict(zip(("p1", "n1", "p2", "n2"), _LEFT_TWO + _RIGHT_TWO, strict=True))
_AMPLIFIER: dict[str, Spot] = {"n": (-40, -10, "left"), "p": (-40, 10, "left"), "out": _R}
_BIPOLAR: dict[str, Spot] = {"base": _L, "collector": (10, -30, "top"), "emitter": (10, 30, "bottom")}
_FIELD: dict[str, Spot] = {"gate": _L, "drain": (10, -30, "top"), "source": (10, 30, "bottom")}
_HEAT: dict[str, Spot] = {"heat": (-20, 30, "bottom")}
_VALVES = (("ProportionalValve", "command"), ("OnOffValve", "on"))
_SUPPORTED: dict[str, Spot] = {"support": (40, 20, "right")}

PLACES: dict[str, dict[str, Spot]] = {
    "electrical.Ground": {"p": _T},
    "electrical.EMF": {"p": _LEFT_TWO[0], "n": _LEFT_TWO[1], "shaft": _R},
    "electrical.EMFWithSupport": {"p": _LEFT_TWO[0], "n": _LEFT_TWO[1], "shaft": _R, "support": (10, 30, "bottom")},
    "electrical.DCMotor": {"p": _LEFT_TWO[0], "n": _LEFT_TWO[1], "shaft": _R},
    "electrical.VoiceCoil": {"p": _LEFT_TWO[0], "n": _LEFT_TWO[1], "flange": _R},
    "electrical.BrushlessMotor": {"a": _LEFT_TWO[0], "b": _L, "c": _LEFT_TWO[1], "shaft": _R},
    "electrical.BrushlessDrive": {"torque": _L, "shaft": _R, "current": (-20, 30, "bottom")},
    "electrical.DCDrive": {"torque": _L, "shaft": _R, "current": (-20, 30, "bottom")},
    **{f"electrical.{name}": _FOUR_POLES
       for name in ("CCCS", "CCVS", "VCCS", "VCVS", "IdealTransformer", "TLine", "Transformer")},
    **{f"electrical.{name}": {"p1": _L, "p2": _R, "p3": _B} for name in ("OLine", "ULine")},
    **{f"electrical.{name}": _AMPLIFIER for name in ("OpAmp", "IdealOpAmp")},
    **{f"electrical.{name}": {**_AMPLIFIER, "supply_p": _T, "supply_n": _B}
       for name in ("OpAmpDetailed", "OpAmpWithSupply")},
    **{f"electrical.{name}": _BIPOLAR for name in ("NPN", "PNP")},
    **{f"electrical.{name}": _FIELD for name in ("NMOS", "PMOS")},
    **{f"electrical.Heating{name}": _BIPOLAR | _HEAT for name in ("NPN", "PNP")},
    **{f"electrical.Heating{name}": _FIELD | _HEAT for name in ("NMOS", "PMOS")},
    "electrical.IdealTwoWaySwitch": {
        "common": _L, "on": (40, -20, "right"), "off": (40, 20, "right"), "control": _T},
    **{f"electrical.{name}": {"p": _L, "n": _R, "fire": (20, -30, "top")}
       for name in ("IdealThyristor", "IdealGTOThyristor")},
    "electrical.Thyristor": {"anode": _L, "cathode": _R, "gate": (20, -30, "top")},
    "electrical.Triac": {"p": _L, "n": _R, "gate": (20, -30, "top")},
    "electrical.ThreePhaseInverter": {
        "p": (-40, -10, "left"), "n": (-40, 10, "left"), "a": _RIGHT_TWO[0], "b": _R, "c": _RIGHT_TWO[1],
        "d_voltage": (-20, -30, "top"), "q_voltage": _T, "angle": (20, -30, "top"),
        "d_current": (-10, 30, "bottom"), "q_current": (10, 30, "bottom")},
    "electrical.Potentiometer": {"p": _L, "n": _R, "wiper": _T, "position": (-40, -30, "left")},
    "gas.Supply": {"gas": _R},
    "gas.Atmosphere": {"gas": _T},
    "gas.Tube": {"a": _L, "b": _R},
    **{f"gas.{name}3": {signal: _L, "work": _T, "supply": (-10, 30, "bottom"), "exhaust": (10, 30, "bottom")}
       for name, signal in _VALVES},
    **{f"gas.{name}5": {
        signal: _L, "a": (-20, -30, "top"), "b": (20, -30, "top"), "exhaust_a": (-20, 30, "bottom"), "supply": _B,
        "exhaust_b": (20, 30, "bottom")} for name, signal in _VALVES},
    "gas.SingleActingCylinder": {"barrel": _L, "piston": _R, "gas": (-20, 30, "bottom")},
    "gas.DoubleActingCylinder": {"barrel": _L, "piston": _R, "cap": (-20, 30, "bottom"), "rod": (20, 30, "bottom")},
    "gas.TranslationalConverter": {"a": _L, "b": _R, "gas": (-20, 30, "bottom")},
    "gas.HeatedTranslationalConverter": {"a": _L, "b": _R, "gas": (-20, 30, "bottom"), "heat": (20, 30, "bottom")},
    "gas.McKibbenMuscle": {"a": _L, "b": _R, "gas": _B},
    "planar.LineForce": {"a": _L, "b": _R, "near": (-20, -30, "top"), "far": (20, -30, "top")},
    "planar.SlipWheel": {
        "a": _L, "axis": _T, "more_load": (20, -30, "top"), "drive_force": _RIGHT_TWO[0], "side_force": _R,
        "slip_speed": _RIGHT_TWO[1]},
    "spatial.Universal": {"a": _L, "b": _R, "axis_a": (-20, -30, "top"), "axis_b": (20, -30, "top")},
    "spatial.Cylindrical": {"a": _L, "b": _R, "shaft": (-10, -30, "top"), "flange": (10, -30, "top")},
    "spatial.ForceBetween": {"a": _L, "b": _R, "force": (-10, -30, "top"), "torque": (10, -30, "top")},
    **{f"rotational.{name}WithSupport": {"shaft": _R, "support": _L, signal: _T}
       for name, signal in (("Accelerate", "acceleration"), ("Position", "angle"), ("Speed", "speed"),
                            ("Torque", "torque"))},
    **{f"translational.{name}WithSupport": {"flange": _R, "support": (-40, 20, "left"), signal: _T}
       for name, signal in (("Accelerate", "acceleration"), ("Position", "position"), ("Speed", "speed"))},
    "translational.ForceWithSupport": {"flange": _R, "support": _L, "force": _T},
    **{f"rotational.{name}WithSupport": {"shaft": _L, **_SUPPORTED}
       for name in ("BearingFriction", "StribeckFriction")},
    **{f"translational.{name}WithSupport": {"flange": _L, **_SUPPORTED}
       for name in ("SupportFriction", "StribeckFriction")},
    "rotational.BrakeWithSupport": {"shaft": _L, "engagement": _T, **_SUPPORTED},
    "translational.BrakeWithSupport": {"flange": _L, "engagement": _T, **_SUPPORTED},
    "rotational.IdealPlanetary": {"sun": _L, "carrier": _T, "ring": _R},
    "transmission.RackAndPinion": {"shaft": _T, "flange": _R},
    "transmission.Pulley": {"a": (-20, 30, "bottom"), "b": (20, 30, "bottom"), "axle": _T, "shaft": _R},
    "signals.Feedback": {"target": _L, "measured": _B, "y": _R},
    "signals.TriggeredSampler": {"u": _L, "trigger": _B, "y": _R},
    "thermal.HeatCapacitor": {"heat": _B},
    "thermal.BodyRadiation": {"a": _L, "b": _R},
}  # fmt: skip

# how far down an icon is drawn so that its leads meet ports in the middle of its sides
_SHIFTS = {
    10: "rotational.HeatingClutch rotational.HeatingDamper rotational.HeatingElastoBacklash "
        "rotational.HeatingLossyGear translational.HeatingElastoGap translational.HeatingDamper",
    8: "translational.StribeckFriction translational.SupportFriction translational.Accelerate translational.Position "
       "translational.Speed translational.AccelerateWithSupport translational.PositionWithSupport "
       "translational.SpeedWithSupport translational.HeatingSupportFriction electrical.HeatingDiode "
       "translational.StribeckFrictionWithSupport translational.SupportFrictionWithSupport electrical.HeatingResistor",
    6: "translational.BrakeWithSupport",
    4: "rotational.IdealGearWithSupport rotational.LossyGearWithSupport rotational.Brake rotational.HeatingBrake "
       "rotational.BrakeWithSupport rotational.EddyCurrentBrake",
    2: "rotational.Inertia translational.Mass rotational.BearingFriction rotational.StribeckFriction "
       "rotational.HeatingBearingFriction rotational.BearingFrictionWithSupport "
       "rotational.StribeckFrictionWithSupport",
    -2: "translational.Brake translational.HeatingBrake",
    -4: "rotational.Torque electrical.SaturatingInductor electrical.IdealTwoWaySwitch",
    -5: "rotational.TorqueWithSupport",
    -8: "electrical.SwitchWithArc electrical.IdealClosingSwitch electrical.IdealOpeningSwitch",
    -10: "thermal.FixedTemperature",
    -14: "electrical.Potentiometer",
    -16: "rotational.ConstantTorque rotational.TorqueStep thermal.RelativeTemperatureSensor",
    -19: "thermal.TemperatureSensor thermal.PrescribedTemperature",
}  # fmt: skip
ICON_SHIFT = {name: shift for shift, names in _SHIFTS.items() for name in names.split()}
