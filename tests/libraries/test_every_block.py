"""What every block of every installed library must have: words, units, balance, an icon."""

import importlib
import itertools
import json
import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from blocks import Block, Parameter, Port, Shared, Structural, Variable
from blocks.abbreviations import abbreviated
from blocks.balance import check_balance
from blocks.block import Trace, type_name
from blocks.declare import Quantity
from blocks.describe import describe, describe_text
from blocks.errors import ModelError
from blocks.expression import Expr, Reinit, When
from blocks.latex import equation_latex
from blocks.registry import Library, blocks_of, libraries
from blocks.unit_check import check_units
from blocks.units import unit
from blocks.values import parameter_value

ROOT = Path(__file__).resolve().parents[2]
SVG = "{http://www.w3.org/2000/svg}svg"


def folder_of(library: Library) -> Path:
    return ROOT.joinpath(*library.package.split("."))


def installed() -> Iterator[Library]:
    """Yield the libraries whose folder is there."""
    yield from (library for library in libraries().values() if (folder_of(library) / "__init__.py").exists())


def blocks_found() -> Iterator[tuple[Library, type[Block]]]:
    """Yield every block; a library that cannot be imported has a test of its own."""
    for library in installed():
        try:
            found = blocks_of(library)
        except Exception:
            continue
        yield from ((library, cls) for cls in found.values())


LIBRARIES = list(installed())
FOUND = list(blocks_found())
BLOCKS = [pytest.param(cls, id=type_name(cls)) for _, cls in FOUND]
PORTS = sorted(
    {type(item) for _, cls in FOUND for item in cls.declarations.values() if isinstance(item, Port)}, key=str
)

every_library = pytest.mark.parametrize("library", LIBRARIES, ids=[library.name for library in LIBRARIES])
every_block = pytest.mark.parametrize("cls", BLOCKS)
every_port = pytest.mark.parametrize("port", PORTS, ids=[port.__name__ for port in PORTS])


@every_library
def test_library_can_be_imported(library: Library) -> None:
    package = importlib.import_module(library.package)
    assert package.__doc__
    missing = [name for name in getattr(package, "__all__", []) if not hasattr(package, name)]
    assert not missing


@every_library
def test_library_has_a_readme(library: Library) -> None:
    text = (folder_of(library) / "README.md").read_text(encoding="utf-8")
    assert text.startswith("# ")


@every_library
def test_every_icon_belongs_to_a_block(library: Library) -> None:
    icons = {path.stem for path in (folder_of(library) / "icons").glob("*.svg")}
    assert icons <= set(blocks_of(library))


@every_library
def test_renamed_blocks_exist(library: Library) -> None:
    assert set(library.renamed.values()) <= set(blocks_of(library))


@every_block
def test_docstring_says_what_it_is(cls: type[Block]) -> None:
    text = vars(cls).get("__doc__") or ""
    summary = text.strip().split("\n\n")[0]
    assert summary, "the class needs a docstring of its own"
    assert summary.endswith("."), "end the first sentence with a full stop"


@every_block
def test_every_declaration_has_a_text(cls: type[Block]) -> None:
    for name, item in cls.declarations.items():
        assert item.text.strip() == item.text != "", f"{name} needs one line of text"
        assert not item.text.endswith("."), f"the text of {name} is no sentence"
        assert "\n" not in item.text, f"the text of {name} is longer than one line"


def quantities_of(cls: type[Block]) -> Iterator[Quantity]:
    yield from (item for item in cls.declarations.values() if isinstance(item, Quantity))


@every_block
def test_declared_units_are_si(cls: type[Block]) -> None:
    """Numbers inside are in SI; other units are for display."""
    for item in quantities_of(cls):
        check_unit(item)


def check_unit(item: Quantity) -> None:
    """Check that a declared unit is coherent, and that its display unit measures the same."""
    if item.dimension is None:
        return
    assert unit(item.unit_text).is_coherent, f"{item.name}: {item.unit_text} is not SI; use display="
    if isinstance(item, Parameter | Variable) and item.display:
        assert unit(item.display).dimension == item.dimension, f"{item.name}: {item.display}"


def spelt_out(expr: Expr, done: dict[Expr, Expr]) -> Expr:
    """Return an expression without abbreviations; what was one object stays one."""
    if expr not in done:
        args = tuple(spelt_out(arg, done) for arg in expr.args)
        done[expr] = args[0] if expr.op == "let" else Expr(expr.op, args, expr.data, expr.shape)
    return done[expr]


def sides(items: Iterable[Any]) -> Iterator[Expr]:
    """Yield what equations, jumps and clauses are made of."""
    for item in items:
        if isinstance(item, When):
            yield item.condition
            yield from sides(item.actions)
        elif isinstance(item, Reinit):
            yield from (item.state, item.value)
        else:
            yield from (item.left, item.right)


# their equations, spelt out, fill books
ENORMOUS = ("spatial.ArcOnPlane", "spatial.CapsuleOnCylinder")


@every_block
def test_abbreviated_equations_say_the_same(cls: type[Block]) -> None:
    if type_name(cls) in ENORMOUS:
        return
    block = cls()
    items, names = block.written("equations")
    short, definitions = abbreviated(items, names, set(block.trace.symbols))
    for one, other in zip(sides(items), sides(short), strict=True):
        assert spelt_out(one, {}).text() == spelt_out(other, {}).text()
    defined = [item.left.data for item in definitions]
    assert len(set(defined)) == len(defined)
    assert not {*defined} & {*block.trace.symbols}


@every_block
def test_defaults_are_within_their_limits(cls: type[Block]) -> None:
    for name, item in cls().parameters().items():
        parameter_value(item, item.default, {}, f"{type_name(cls)}.{name}")
    for item in quantities_of(cls):
        low = getattr(item, "min", None)
        high = getattr(item, "max", None)
        assert (-math.inf if low is None else low) <= (math.inf if high is None else high), item.name


def structures(cls: type[Block]) -> Iterator[dict[str, Any]]:
    """Yield structural values to try: the defaults, then every choice of each one."""
    yield {}
    for name, item in cls.declarations.items():
        if isinstance(item, Structural):
            yield from ({name: value} for value in tried_values(item))


def tried_values(item: Structural) -> list[Any]:
    """Return the values to try for a structural parameter."""
    if isinstance(item.default, bool):
        return [not item.default]
    if isinstance(item.default, str):
        return [choice for choice in item.choices if choice != item.default]
    return sorted({item.min, item.default + 1} - {item.default})


def traced(cls: type[Block]) -> Iterator[tuple[Block, Trace]]:
    """Yield blocks of every structure; one that a block itself refuses with an explanation is left out."""
    for values in structures(cls):
        block = cls(**values)
        try:
            yield block, block.trace
        except ModelError:
            assert values, "the default block must work"


@every_block
def test_units_match(cls: type[Block]) -> None:
    for _, trace in traced(cls):
        errors = check_units(trace, "", type_name(cls))
        assert not errors, "\n" + "\n\n".join(map(str, errors))


@every_block
def test_equations_balance(cls: type[Block]) -> None:
    for block, _ in traced(cls):
        error = check_balance(block)
        assert error is None, f"{block}\n{error}"


def expressions(trace: Trace) -> Iterator[Expr]:
    """Yield every expression of a block, each one once."""
    waiting: list[Expr] = []
    for item in [*trace.equations, *trace.initial_equations]:
        if isinstance(item, When):
            waiting.append(item.condition)
        for part in item.actions if isinstance(item, When) else [item]:
            waiting += [part.state, part.value] if isinstance(part, Reinit) else [part.left, part.right]
    seen: set[int] = set()
    while waiting:
        expr = waiting.pop()
        if id(expr) not in seen:
            seen.add(id(expr))
            waiting.extend(expr.args)
            yield expr


@every_block
def test_equations_use_only_what_is_declared(cls: type[Block]) -> None:
    for _, trace in traced(cls):
        used = {expr.data.path for expr in expressions(trace) if expr.op == "symbol"}
        assert used <= set(trace.symbols)


@every_block
def test_equations_know_their_line(cls: type[Block]) -> None:
    trace = cls().trace
    sources = [item.source for item in itertools.chain(trace.equations, trace.initial_equations)]
    for source in sources:
        file, _, line = source.partition(":")
        assert (ROOT / file).is_file(), source
        assert line.isdigit(), source


@every_block
def test_only_sampled_blocks_look_back_to_the_previous_sample(cls: type[Block]) -> None:
    uses_previous = any(expr.op == "previous" for expr in expressions(cls().trace))
    assert cls.is_sampled or not uses_previous


@every_block
def test_shared_blocks_are_in_the_catalogue(cls: type[Block]) -> None:
    known = {found for _, found in FOUND}
    assert all(item.kind in known for item in cls.declarations.values() if isinstance(item, Shared))


@pytest.mark.parametrize(("library", "cls"), FOUND, ids=[type_name(cls) for _, cls in FOUND])
def test_block_has_an_icon(library: Library, cls: type[Block]) -> None:
    path = folder_of(library) / "icons" / f"{cls.__name__}.svg"
    assert path.is_file(), f"{path.relative_to(ROOT)} is missing"
    root = ElementTree.parse(path).getroot()
    assert root.tag == SVG
    corner = [float(number) for number in root.get("viewBox", "").replace(",", " ").split()]
    assert len(corner) == 4, "an icon needs a viewBox"
    assert min(corner[2:]) > 0, "an icon needs a size"


@pytest.mark.parametrize(("library", "cls"), FOUND, ids=[type_name(cls) for _, cls in FOUND])
def test_block_is_found_under_its_name(library: Library, cls: type[Block]) -> None:
    assert type_name(cls) == f"{library.name}.{cls.__name__}"


@every_block
def test_block_can_be_described(cls: type[Block]) -> None:
    json.dumps(describe(cls), allow_nan=False)
    page = describe_text(cls)
    assert page.startswith(type_name(cls))
    assert all(equation_latex(item) for item in cls().trace.equations)


@every_port
def test_port_is_complete(port: type[Port]) -> None:
    assert port.__doc__
    assert port.quantities
    for item in port.quantities.values():
        assert item.text, f"{item.name} needs a text"
        check_unit(item)
    flows = [item for item in port.quantities.values() if item.role == "flow"]
    if flows:
        assert port.domain, "a physical port needs a domain"
        assert port.hint, "a physical port needs a hint for when it cannot be determined"
