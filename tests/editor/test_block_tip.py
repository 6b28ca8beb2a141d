"""Tooltips of blocks."""

from editor.block_tip import block_tip


def test_ports_are_named_with_what_they_carry():
    tip = block_tip("rotational.AngleSensor", "Angle sensor", "")
    assert "shaft" in tip
    assert "rotational [" in tip
    assert "N.m" in tip
    assert "output [deg]" in tip


def test_parameters_have_their_default_and_unit():
    assert "100 N/m" in block_tip("planar.Spring", "Spring", "")


def test_a_diagram_of_the_project_has_its_note():
    assert "a drive &amp; more" in block_tip("./drive.toml", "drive", "a drive & more")
