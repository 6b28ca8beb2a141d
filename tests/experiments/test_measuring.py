"""Measures on signals whose answers are known."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from blocks.errors import ModelError
from blocks.units import read_quantity, unit
from solver.experiments.measure_reader import measure_in_words
from solver.experiments.measuring import NEVER, measured, outcome
from solver.experiments.plan import Amount
from solver.experiments.plots import band
from solver.experiments.recorded import Recorded

TIME = np.linspace(0.0, 10.0, 20_001)
RATE, DAMPING = 2.0, 0.3
FREQUENCY = RATE * math.sqrt(1 - DAMPING**2)


def run(**columns) -> Recorded:
    return Recorded(TIME, columns, {"units": dict.fromkeys(columns, "m")})


def step_response() -> np.ndarray:
    """Return the response of a damped oscillator to a unit step."""
    phase = FREQUENCY * TIME
    share = DAMPING / math.sqrt(1 - DAMPING**2)
    return 1 - np.exp(-DAMPING * RATE * TIME) * (np.cos(phase) + share * np.sin(phase))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("value y at=2.5", 1 - math.exp(-2.5)),
        ("final y", 1 - math.exp(-10)),
        ("first y level=0.5", math.log(2)),
        ("settled y level=1 within='5 %'", math.log(20)),
        ("settled y level='1 m' within='20 mm'", math.log(50)),
        ("mean y until=1", math.exp(-1)),
        ("maximum wave from=2", 1.0),
        ("minimum wave until=2", 0.0),
        ("rms wave", math.sqrt(0.5 - math.sin(20) / 40)),
        ("rms y one from='3 s' until='4 s'", math.sqrt((math.exp(-6) - math.exp(-8)) / 2)),
        ("first falling level=0.25", math.log(4)),
    ],
)
def test_measures_of_known_signals(words: str, expected: float) -> None:
    decay = np.exp(-TIME)
    found = run(y=1 - decay, one=np.ones(len(TIME)), wave=np.sin(TIME), falling=decay)
    assert measured(measure_in_words(words), found) == pytest.approx(expected, abs=1e-6)


def test_peak_of_an_oscillator_is_that_of_the_textbook() -> None:
    overshoot = math.exp(-DAMPING * math.pi / math.sqrt(1 - DAMPING**2))
    assert measured(measure_in_words("maximum y"), run(y=step_response())) == pytest.approx(1 + overshoot, abs=1e-6)


def test_what_never_happens_is_never_in_time() -> None:
    measure = measure_in_words("first y level=2")
    assert measured(measure, run(y=np.sin(TIME))) == NEVER
    limited = type(measure)(**{**vars(measure), "least": Amount(1.0, None, "1 s")})
    found = outcome(limited, [run(y=np.sin(TIME))])
    assert (found.text, found.is_met) == ("never", False)
    assert measured(measure_in_words("settled y level=0 within=0.5"), run(y=np.sin(TIME))) == NEVER


def test_ensemble_statistics() -> None:
    runs = [run(y=k * TIME) for k in (3.0, 1.0, 2.0, 10.0)]
    found = outcome(measure_in_words("value y at=1 over=median"), runs)
    assert found.value == pytest.approx(2.5)
    assert (found.span, found.nearest) == ("1 to 10 m", 0)
    for over, value in (("mean", 4.0), ("minimum", 1.0), ("maximum", 10.0)):
        assert outcome(measure_in_words(f"value y at=1 over={over}"), runs).value == pytest.approx(value)
    # if more than half never arrive, neither does the median
    assert outcome(measure_in_words("first y level='25 m'"), runs).value == NEVER
    assert outcome(measure_in_words("first y level='15 m'"), runs).value == pytest.approx((5 + 7.5) / 2)


@pytest.mark.parametrize(("least", "most", "is_met"), [(1.9, 2.1, True), (2.1, None, False), (None, 1.9, False)])
def test_a_range_is_met_or_not(least, most, is_met: bool) -> None:
    limits = {key: Amount(value, None, f"{value} m") for key, value in (("least", least), ("most", most)) if value}
    measure = measure_in_words("value y at=1")
    found = outcome(type(measure)(**{**vars(measure), **limits}), [run(y=2 * TIME)])
    assert found.is_met is is_met
    assert outcome(measure, [run(y=TIME)]).is_met is None


def test_wrong_units_and_vectors_are_refused() -> None:
    with pytest.raises(ModelError, match='"level" is 2 kg'):
        measured(measure_in_words("first y level='2 kg'"), run(y=TIME))
    vector = Recorded(TIME, {"v[1]": TIME, "v[2]": TIME}, {})
    with pytest.raises(ModelError, match="is a vector"):
        measured(measure_in_words("final v"), vector)


def test_the_band_holds_the_middle_half() -> None:
    low, high = band(np.array([[0.0], [1.0], [2.0], [3.0], [4.0]]))
    assert (low[0], high[0]) == (1.0, 3.0)


@pytest.mark.parametrize(("most", "text"), [("2 cm", "1.5 cm"), ("2", "0.015 m"), ("0.02 m", "0.015 m")])
def test_a_value_is_shown_in_the_unit_of_what_is_expected(most: str, text: str) -> None:
    number, _ = read_quantity(most)
    limit = Amount(float(number), None if most == "2" else unit("m").dimension, most)
    found = outcome(replace(measure_in_words("final y"), most=limit), [run(y=np.full(len(TIME), 0.015))])
    assert found.text == text
    assert found.is_met
