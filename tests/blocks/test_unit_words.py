"""The unit of an expression in words."""

import pytest

from blocks import Block, Parameter
from blocks.expression import Expr
from blocks.functions import der, where
from blocks.unit_words import article, composed_unit, declared_unit, factors_text, unit_factors
from blocks.units import unit


class Things(Block):
    """Quantities with units."""

    R = Parameter(1.0, "ohm", "resistance")
    v = Parameter(1.0, "V", "voltage")
    stiffness = Parameter(1.0, "N.m/rad", "stiffness")
    damping = Parameter(1.0, "N.m.s/rad", "damping")
    phi = Parameter(1.0, "rad", "angle")


s = Things()


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("V", "V"),
        ("kg.m2", "kg.m2"),
        ("J/(kg.K)", "J/(K.kg)"),
        ("m/s/s", "m/s2"),
        ("1/s", "1/s"),
        ("1", "1"),
        ("N.m/(rad.m)", "N/rad"),
        ("V/Hz^(1/2)", "V/Hz^(1/2)"),
        ("s-1", "1/s"),
        ("(N.m)/(A.s)", "N.m/(A.s)"),
    ],
)
def test_unit_is_taken_apart_and_put_together(text: str, again: str) -> None:
    assert factors_text(unit_factors(text)) == again
    assert unit(text).dimension == unit(again).dimension


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (s.R * s.v, "V.ohm"),
        (s.v / s.R**2, "V/ohm2"),
        (s.stiffness * s.phi * s.R, "N.m.ohm"),
        (der(s.v) * s.v, "V2/s"),
        ((s.v + s.v) * s.R, "V.ohm"),
        (where(s.v > 0, 0, s.v * s.R), "V.ohm"),
    ],
)
def test_composed_unit(expr: Expr, text: str) -> None:
    assert composed_unit(expr, unit(text).dimension) == text


def test_composed_unit_never_lies() -> None:
    assert composed_unit(s.R * s.v, unit("m").dimension) == "m"


def test_declared_unit_is_kept_while_it_is_only_passed_on() -> None:
    assert declared_unit(-s.phi + s.phi) == "rad"
    assert declared_unit(where(s.v > 0, 0, s.phi)) == "rad"
    assert declared_unit(s.phi * 2) == ""


def test_article() -> None:
    assert [article(word) for word in ("angle", "energy", "inductance", "force", "unit")] == ["an"] * 3 + ["a"] * 2
