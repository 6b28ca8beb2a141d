"""Finding blocks by typing."""

import doctest

import pytest

import editor.block_search as block_search
from editor.block_search import all_entries, find_entry, library_domain, ranked


@pytest.fixture(scope="module")
def entries():
    return all_entries()


def types(query, entries):
    return [entry.type for entry in ranked(query, entries)]


def test_the_examples_in_the_docstrings():
    assert doctest.testmod(block_search).failed == 0


def test_every_block_has_a_readable_name_and_a_summary(entries):
    assert len(entries) > 300
    assert all(entry.name and entry.summary and entry.name[0] == entry.name[0].upper() for entry in entries)


def test_a_whole_name_is_before_its_beginnings(entries):
    assert types("spring", entries)[0] == "translational.Spring"
    assert types("pid", entries)[:2] == ["control.PID", "control.SampledPID"]


def test_words_within_a_name_count(entries):
    assert types("damper", entries)[0].endswith(".Damper")
    assert "translational.SpringDamper" in types("damper", entries)
    assert types("lead screw", entries)[0] == types("leadscrew", entries)[0] == "transmission.LeadScrew"


def test_initials_count(entries):
    assert types("ls", entries)[0] == "transmission.LeadScrew"


def test_a_library_narrows_the_search(entries):
    assert types("planar spring", entries)[0] == "planar.Spring"


def test_words_of_the_description_count_but_come_last(entries):
    found = types("oscilloscope", entries)
    assert found == ["signals.Scope"]
    friction = types("friction", entries)
    with_name = [i for i, name in enumerate(friction) if "Friction" in name]
    without = [i for i, name in enumerate(friction) if "Friction" not in name]
    assert max(with_name) < min(without)


@pytest.mark.parametrize(
    ("typed", "meant"), [("resitor", "electrical.Resistor"), ("sprngdmp", "translational.SpringDamper")]
)
def test_mistyped_words_find_what_was_meant(typed, meant, entries):
    assert types(typed, entries)[0] == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("planar.Fixed", "planar.Fixed"), ("planar.fixed", "planar.Fixed"), ("fixed planar", "planar.Fixed"),
        ("sensor voltage", "electrical.VoltageSensor"), ("AngleSensor", "rotational.AngleSensor"),
        ("spatial.SpringDamper", "spatial.SpringDamper"), ("motor dc", "electrical.DCMotor"),
        ("sprng dampr", "translational.SpringDamper"), ("planar sprng", "planar.Spring"), ("pdi", "control.PID"),
        ("integratr", "signals.Integrator"), ("revolut spatial", "spatial.Revolute"), ("mass", "translational.Mass"),
    ],
)  # fmt: skip
def test_type_names_words_in_any_order_and_typing_errors(typed, meant, entries):
    assert types(typed, entries)[0] == meant


def test_all_springs_come_before_what_only_mentions_them(entries):
    found = types("spring", entries)
    named = [i for i, name in enumerate(found) if "Spring" in name]
    assert max(named) == len(named) - 1
    assert {f"{library}.Spring" for library in ("translational", "rotational", "planar", "spatial")} == set(found[:4])


def test_nonsense_and_nothing_find_nothing(entries):
    assert ranked("xqzjw", entries) == []
    assert ranked("  ", entries) == []


def test_types_that_are_not_there_are_none():
    assert find_entry("electrical.Resistor").name == "Resistor"
    assert find_entry("electrical.Nothing") is None
    assert find_entry("nowhere.Resistor") is None


def test_libraries_have_the_colour_of_their_domain():
    assert library_domain("electrical").name == "electrical"
    assert library_domain("transmission").name == "rotational"
    assert library_domain("unknown").name == "other"
