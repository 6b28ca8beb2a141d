"""Values on the tape: what is recognised, and what must not be."""

import casadi as ca
import numpy as np
from casadi import SX

from solver.sample_values import values_at
from solver.value_tape import Entry, Tape


def tape_of(*expressions: SX) -> tuple[Tape, list[Entry]]:
    inputs = ca.vertcat(*ca.symvar(ca.vertcat(*expressions)))
    generator = np.random.default_rng(1)
    samples, points = generator.normal(size=(2, inputs.numel(), 4))
    generic, values = values_at(expressions, inputs, samples, points)
    tape = Tape(4, 4, np.arange(2))
    return tape, [tape.leaf(*leaf) for leaf in zip(expressions, generic, values, strict=True)]


def test_identities_become_constants() -> None:
    phi = SX.sym("phi")
    tape, (cos, sin) = tape_of(ca.cos(phi), ca.sin(phi))
    one = tape.add(tape.multiply(cos, cos), tape.multiply(sin, sin))
    assert one == 1.0
    assert isinstance(one, float)
    assert tape.subtract(tape.multiply(cos, sin), tape.multiply(sin, cos)) == 0.0


def test_equal_values_are_one_node_up_to_sign() -> None:
    x, y = SX.sym("x"), SX.sym("y")
    tape, (first, second, difference) = tape_of(x, y, y - x)
    assert tape.subtract(first, second) == -difference
    assert tape.multiply(-first, tape.invert(first)) == -1.0


def test_a_constant_is_not_taken_for_a_node_number() -> None:
    x, y, z = SX.sym("x"), SX.sym("y"), SX.sym("z")
    tape, (first, second, third) = tape_of(x, y, z)
    assert second == 2
    assert str(tape.expressions([tape.multiply(2.0, third), tape.multiply(second, third)])) == "[SX((2.*z)), SX((y*z))]"
    assert str(tape.expressions([tape.add(2.0, third), tape.add(second, third)])) == "[SX((2+z)), SX((y+z))]"
    assert first == 1


def test_values_that_differ_in_the_tenth_digit_stay_apart() -> None:
    x = SX.sym("x")
    _, (first, second) = tape_of(x, x * (1 + 1e-10))
    assert first != second


def test_branches_are_equal_only_to_themselves() -> None:
    """Values at points on one side of a branch say nothing of the other side."""
    x = SX.sym("x")
    shifted = 5.0 + x
    expressions = [
        ca.fmax(0.0, shifted),
        ca.fabs(shifted),
        shifted,
        ca.fmax(0.0, 5.0 + x),
        ca.if_else(x > 9.0, 1.0, 0.0),
    ]
    _, (largest, size, plain, again, switch) = tape_of(*expressions)
    assert len({largest, size, plain, switch}) == 4
    assert largest == again
    assert isinstance(switch, int)


def test_roots_square_to_their_operand_but_may_have_either_sign() -> None:
    x, y = SX.sym("x"), SX.sym("y")
    tape, (root, square) = tape_of(ca.sqrt(x**2 + y**2), x**2 + y**2)
    assert tape.multiply(root, root) == square
    _, (third, cube) = tape_of(x**1.5 * x**1.5, x**3)
    assert third != cube
