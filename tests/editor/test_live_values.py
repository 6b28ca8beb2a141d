"""What connections show of a run."""

from blocks import Diagram
from editor.live_values import seen_at
from libraries import control, electrical, gas, planar, rotational, signals


def mixed() -> Diagram:
    d = Diagram("mixed")
    d.add("pid", control.PID())
    d.add("torque", rotational.Torque())
    d.add("scope", signals.Scope())
    d.add("joint", planar.Revolute())
    d.add("rod", planar.Rod())
    d.add("source", electrical.ConstantVoltage())
    d.add("resistor", electrical.Resistor(), count=3)
    d.add("tank", gas.Tank())
    d.add("supply", gas.Supply())
    return d


def test_an_output_shows_itself() -> None:
    pairs = [("torque.torque", "pid.command"), ("pid.command", "scope.u[1]")]
    assert seen_at(mixed(), pairs) == [("pid.command", "pid.command")]


def test_a_physical_connection_shows_what_its_ports_share() -> None:
    assert seen_at(mixed(), [("torque.shaft", "joint.axis")]) == [("torque.shaft", "torque.shaft.phi")]
    assert seen_at(mixed(), [("supply.gas", "tank.gas")])[0][1].endswith(".p")


def test_what_cannot_be_read_beside_a_line_is_not_shown() -> None:
    """Neither the place and angle of a frame nor one number for many elements."""
    assert seen_at(mixed(), [("joint.b", "rod.a")]) == []
    assert seen_at(mixed(), [("source.p", "resistor.p")]) == [("source.p", "source.p.v")]
    assert seen_at(mixed(), [("resistor.n", "resistor.p")]) == []
    assert seen_at(mixed(), [("nobody.p", "source.q")]) == []
