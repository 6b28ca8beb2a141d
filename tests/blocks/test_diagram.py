import pytest

from blocks import Block, Diagram, ModelError
from blocks.diagram import Endpoint, parse_endpoint


@pytest.fixture
def pair():
    d = Diagram("pair")
    d.add("a", Block(), count=2, at=(0, 0))
    d.add("b", Block())
    d.connect("a[1].p", "b.n")
    d.routes = {"a[1].p -- b.n": [(1, 2)]}
    d.disabled = {"a"}
    d.notes = {"a": "first"}
    d.extra = {"blocks": {"a": {"odd": 1}}}
    d.expose("out", "a.q")
    return d


def test_renaming_takes_everything_along(pair):
    pair.rename("a", "c")
    assert list(pair.blocks) == ["c", "b"]
    assert (pair.counts, pair.layout, pair.notes, pair.disabled) == ({"c": 2}, {"c": (0, 0)}, {"c": "first"}, {"c"})
    assert pair.connections == [("c[1].p", "b.n")]
    assert pair.routes == {"c[1].p -- b.n": [(1, 2)]}
    assert pair.ports == {"out": "c.q"}
    assert pair.extra == {"blocks": {"c": {"odd": 1}}}


def test_removing_takes_everything_along(pair):
    pair.remove("a")
    assert list(pair.blocks) == ["b"]
    left = (pair.counts, pair.layout, pair.notes, pair.routes, pair.ports, pair.extra["blocks"])
    assert left == ({}, {}, {}, {}, {}, {})
    assert (pair.disabled, pair.connections) == (set(), [])


def test_a_connection_is_made_once(pair):
    pair.connect("b.n", "a[1].p")
    assert pair.connections == [("a[1].p", "b.n")]
    pair.disconnect("b.n", "a[1].p")
    assert (pair.connections, pair.routes) == ([], {})
    pair.connect("b.n", "a[1].p")
    pair.connections.append(("a.x", "b.x"))
    pair.connect("b.x", "a.x")
    assert pair.connections == [("b.n", "a[1].p"), ("a.x", "b.x")]
    pair.connections = []
    pair.connect("b.x", "a.x")
    assert pair.connections == [("b.x", "a.x")]


@pytest.mark.parametrize(
    ("text", "index"),
    [
        ("a.p", None), ("a[:].p", None), ("a[2].p", (2,)), ("a[1:3].p", (1, 2, 3)), ("a[ 1 , 4 : 5 ].p", (1, 4, 5)),
    ],
)  # fmt: skip
def test_endpoints(text, index):
    assert parse_endpoint(text) == Endpoint("a", "p", index)


@pytest.mark.parametrize(
    "text",
    [
        "a", "a.", ".p", "a.p.q", "a[].p", "a[1:].p", "a[:2].p", "a[3:1].p", "a[1:2:3].p", "a[1 2].p", "a[1,].p", "a.é",
        "a[٣].p", "a[1:10001].p", f"a[{'1:9999,' * 3}1].p", f"a[{'9' * 5000}].p", "a-b.p", "a.p\n",
    ],
)  # fmt: skip
def test_what_is_no_endpoint(text):
    with pytest.raises(ModelError):
        parse_endpoint(text)
