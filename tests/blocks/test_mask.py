"""What a diagram says of its parameters: units and limits, in files and out of them."""

from __future__ import annotations

import doctest

import pytest

import blocks.block_array
from blocks import Diagram, ModelError
from blocks.diagram_file import read_diagram
from blocks.mask import ParameterFacts, check_facts, check_mask
from blocks.parameter_expression import literal

HEAD = 'format = "junctura-diagram"\nversion = 1\n\n[parameters]\nlength = "2 m"\n\n'


def read(tmp_path, text: str) -> Diagram:
    path = tmp_path / "diagram.toml"
    path.write_text(HEAD + text)
    return read_diagram(path)


def test_the_examples_in_the_docstrings() -> None:
    assert doctest.testmod(blocks.block_array).failed == 0


def test_a_mask_is_read(tmp_path) -> None:
    made = read(tmp_path, '[mask.length]\ntext = "reach"\nunit = "cm"\nmin = "1 cm"\nmax = 5\n')
    assert made.problems == []
    assert made.mask == {"length": ParameterFacts("reach", "cm", "1 cm", 5)}


@pytest.mark.parametrize(
    "text", ['[mask]\nlength = 3\n', '[mask.length]\nunit = "apples"\n', "[mask.length]\ntext = 3\n",
             '[mask.length]\nunits = "cm"\n', '[mask.length]\nunit = "cm"\nmin = "3 kg"\n'],
)  # fmt: skip
def test_what_cannot_be_used_is_told_and_kept(text: str, tmp_path) -> None:
    from blocks.diagram_writer import write_text

    made = read(tmp_path, text)
    assert len(made.problems) == 1
    assert "mask" in made.problems[0].what
    assert text.strip().split("\n")[-1] in write_text(made)


@pytest.mark.parametrize(
    ("value", "said"),
    [("3 kg", "a mass [kg]; a length [cm] is expected"), ("-1 mm", "at least 0 cm"), ("6 m", "at most 500 cm"),
     ("[1, 6] m", "at most 500 cm")],
)  # fmt: skip
def test_values_outside_the_limits_are_refused(value: str, said: str) -> None:
    facts = {"length": ParameterFacts(unit="cm", min=0, max="5 m")}
    check_mask(facts, {"length": literal("5 m")}, "arm")
    with pytest.raises(ModelError) as error:
        check_mask(facts, {"length": literal(value)}, "arm")
    assert said in str(error.value)
    assert error.value.where == "arm.length"


def test_limits_fit_the_unit_and_each_other() -> None:
    check_facts("x", ParameterFacts(min=1, max=1))
    with pytest.raises(ModelError):
        check_facts("x", ParameterFacts(min="2 m", max="100 cm"))
    with pytest.raises(ModelError):
        check_facts("x", ParameterFacts(unit="kg", min="2 m"))
