"""Random diagrams come back as they were; random files give a diagram or a ``ModelError``, and soon."""

import random
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from blocks import Diagram, ModelError
from blocks.diagram import Experiment, Placeholder
from blocks.diagram_file import read_diagram, read_text, write_text
from blocks.toml_text import toml_text
from tests.models.shop import HEAD, Cylinder, Plain, Plate, installed, snapshot

V1 = sorted((Path(__file__).parent.parent / "formats" / "v1").rglob("*.toml"))


@pytest.fixture(autouse=True, scope="module")
def _shop():
    with installed():
        yield


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
names = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,5}", fullmatch=True)
numbers = st.integers(-(2**63) + 1, 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False)
leaves = numbers | st.booleans() | texts | st.sampled_from(["2 kohm", "= a / 3", "[1, 2] mm"])
values = st.recursive(leaves, lambda inner: st.lists(inner, max_size=3), max_leaves=5)


def nested(depth: int) -> st.SearchStrategy:
    """Return leaves, and lists and tables of them nested up to ``depth``."""
    if depth == 0:
        return leaves
    inner = nested(depth - 1)
    return leaves | st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3)


data = nested(4)
coordinates = st.integers(-1_000_000, 1_000_000)
positions = st.lists(coordinates, min_size=2, max_size=4).map(tuple)
variables = st.sampled_from(["x", "der(w_rel)", "r[2]", "axis.phi", "r[1,2]", "der(der(a.b))"])
starts = st.dictionaries(variables, values, max_size=2)
plates = st.dictionaries(st.sampled_from(["width", "height", "corners", "material", "holes"]), values)
cylinders = st.dictionaries(st.sampled_from(sorted(Cylinder.declarations)), values, max_size=2)
blocks = (
    st.builds(lambda values, **more: Plate(**values, **more), plates, start=starts, guess=starts, note=texts)
    | st.builds(lambda values: Cylinder(**values), cylinders)
    | st.builds(Plain)
    | st.builds(Placeholder, st.just("nowhere.Thing"), st.dictionaries(names.map("x{}".format), data, max_size=3))
)
experiments = st.builds(
    Experiment,
    stop=numbers | texts,
    interval=st.none() | numbers,
    solver=texts,
    tolerance=st.floats(1e-12, 1),
    step=st.none() | texts,
)


@st.composite
def diagrams(draw, level=0):
    d = Diagram(draw(texts) or "diagram")
    d.note = draw(texts)
    d.parameters = draw(st.dictionaries(names.map("p{}".format), values, max_size=3))
    for name in draw(st.lists(names, unique=True, max_size=5)):
        inner = level < 2 and draw(st.booleans())
        part = draw(diagrams(level=level + 1)) if inner else draw(blocks)
        if inner and part.parameters:
            part.values = draw(st.dictionaries(st.sampled_from(sorted(part.parameters)), values))
        d.add(name, part, count=draw(st.none() | st.integers(1, 100)), at=draw(st.none() | positions))
    if d.blocks:
        ends = st.builds("{}.{}".format, st.sampled_from(sorted(d.blocks)), names)
        for pair in draw(st.lists(st.tuples(ends, ends), max_size=4)):
            d.connect(*pair)
        d.ports = draw(st.dictionaries(names, ends, max_size=2))
        d.disabled = draw(st.sets(st.sampled_from(sorted(d.blocks))))
    d.initial_equations = draw(st.lists(texts, max_size=2))
    d.experiment = draw(experiments)
    d.routes = draw(st.dictionaries(texts, st.lists(st.tuples(coordinates, coordinates), max_size=3), max_size=2))
    d.annotations = draw(st.lists(st.dictionaries(texts, data, max_size=2), max_size=2))
    d.scopes = draw(st.dictionaries(texts, data, min_size=1, max_size=2) | st.just([]))
    if level == 0:
        d.extra = draw(st.dictionaries(names.map("e{}".format), data, max_size=2))
    return d


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(diagrams())
def test_every_diagram_comes_back(diagram):
    text = write_text(diagram)
    again = read_text(text)
    assert snapshot(again) == snapshot(diagram)
    assert write_text(again) == text


def test_data_nested_too_deeply_is_not_saved():
    d = Diagram()
    d.annotations = [{"text": [[[[[[["too", "deep"]]]]]]]}]
    with pytest.raises(ModelError, match="nested too deeply"):
        write_text(d)


def opens_or_says_why(text: str, folder: Path | None = None) -> None:
    start = time.process_time()
    d = None
    with suppress(ModelError):
        d = read_text(text, "fuzz", folder)
    if d is not None:
        again = read_text(write_text(d, "fuzz"), "fuzz", folder)
        assert snapshot(again) == snapshot(d)
        assert write_text(again, "fuzz") == write_text(d, "fuzz")
        assert all(str(problem) for problem in d.problems)
    assert time.process_time() - start < 2


SNIPPETS = [
    "[", "]", "[[", "{", "}", '"', '"""', "'", "=", ".", ",", "#", "\n", "\\", "nan", "inf", "-", "1e999", "9" * 30,
    "true", "type", "count", "start", "blocks", "diagram", 'type = "diagram"', 'type = "./arm.toml"', "[blocks.r1]",
    "\0", "[diagram]", "connections = 3", "[layout]", "2024-01-01", "\ufeff", "\r", "[1:2].p", "µ", "{a.b = {}}",
    "x = 1\n", "[ports]\n", "[parameters]\n", "[routes]\n", "[experiment]\n", "= [[1, 2], [3]]",
]  # fmt: skip


def mutated(text: str, chance: random.Random) -> str:
    """Return the text with some places cut, copied, swapped or overwritten."""
    for _ in range(chance.randint(1, 6)):
        a, b = sorted(chance.randint(0, len(text)) for _ in range(2))
        b = min(b, a + chance.choice([0, 1, 3, 30, 300]))
        lines = text.split("\n")
        match chance.randrange(5):
            case 0:
                text = text[:a] + text[b:]
            case 1:
                text = text[:a] + chance.choice(SNIPPETS) + text[b:]
            case 2:
                text = text[:b] + text[a:b] + text[b:]
            case 3:
                chance.shuffle(lines)
                text = "\n".join(lines)
            case 4:
                del lines[chance.randrange(len(lines))]
                text = "\n".join(lines)
    return text


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(V1), st.integers(0, 2**32))
def test_mutated_files(path, seed):
    opens_or_says_why(mutated(path.read_text(encoding="utf-8"), random.Random(seed)), path.parent)


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(texts | st.sampled_from(["blocks", "layout", "diagram", "ports", "note", "routes"]), data))
def test_tables_of_anything(table):
    opens_or_says_why(toml_text({**table, "format": "junctura-diagram", "version": 1}))


anything = st.recursive(
    leaves | st.sampled_from(["diagram", "shop.Plate", "a.p", "electrical.Resistor", "./arm.toml"]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(
            ["type", "count", "disabled", "note", "name", "start", "guess", "blocks", "a", "b", "parameters", "layout",
             "connections", "initial", "diagram", "width", "R", "ports", "experiment", "stop", "a.phi", "routes"]
        ),
        inner,
        max_size=5,
    ),
    max_leaves=25,
)  # fmt: skip
sections = st.sampled_from(["blocks", "layout", "diagram", "ports", "routes", "experiment", "scopes", "annotations"])


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(sections, anything, min_size=1))
def test_known_words_in_any_place(table):
    opens_or_says_why(toml_text({**table, "format": "junctura-diagram", "version": 1}), V1[-1].parent)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary() | st.binary().map(lambda data: HEAD.encode() + data))
def test_random_bytes(tmp_path, content):
    file = tmp_path / "fuzz.toml"
    file.write_bytes(content)
    with suppress(ModelError):
        read_diagram(file)
