"""What a diagram says of the colours of its animation: in files and out of them, and under other names."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from blocks import Block, Diagram, ModelError
from blocks.color_scale import ColorScale, check_scale
from blocks.diagram_file import read_diagram
from blocks.diagram_writer import write_text

HEAD = 'format = "junctura-diagram"\nversion = 1\n\n'
PRESSURE = '[colors.pressure]\nblocks = "muscle[*].line"\nsignal = "pressure[*]"\nlow = "1 bar"\nhigh = "6 bar"\n'


def read(folder: Path, text: str) -> Diagram:
    path = folder / "diagram.toml"
    path.write_text(HEAD + text)
    return read_diagram(path)


def test_a_scale_is_read_and_written_as_it_was(tmp_path: Path) -> None:
    made = read(tmp_path, PRESSURE)
    assert made.problems == []
    assert made.colors == {"pressure": ColorScale("muscle[*].line", "pressure[*]", "1 bar", "6 bar")}
    assert write_text(made, made.name) == HEAD + PRESSURE


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("[colors]\npressure = 3\n", "a table is expected"),
        ('[colors.p]\nblocks = "a"\n', '"signal" is missing.'),
        ('[colors.p]\nblocks = "a[*]"\nsignal = "b"\n', "must both have one * or both none."),
        ('[colors.p]\nblocks = "a"\nsignal = "b"\nlow = "1 bar"\nhigh = "2 m"\n', "pressure"),
        ('[colors.p]\nblocks = "a"\nsignal = "b"\nlow = "3 bar"\nhigh = "2 bar"\n', "3 bar is not below 2 bar."),
        ('[colors.p]\nblocks = "a"\nsignal = "b"\nlow = "[1, 2] bar"\n', "One number is expected as a limit"),
        ('[colors.p]\nblocks = "a"\nsignal = "b"\nlow_color = "red"\n', '"red" is not a colour.'),
        ('[colors.p]\nblocks = "a"\nsignal = "b"\nsignals = "c"\n', "there is no field of this name."),
    ],
)
def test_what_cannot_be_used_is_told_and_kept(text: str, what: str, tmp_path: Path) -> None:
    made = read(tmp_path, text)
    assert len(made.problems) == 1
    assert what in str(made.problems[0])
    for line in text.splitlines():
        assert line in write_text(made)


def test_values_between_the_limits_are_shares() -> None:
    scale = ColorScale("a", "b", "1 bar", "5 bar")
    np.testing.assert_allclose(scale.shares([0.0, 1e5, 2e5, 9e5, np.nan]), [0, 0, 0.25, 1, 0])


def test_limits_must_be_of_one_kind() -> None:
    with pytest.raises(ModelError, match="length|pressure"):
        check_scale("p", ColorScale("a", "b", "1 mm", "2 bar"))


def test_renamed_blocks_keep_their_colour() -> None:
    diagram = Diagram()
    diagram.add("leg", Block(), count=3)
    diagram.colors = {"load": ColorScale("leg[*].line", "leg[*].force", 0, "5 N")}
    diagram.rename("leg", "arm")
    assert diagram.colors["load"] == ColorScale("arm[*].line", "arm[*].force", 0, "5 N")
