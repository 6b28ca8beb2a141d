"""What is said about a block class, as facts and as a page."""

import json
import math

import numpy as np

from blocks import (
    Block,
    Equation,
    Equations,
    Flow,
    Input,
    ModelError,
    Output,
    Parameter,
    Port,
    SampledBlock,
    Shared,
    Structural,
    Variable,
)
from blocks.describe import describe, describe_text
from blocks.functions import der


class Gas(Port):
    """A gas connection."""

    domain = "pneumatics"
    p = Variable("Pa", "pressure")
    m_flow = Flow("kg/s", "mass flow into the block")


class Weather(Block):
    """The air around."""

    p = Parameter(101325.0, "Pa", "pressure")


class Tank(Block):
    """Rigid tank with any number
    of connections.

    The gas is ideal and stays at the temperature ``T``.

        p V = m R T
    """

    weather = Shared(Weather, "what is outside")
    n = Structural(2, "number of connections", min=1)
    law = Structural("ideal", "gas law", choices=("ideal", "real"))
    is_heated = Structural(False, "keep warm")
    gas = Gas("connections", count="n")
    V = Parameter(1e-3, "m3", "volume", min=0, display="l")
    T = Parameter(293.15, "K", "temperature", min=0, display="degC")
    fill = Parameter(0.5, "1", "how full", min=0, max=1)
    ceiling = Parameter(1.0, "any", "anything", max=math.inf)
    table = Parameter(np.linspace(0, 1, 20), "m", "a long table")
    mode = Parameter(True, "bool", "a switch")
    heat = Input("W", "heat", default=0.0)
    level = Input("1", "level")
    y = Output("Pa", "pressure")
    m = Variable("kg", "mass", start=0.1, state="prefer")
    r = Variable("m", "place", shape=("n", 3), start=0.0, fixed=True)

    def equations(self) -> Equations:
        yield der(self.m) == sum(port.m_flow for port in self.gas)
        yield self.r == 0

    def initial_equations(self) -> "list[Equation]":
        return [der(self.m) == 0]


PAGE = """\
Tank
Rigid tank with any number of connections.

The gas is ideal and stays at the temperature T.

    p V = m R T

Ports
  gas[n]  Gas  connections

Each Gas carries
  p       [Pa]          pressure
  m_flow  [kg/s]  flow  mass flow into the block

Inputs
  heat   [W]  heat; 0 W if not connected
  level  [1]  level

Outputs
  y  [Pa]  pressure

Parameters
  V        1 l            volume (0 or more)
  T        20 degC        temperature (-273.15 degC or more)
  fill     0.5            how full (0 to 1)
  ceiling  1              anything
  table    20 values [m]  a long table
  mode     true           a switch

Structure
  n          2      number of connections (1 or more)
  law        ideal  gas law (one of ideal, real)
  is_heated  false  keep warm

Variables
  m  [kg]        mass; start value about 0.1 kg
  r  [m, n x 3]  place; starts at 0 m

Shared with the diagram
  weather  Weather  what is outside

Equations
  der(m) == 0 + gas[1].m_flow + gas[2].m_flow
  r == 0

At the start
  der(m) == 0"""


def test_page() -> None:
    assert describe_text(Tank) == PAGE


def test_facts() -> None:
    facts = describe(Tank)
    assert json.loads(json.dumps(facts, allow_nan=False)) == facts
    assert facts["type"] == "Tank"
    assert facts["summary"] == "Rigid tank with any number of connections."
    assert facts["details"].startswith("The gas is ideal")
    (port,) = facts["ports"]
    assert (port["kind"], port["domain"], port["count"]) == ("Gas", "pneumatics", "n")
    assert [(part["name"], part["kind"], part["unit"]) for part in port["members"]] == [
        ("p", "across", "Pa"), ("m_flow", "flow", "kg/s")
    ]  # fmt: skip
    parameters = {item["name"]: item for item in facts["parameters"]}
    assert parameters["V"] == {
        "name": "V", "unit": "m3", "text": "volume", "shape": [], "min": 0, "max": None, "default": 1e-3, "display": "l"
    }  # fmt: skip
    assert parameters["table"]["shape"] == [20]
    assert parameters["ceiling"]["max"] is None
    assert [item["name"] for item in facts["inputs"]] == ["heat", "level"]
    assert [item["default"] for item in facts["inputs"]] == [0.0, None]
    assert [item["name"] for item in facts["variables"]] == ["m", "r"]
    assert facts["shared"] == [{"name": "weather", "type": "Weather", "text": "what is outside"}]
    assert facts["initial_equations"] == ["der(m) == 0"]


def test_sampled_block_says_so() -> None:
    class Hold(SampledBlock):
        """Holds."""

    assert describe(Hold)["is_sampled"]
    assert "period  0.01 s  time between samples (1e-09 s or more)" in describe_text(Hold)


def test_class_that_cannot_be_traced_has_no_equations() -> None:
    class Abstract(Block):
        """Needs its values first."""

        def equations(self) -> Equations:
            raise ModelError("no values yet")

    assert describe(Abstract)["equations"] == []
    assert describe_text(Abstract) == "Abstract\nNeeds its values first."


def test_long_lines_are_wrapped() -> None:
    class Long(Block):
        """A long one."""

        x = Parameter(1.0, "1", "a text that goes on and on " * 8)
        y = Variable("1", "y")

        def equations(self) -> Equations:
            yield self.y == sum(self.x * i for i in range(1, 30))

    assert max(map(len, describe_text(Long).splitlines())) <= 100
