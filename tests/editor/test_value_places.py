"""Values stand at the connections they belong to."""

from editor.canvas.nets import Net, tree_of
from editor.canvas.value_places import value_places
from tests.editor.canvas_hands import GAIN, STEP, Make

A, B = ("a.y", "b.u"), ("c.y", "d.u")


def net(pair: tuple[str, str], path: list[tuple[int, int]]) -> Net:
    made = Net([pair], None)
    made.paths[pair] = path
    made.tree = tree_of([path])
    return made


def test_a_value_stands_above_the_middle_of_its_connection() -> None:
    one = net(A, [(0, 0), (300, 0)])
    assert value_places([(one, A)], [one], []) == [(150, -10)]


def test_no_value_stands_on_another_connection() -> None:
    upper, lower = net(A, [(0, 0), (300, 0)]), net(B, [(0, 10), (300, 10)])
    assert value_places([(upper, A), (lower, B)], [upper, lower], []) == [(150, -10), (150, 20)]


def test_below_a_connection_a_value_is_not_right_above_another() -> None:
    upper, lower = net(A, [(0, 0), (300, 0)]), net(B, [(0, 20), (300, 20)])
    (place,) = value_places([(upper, A)], [upper, lower], [(0, -20, 300, -1)])
    assert place[1] == -10


def test_values_that_meet_stand_apart() -> None:
    upper, lower = net(A, [(0, 0), (300, 0)]), net(B, [(0, 20), (300, 20)])
    (x, y), (u, v) = value_places([(upper, A), (lower, B)], [upper, lower], [])
    assert (y, v) == (-10, 10)
    assert x == u
    one, other = net(A, [(0, 0), (60, 0)]), net(B, [(70, 0), (130, 0)])
    (x, y), (u, v) = value_places([(one, A), (other, B)], [one, other], [])
    assert abs(x - u) >= 66 or abs(y - v) >= 16


def test_a_value_leaves_the_text_of_a_block_free() -> None:
    one = net(A, [(0, 0), (300, 0)])
    assert value_places([(one, A)], [one], [(130, -30, 170, -2)]) == [(150, 10)]


def test_values_keep_their_places_while_they_change(make: Make) -> None:
    canvas = make(("s.y", "g.u"), s=(STEP, 0, 0), g=(GAIN, 300, 0))
    canvas.scene.show_values({"s.y": "1 m"})
    before = [badge.place for badge in canvas.scene.badges]
    canvas.scene.show_values({"s.y": "-1234.5 m"})
    assert [badge.place for badge in canvas.scene.badges] == before
    canvas.drag((300, 0), (300, 60))
    assert [badge.place for badge in canvas.scene.badges] != before


def test_a_value_leaves_a_name_at_its_connection_readable() -> None:
    one = net(A, [(0, 0), (90, 0), (90, -100), (170, -100)])
    assert value_places([(one, A)], [one], []) == [(45, -10)]
    one.tags = [((45, -6), "displacement"), ((45, 14), "com_z")]
    assert value_places([(one, A)], [one], []) == [(130, -110)]
