import datetime
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blocks import ModelError
from blocks.toml_text import LARGEST_INTEGER, Lines, natural, toml_text

characters = st.characters(exclude_categories=["Cs"])
texts = st.text(characters) | st.text(st.sampled_from('"\\\n\r\t a\x00\x7f\x85\u2028'))
leaves = (
    st.integers(-LARGEST_INTEGER, LARGEST_INTEGER)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.booleans()
    | texts
    | st.datetimes()
    | st.dates()
    | st.times()
)


def nested(depth: int) -> st.SearchStrategy:
    """Return leaves, and lists and tables of them nested up to ``depth``."""
    if depth == 0:
        return leaves
    inner = nested(depth - 1)
    return leaves | st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3)


values = nested(4)


@given(st.dictionaries(texts, values))
def test_every_table_is_read_back(table):
    assert tomllib.loads(toml_text(table)) == table


@given(st.lists(st.text("aAbB019_")))
def test_natural_order_does_not_depend_on_the_order_before(names):
    assert sorted(names, key=natural) == sorted(reversed(names), key=natural)


def test_natural_order():
    names = ["r10", "r9", "R10", "a", "B", "_x", "r", "r09", "r2.p", "r2.n"]
    assert sorted(names, key=natural) == ["_x", "a", "B", "r", "r2.n", "r2.p", "r09", "r9", "R10", "r10"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1, "1"),
        (1.0, "1.0"),
        (1e-7, "1e-07"),
        (0.1 + 0.2, "0.30000000000000004"),
        (True, "true"),
        ("5 µm", '"5 µm"'),
        ('"\\\t\x07', '"\\"\\\\\\t\\u0007"'),
        ("half \ud800", '"half \ufffd"'),
        ('a\n"b" """c"', '"""\na\n"b" \\"\\"\\"c\\""""'),
        ([], "[]"),
        ([1, [2.5, "x"]], '[1, [2.5, "x"]]'),
        (Lines([[1, 2], 3]), "[\n  [1, 2],\n  3,\n]"),
        (["a long text, many times"] * 5, "[\n" + '  "a long text, many times",\n' * 5 + "]"),
        ([{"a": {}}, 2], "[{ a = {} }, 2]"),
        (datetime.date(2024, 5, 6), "2024-05-06"),
    ],
)
def test_values(value, text):
    assert toml_text({"x": value}) == f"x = {text}\n"


def test_tables_follow_values():
    table = {"t": {"u": {"v": {}}, "w": 1}, "a b": 1, "l": [{"x": 1, "y": {"z": 2}}, {}]}
    text = '"a b" = 1\n\n[t]\nw = 1\n\n[t.u.v]\n\n[[l]]\nx = 1\ny = { z = 2 }\n\n[[l]]\n'
    assert toml_text(table) == text


@pytest.mark.parametrize("value", [float("nan"), float("inf"), None, object(), 2**63, {1, 2}, [[float("nan")]]])
def test_what_toml_cannot_hold(value):
    with pytest.raises(ModelError, match="t.x cannot be saved") as caught:
        toml_text({"t": {"x": value}})
    assert caught.value.where == "t.x"
