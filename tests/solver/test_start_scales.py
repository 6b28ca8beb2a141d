"""A start is found where quantities of very different size meet: pressures in Pa and the place of a piston in m."""

from blocks.diagram import Diagram
from libraries.control import PID
from libraries.gas import DoubleActingCylinder
from libraries.signals import Constant
from libraries.translational import Fixed, Mass, PositionSensor
from solver.simulate import simulate


def held_cylinder() -> Diagram:
    """Return a cylinder with closed chambers whose piston begins at the end of its stroke, measured by a controller."""
    diagram = Diagram("press")
    diagram.add("wall", Fixed())
    diagram.add("cylinder", DoubleActingCylinder(start={"x": 0.0}))
    diagram.add("load", Mass())
    diagram.add("position", PositionSensor())
    diagram.add("target", Constant(level=0.1))
    diagram.add("controller", PID())
    for first, second in (
        ("wall.flange", "cylinder.barrel"), ("cylinder.piston", "load.a"), ("load.b", "position.flange"),
        ("target.y", "controller.target"), ("position.position", "controller.measured"),
    ):  # fmt: skip
        diagram.connect(first, second)
    return diagram


def test_piston_at_the_end_of_its_stroke() -> None:
    result = simulate(held_cylinder(), 0.01)
    assert abs(result["cylinder.x"][0]) < 1e-12
    assert abs(result["cylinder.p_cap"][0] - 101325) < 1e-3
