"""Motors and drives against the equations of the textbook, solved by scipy or by hand."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from blocks import Block, Equations, Output
from libraries import control as c
from libraries import electrical as e
from libraries import rotational as r
from libraries import signals as s
from libraries import translational as tr
from solver.result import Result
from tests.libraries.simulated import Array, end, run

REST = {"phi": 0, "w": 0}
R, L, K, J, B = 0.5, 1e-2, 0.05, 1e-4, 2e-4
DC = {"R": R, "L": L, "k": K, "J": J, "damping": B}


def dc_motor(more: dict[str, Block] | None = None, wires: Sequence[str] = (), **settings: Any) -> Result:
    """Return the run of a motor that is switched on to 12 V."""
    blocks = {"V": e.ConstantVoltage(V=12), "motor": e.DCMotor(**DC, start={**REST, "i": 0}), "ground": e.Ground()}
    wires = ["V.p motor.p", "ground.p V.n motor.n", *wires]
    return run({**blocks, **(more or {})}, wires, **{"until": 0.5, **settings})


def test_dc_motor_steps_with_the_poles_of_its_matrix() -> None:
    result = dc_motor()
    A = np.array([[-R / L, -K / L], [K / J, -B / J]])
    poles, modes = np.linalg.eig(A)
    assert poles.imag.any()  # it overshoots, so that both poles show
    final = np.linalg.solve(A, [-12 / L, 0])
    decay = modes * np.linalg.solve(modes, final) @ np.exp(np.outer(poles, result.time))
    i, w = final[:, np.newaxis] - decay.real
    assert result["motor.i"] == pytest.approx(i, abs=1e-6)
    assert result["motor.w"] == pytest.approx(w, abs=1e-6)


def test_dc_motor_idles_and_stalls() -> None:
    idle = dc_motor(until=2)
    assert end(idle, "motor.w")[0] == pytest.approx(12 * K / (K**2 + R * B))
    held = {"hand": r.Fixed(), "meter": r.TorqueSensor()}
    stalled = dc_motor(held, ["motor.shaft meter.a", "meter.b hand.shaft"], until=2)
    assert end(stalled, "meter.torque", "motor.i") == pytest.approx([K * 12 / R, 12 / R])


def test_dc_motor_is_the_sum_of_its_parts() -> None:
    result = dc_motor(
        {
            "R": e.Resistor(R=R), "L": e.Inductor(L=L, start={"i": 0}), "emf": e.EMF(k=K),
            "rotor": r.Inertia(J=J, start=REST), "bearing": r.Damper(damping=B), "wall": r.Fixed(),
        },
        ["V.p R.p", "R.n L.p", "L.n emf.p", "emf.n ground.p", "emf.shaft rotor.a bearing.a", "bearing.b wall.shaft"],
    )  # fmt: skip
    assert result["motor.w"] == pytest.approx(result["rotor.w"], abs=1e-6)
    assert result["motor.i"] == pytest.approx(result["L.i"], abs=1e-6)


def test_dc_motor_loses_no_energy() -> None:
    result = dc_motor({"load": r.ConstantTorque(torque=-0.1)}, ["load.shaft motor.shaft"], interval=1e-4)
    i, w, t = result["motor.i"], result["motor.w"], result.time
    stored = L * i**2 / 2 + J * w**2 / 2
    spent = np.trapezoid(12 * i - R * i**2 - B * w**2 - 0.1 * w, t)
    assert spent == pytest.approx(stored[-1], rel=1e-5)
    # in the end nothing is stored any more
    assert 12 * i[-1] == pytest.approx(R * i[-1] ** 2 + B * w[-1] ** 2 + 0.1 * w[-1], rel=1e-4)


@pytest.mark.parametrize("width", [0.75, 0.3])
def test_h_bridge_of_switches_drives_a_motor_by_its_mean_voltage(width: float) -> None:
    bridge = {f"T{k}": e.IdealGTOThyristor() for k in range(1, 5)} | {f"D{k}": e.IdealDiode() for k in range(1, 5)}
    result = run(
        {
            "V": e.ConstantVoltage(V=24), "ground": e.Ground(), "pulses": s.BooleanPulse(period=1e-3, width=width),
            "other": s.Not(), "motor": e.DCMotor(L=1e-3, damping=1e-5, start={**REST, "i": 0}), **bridge,
        },
        [
            "V.p T1.p T3.p D1.n D3.n", "T1.n D1.p T2.p D2.n motor.p", "T3.n D3.p T4.p D4.n motor.n",
            "ground.p V.n T2.n T4.n D2.p D4.p", "pulses.y T1.fire T4.fire other.u", "other.y T2.fire T3.fire",
        ],
        until=0.05,
        tolerance=1e-6,
    )  # fmt: skip
    late = result.time > 0.04 - 1e-9
    speed = np.trapezoid(result["motor.w"][late], result.time[late]) / 0.01
    assert speed == pytest.approx(24 * (2 * width - 1) * 0.03 / (0.03**2 + 0.3 * 1e-5), rel=5e-3)
    # the coil carries its current on through the diodes, so no voltage leaves the range of the supply
    assert abs(result["motor.v"]).max() == pytest.approx(24, rel=1e-3)


def test_voice_coil_pushes_a_mass() -> None:
    result = run(
        {
            "V": e.ConstantVoltage(V=6), "R": e.Resistor(R=3), "coil": e.VoiceCoil(k=5), "ground": e.Ground(),
            "mass": tr.Mass(m=0.5, start={"s": 0, "v": 0}),
        },
        ["V.p R.p", "R.n coil.p", "coil.n ground.p V.n", "coil.flange mass.a"],
    )  # fmt: skip
    rate = 5**2 / (3 * 0.5)
    assert result["mass.v"] == pytest.approx(6 / 5 * (1 - np.exp(-rate * result.time)), abs=1e-7)


P = 4
Rates = Callable[[float, Array], list[float]]
BRUSHLESS = {"pole_pairs": P, "R": 0.2, "L": 3e-4, "k": 0.12, "J": 2e-4, "damping": 1e-4}


def phase(time: Array, speed: float, shift: float) -> Array:
    return np.sin(P * speed * time + shift)


@pytest.mark.parametrize(("ahead", "share"), [(0, 1), (np.pi / 2, 0), (np.pi / 3, 0.5)])
def test_sinusoidal_currents_make_a_constant_torque(ahead: float, share: float) -> None:
    """Currents in phase with the back-EMF make all the torque; those across it make none."""
    wave = {"amplitude": 10, "frequency": P * 50 / (2 * np.pi)}
    result = run(
        {
            "motor": e.BrushlessMotor(**BRUSHLESS), "speed": r.Speed(start={"phi": 0}), "w": s.Constant(level=50),
            "a": e.SineCurrent(**wave, phase=ahead), "b": e.SineCurrent(**wave, phase=ahead - 2 * np.pi / 3),
            "ground": e.Ground(),
        },
        ["w.y speed.speed", "speed.shaft motor.shaft", "a.p motor.a", "b.p motor.b", "ground.p a.n b.n motor.c"],
        until=0.1,
    )  # fmt: skip
    # a source whose current leaves at p drives -sin into the phase, the sign of the back-EMF
    assert result["motor.tau"] == pytest.approx(0.12 * 10 * share, abs=1e-9)


def test_open_pins_show_the_back_emf() -> None:
    result = run(
        {
            "motor": e.BrushlessMotor(**BRUSHLESS), "speed": r.Speed(start={"phi": 0}), "w": s.Constant(level=50),
            "volts": e.VoltageSensor(), "ground": e.Ground(),
        },
        ["w.y speed.speed", "speed.shaft motor.shaft", "volts.p motor.a", "volts.n motor.b ground.p"],
        until=0.1,
    )  # fmt: skip
    # the flux of the magnets is k / (3/2 P) at its peak
    flux = 0.12 / (1.5 * P)
    expected = -P * 50 * flux * (phase(result.time, 50, 0) - phase(result.time, 50, -2 * np.pi / 3))
    assert result["volts.voltage"] == pytest.approx(expected, abs=1e-9)
    assert result["volts.voltage"].max() == pytest.approx(np.sqrt(3) * 2 / 3 * 0.12 * 50, rel=1e-3)


def dq_motor(voltage: Callable[[float, Array], Sequence[float]], load: float = 0.0) -> Rates:
    """Return the textbook's equations of a motor with magnets on its surface: d, q, speed and angle."""
    flux = 0.12 / (1.5 * P)

    def rates(t: float, x: Array) -> list[float]:
        d, q, w, _ = x
        v_d, v_q = voltage(t, x)
        turning = P * w
        return [
            (v_d - 0.2 * d + turning * 3e-4 * q) / 3e-4,
            (v_q - 0.2 * q - turning * 3e-4 * d - turning * flux) / 3e-4,
            (1.5 * P * flux * q - 1e-4 * w + load) / 2e-4,
            w,
        ]

    return rates


def solved(rates: Rates, x0: list[float], times: Array) -> Array:
    unique = np.unique(times)
    found = solve_ivp(rates, (0, unique[-1]), x0, "Radau", unique, rtol=1e-9, atol=1e-9)
    return found.y[:, np.searchsorted(unique, times)]


def test_phases_and_turning_frame_are_the_same_motor() -> None:
    """The motor with three pins, fed by an inverter, against the equations in the turning frame."""
    result = run(
        {
            "motor": e.BrushlessMotor(**BRUSHLESS, start=REST), "inverter": e.ThreePhaseInverter(pole_pairs=P),
            "V": e.ConstantVoltage(V=48), "ground": e.Ground(), "angle": r.AngleSensor(),
            "d": s.Constant(level=-1), "q": s.Constant(level=6), "load": r.ConstantTorque(torque=-0.3),
        },
        [
            "d.y inverter.d_voltage", "q.y inverter.q_voltage", "angle.shaft motor.shaft load.shaft",
            "angle.angle inverter.angle", "inverter.a motor.a", "inverter.b motor.b", "inverter.c motor.c",
            "V.p inverter.p", "V.n inverter.n ground.p",
        ],
        until=0.05,
    )  # fmt: skip
    d, q, w, phi = solved(dq_motor(lambda t, x: (-1, 6), load=-0.3), [0, 0, 0, 0], result.time)
    assert result["motor.w"] == pytest.approx(w, abs=1e-5)
    assert result["motor.phi"] == pytest.approx(phi, abs=1e-6)
    assert result["inverter.d_current"] == pytest.approx(d, abs=1e-4)
    assert result["inverter.q_current"] == pytest.approx(q, abs=1e-4)
    assert result["motor.i"][:, 0] == pytest.approx(d * np.cos(P * phi) - q * np.sin(P * phi), abs=1e-3)
    # the inverter passes on what it takes
    assert result["inverter.i"] == pytest.approx(1.5 * (-1 * d + 6 * q) / 48, abs=1e-4)


class OpenDrive(e.BrushlessDrive):
    """A drive that shows its voltages."""

    d_voltage = Output("V", "voltage d")
    q_voltage = Output("V", "voltage q")

    def equations(self) -> Equations:
        yield self.d_voltage == self.v[0]
        yield self.q_voltage == self.v[1]


def test_a_drive_is_a_motor_at_its_voltages() -> None:
    """A drive up to its voltage limit, a three-phase motor with the same voltages, and scipy: three ways, one speed."""
    bandwidth, bus, limit = 400.0, 24.0, 15.0
    result = run(
        {
            "drive": OpenDrive(**BRUSHLESS, bandwidth=bandwidth, bus_voltage=bus, max_current=limit, start=REST),
            "torque": s.Constant(level=5), "motor": e.BrushlessMotor(**BRUSHLESS, start=REST),
            "inverter": e.ThreePhaseInverter(pole_pairs=P), "V": e.ConstantVoltage(V=2 * bus), "ground": e.Ground(),
            "angle": r.AngleSensor(),
        },
        [
            "torque.y drive.torque", "drive.d_voltage inverter.d_voltage", "drive.q_voltage inverter.q_voltage",
            "angle.shaft motor.shaft", "angle.angle inverter.angle", "inverter.a motor.a", "inverter.b motor.b",
            "inverter.c motor.c", "V.p inverter.p", "V.n inverter.n ground.p",
        ],
        until=0.06,
    )  # fmt: skip
    assert result["motor.w"] == pytest.approx(result["drive.w"], abs=1e-4)
    assert result["inverter.q_current"] == pytest.approx(result["drive.i"][:, 1], abs=1e-3)

    gain = 2 * np.pi * bandwidth * 3e-4

    def controlled(t: float, x: Array) -> list[float]:
        d, q, w, _, x_d, x_q = x
        e_d, e_q = -d, limit - q
        wanted = np.array([gain * e_d + x_d - P * w * 3e-4 * q, gain * e_q + x_q + P * w * 3e-4 * d + 0.08 * w])
        given = wanted * min(1, bus / np.sqrt(3) / max(np.hypot(*wanted), 1e-12))
        back = 0.2 / 3e-4 * (np.array([gain * e_d, gain * e_q]) - (wanted - given))
        return [*dq_motor(lambda t, x: given)(t, x[:4]), *back]

    d, q, w, *_ = solved(controlled, [0.0] * 6, result.time)
    assert result["drive.w"] == pytest.approx(w, abs=1e-4)
    assert result["drive.i"] == pytest.approx(np.array([d, q]).T, abs=1e-4)
    amplitude = np.hypot(*result["drive.v"].T)
    assert amplitude.max() == pytest.approx(bus / np.sqrt(3), rel=1e-9)
    assert q.max() == pytest.approx(limit, rel=1e-3)
    assert q[-1] < 0.9 * limit  # the voltage no longer suffices


DRIVES = [e.DCDrive, e.BrushlessDrive]


def locked(drive: Block, torque: Block, until: float) -> Result:
    """Return the run of a drive whose shaft is held."""
    blocks = {"drive": drive, "torque": torque, "hand": r.Fixed()}
    return run(blocks, ["torque.y drive.torque", "drive.shaft hand.shaft"], until)


@pytest.mark.parametrize("drive", DRIVES)
def test_current_loop_is_a_low_pass_of_its_bandwidth(drive) -> None:
    step = locked(drive(k=0.1, bandwidth=200, bus_voltage=100), s.Step(height=0.5, delay=0.001), 0.005)
    late = np.maximum(step.time - 0.001, 0)
    assert step["drive.current"] == pytest.approx(5 * (1 - np.exp(-2 * np.pi * 200 * late)), abs=1e-6)

    sine = locked(drive(k=0.1, bandwidth=200, bus_voltage=100), s.Sine(amplitude=0.5, frequency=200), 0.03)
    settled = sine.time > 0.02
    expected = 5 / np.sqrt(2) * np.sin(2 * np.pi * 200 * sine.time - np.pi / 4)
    assert sine["drive.current"][settled] == pytest.approx(expected[settled], abs=1e-6)


@pytest.mark.parametrize("drive", DRIVES)
def test_current_stays_within_its_limit(drive) -> None:
    result = locked(drive(k=0.1, max_current=4), s.Sine(amplitude=3, frequency=10), 0.1)
    assert result["drive.current"].max() == pytest.approx(4, abs=1e-3)
    assert result["drive.current"].min() == pytest.approx(-4, abs=1e-3)


@pytest.mark.parametrize(("drive", "speed"), [(e.DCDrive, 24 / 0.1), (e.BrushlessDrive, np.sqrt(3) / 2 * 24 / 0.1)])
def test_voltage_ends_the_speed(drive, speed: float) -> None:
    """Without load the back-EMF grows to what the supply can give, and no torque is left."""
    result = run({"drive": drive(k=0.1, J=1e-4), "torque": s.Constant(level=1)}, ["torque.y drive.torque"], until=0.5)
    assert end(result, "drive.w")[0] == pytest.approx(speed, rel=1e-6)
    assert end(result, "drive.current")[0] == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("drive", DRIVES)
def test_drive_does_not_wind_up(drive) -> None:
    """Held for long at a speed where the voltage cannot make the current, it answers at once when it can again."""
    result = run(
        {
            "drive": drive(k=0.1, R=0.2, bandwidth=200), "torque": s.Constant(level=1),
            "speed": r.Speed(start={"phi": 0}),
            "w": s.TimeTable(times=[0, 0.1, 0.102, 0.2], levels=[230, 230, 100, 100]),
        },
        ["torque.y drive.torque", "w.y speed.speed", "speed.shaft drive.shaft"],
        until=0.2,
    )  # fmt: skip
    current, integral = result["drive.current"], result["drive.integral"]
    before = (result.time > 0.09) & (result.time < 0.1)
    assert current[before].max() < 7
    after = result.time > 0.102 + 5 / (2 * np.pi * 200)
    assert current[after] == pytest.approx(10, abs=0.1)
    assert current.max() < 10.01
    assert integral == pytest.approx(0.2 * result["drive.i"], abs=1e-6)


def test_drive_power_is_what_leaves_it() -> None:
    drive, load = e.BrushlessDrive(**{**BRUSHLESS, "J": 2e-6}), r.ConstantTorque(torque=-0.59)
    blocks = {"drive": drive, "load": load, "torque": s.Constant(level=0.6)}
    result = run(blocks, ["torque.y drive.torque", "drive.shaft load.shaft"])
    w, q = end(result, "drive.w", "drive.current")
    assert w == pytest.approx(0.01 / 1e-4)
    assert end(result, "drive.power")[0] == pytest.approx(0.59 * w + 1e-4 * w**2 + 1.5 * 0.2 * q**2, rel=1e-6)


def test_field_oriented_control_from_blocks() -> None:
    """Motor, inverter and two PI controllers: the current loop of a drive, with every wire to be seen."""
    tuned = {"k": 3e-4 * 2 * np.pi * 400, "Ti": 3e-4 / 0.2, "low": -20, "high": 20}
    result = run(
        {
            "motor": e.BrushlessMotor(**BRUSHLESS, start=REST), "inverter": e.ThreePhaseInverter(pole_pairs=P),
            "V": e.ConstantVoltage(V=48), "ground": e.Ground(), "angle": r.AngleSensor(), "zero": s.Constant(level=0),
            "target": s.Constant(level=8), "d": c.PI(**tuned), "q": c.PI(**tuned), "load": r.Inertia(J=2e-3),
        },
        [
            "zero.y d.target", "target.y q.target", "inverter.d_current d.measured", "inverter.q_current q.measured",
            "d.command inverter.d_voltage", "q.command inverter.q_voltage", "angle.shaft motor.shaft load.a",
            "angle.angle inverter.angle", "inverter.a motor.a", "inverter.b motor.b", "inverter.c motor.c",
            "V.p inverter.p", "V.n inverter.n ground.p",
        ],
        until=0.05,
    )  # fmt: skip
    settled = result.time > 0.02
    assert result["inverter.q_current"][settled] == pytest.approx(8, abs=0.1)
    assert result["motor.tau"][settled] == pytest.approx(0.12 * 8, abs=0.015)
