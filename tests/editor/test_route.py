"""Ways of connections: around blocks, few bends, sharing, corners drawn by hand."""

import random
from itertools import pairwise

import pytest

from editor.canvas.bends import dragged, through
from editor.canvas.geometry import End, Point, Rect, hits, segments_of, simplified
from editor.canvas.lines import Lines, Obstacles, Surroundings
from editor.canvas.nets import nets_of, tree_of
from editor.canvas.network import Network
from editor.canvas.route import quick_route, route
from tests.benchmarks._city import city as crowded

EAST, WEST, NORTH, SOUTH = (1, 0), (-1, 0), (0, -1), (0, 1)


def city(columns: int, rows: int) -> list[Rect]:
    return [(x * 140 - 40, y * 120 - 30, x * 140 + 40, y * 120 + 30) for x in range(columns) for y in range(rows)]


def is_orthogonal(path: list[Point]) -> bool:
    return all(a[0] == b[0] or a[1] == b[1] for a, b in pairwise(path))


def test_ports_that_face_each_other_get_a_straight_line() -> None:
    assert route(End((40, 0), EAST), End((100, 0), WEST), Surroundings()) == [(40, 0), (100, 0)]


def test_ports_that_nearly_touch_get_a_straight_line() -> None:
    assert route(End((40, 0), EAST), End((50, 0), WEST), Surroundings()) == [(40, 0), (50, 0)]


def test_an_offset_is_taken_in_the_middle() -> None:
    path = route(End((40, 0), EAST), End((140, 40), WEST), Surroundings())
    assert path == [(40, 0), (90, 0), (90, 40), (140, 40)]


def test_a_block_in_between_is_gone_around() -> None:
    block = (100, -30, 180, 30)
    path = route(End((40, 0), EAST), End((240, 0), WEST), Surroundings(Obstacles([block])))
    assert is_orthogonal(path)
    assert not any(hits(piece, block) for piece in segments_of(path))
    assert (path[0], path[-1]) == ((40, 0), (240, 0))


def test_a_connection_leaves_in_the_direction_of_its_port() -> None:
    blocks = Obstacles([(0, -30, 80, 30), (120, -30, 200, 30)])
    path = route(End((0, 0), WEST), End((200, 0), EAST), Surroundings(blocks))
    assert path[1][0] < 0
    assert path[-2][0] > 200


@pytest.mark.parametrize(("columns", "rows"), [(8, 7), (14, 10)])
def test_no_way_leads_through_a_block(columns: int, rows: int) -> None:
    rects = city(columns, rows)
    obstacles = Obstacles(rects)
    chance = random.Random(3)
    for _ in range(120):
        a, b = chance.sample(rects, 2)
        start, end = End((a[2], (a[1] + a[3]) // 2), EAST), End(((b[0] + b[2]) // 2, b[1]), NORTH)
        path = route(start, end, Surroundings(obstacles))
        assert is_orthogonal(path)
        assert not [rect for piece in segments_of(path) for rect in rects if hits(piece, rect)]


def test_other_connections_are_not_run_along() -> None:
    taken = Lines()
    taken.add(((90, -100), (90, 100)), net=1)
    path = route(End((40, 0), EAST), End((140, 40), WEST), Surroundings(lines=taken))
    assert all(taken.along(piece) == 0 for piece in segments_of(path))


def test_the_own_net_is_shared() -> None:
    first = route(End((0, 0), EAST), End((200, 100), WEST), Surroundings())
    own = Lines()
    for piece in segments_of(first):
        own.add(piece)
    second = route(End((0, 0), EAST), End((200, 200), WEST), Surroundings(own=own))
    assert sum(own.along(piece) for piece in segments_of(second)) >= 150


def test_a_way_is_always_found() -> None:
    rects = city(8, 7)
    obstacles = Obstacles(rects)
    chance = random.Random(1)
    for _ in range(200):
        a, b = chance.sample(rects, 2)
        start, end = End((a[2], (a[1] + a[3]) // 2), EAST), End((b[0], (b[1] + b[3]) // 2), WEST)
        assert len(route(start, end, Surroundings(obstacles))) >= 2


def test_a_walled_in_port_still_gets_a_connection() -> None:
    wall = [(30, -60, 100, 60)]
    path = route(End((20, 0), EAST), End((300, 0), WEST), Surroundings(Obstacles(wall)))
    assert (path[0], path[-1]) == ((20, 0), (300, 0))


def test_quick_ways_do_not_run_back_into_the_block() -> None:
    path = quick_route(End((40, 0), EAST), End((-200, 60), WEST))
    assert is_orthogonal(path)
    assert path[1][0] > 40
    assert path[-2][0] < -200


def test_corners_drawn_by_hand_stay_and_ends_follow() -> None:
    corners = [(60, 0), (60, 200), (100, 200)]
    path = through(End((0, 30), EAST), corners, End((100, 320), NORTH))
    assert is_orthogonal(path)
    assert (60, 200) in path
    assert path[0] == (0, 30)
    assert path[-1] == (100, 320)


def test_the_piece_at_a_port_can_be_dragged_too() -> None:
    start, end = End((0, 0), EAST), End((100, 0), WEST)
    bends = dragged([(0, 0), (100, 0)], 0, (50, 40), start, end)
    path = through(start, bends, end)
    assert path == [(0, 0), (10, 0), (10, 40), (90, 40), (90, 0), (100, 0)]


def test_paths_become_a_tree_with_junctions() -> None:
    trunk = [(0, 0), (100, 0), (100, 50)]
    branch = [(0, 0), (100, 0), (100, -50)]
    tree = tree_of([trunk, branch])
    assert tree.junctions == [(100, 0)]
    assert len(tree.chains) == 3


def test_a_corner_and_an_overlap_are_no_junction() -> None:
    assert tree_of([[(0, 0), (50, 0), (50, 40)]]).junctions == []
    assert tree_of([[(0, 0), (80, 0)], [(0, 0), (50, 0)]]).junctions == []


def test_nets_join_what_shares_a_port() -> None:
    nets = nets_of([("a.p", "b.p"), ("c.p", "d.p"), ("d.p", "a.p"), ("x.u", "y.y")])
    assert sorted(len(net) for net in nets) == [1, 3]


def test_simplified_drops_spurs() -> None:
    assert simplified([(0, 0), (10, 0), (5, 0), (5, 0), (5, 10)]) == [(0, 0), (5, 0), (5, 10)]


def test_a_search_in_small_steps_finds_the_same_ways() -> None:
    diagram = crowded(60)
    whole, sliced = Network(diagram), Network(diagram)
    whole.update()
    slices = 0
    while slices == 0 or not sliced.is_settled:
        sliced.update(patience=0.0)
        slices += 1
    assert [net.paths for net in sliced.nets] == [net.paths for net in whole.nets]
    assert slices > len(diagram.connections)  # one way may take several
    first = whole.nets[0].pairs[0]
    diagram.disconnect(*first)  # and there again is not taken for a search that was broken off
    sliced.update()
    diagram.connect(*first)
    sliced.update()
    assert sliced.is_settled
