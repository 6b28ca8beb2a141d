"""Equations as a person reads them: long parts under names, and nothing lost by it."""

from blocks import Block, Equations, Input, Output, Parameter
from blocks.abbreviations import readable
from blocks.functions import cross, dot, let, norm, sin, vector, when


class Thrower(Block):
    """Throws along a slope."""

    x = Input("1", "the input")
    gain = Parameter(2.0, "1", "gain")
    y = Output("1", "one")
    z = Output("1", "another")

    def slope(self):
        return sin(self.gain * self.x + self.gain**2) / self.gain

    def equations(self) -> Equations:
        steepness = self.slope()
        never = self.slope() * 7 + 1
        assert never is not None
        yield self.y == steepness + 1
        yield self.z == self.slope() * steepness + let("A", self.gain + 1)


def test_what_occurs_twice_has_the_name_that_the_code_gives_it():
    found = readable(Thrower())
    assert found.equations == ["y == steepness + 1", "z == steepness * steepness + A"]
    assert found.abbreviations == ["steepness == sin(gain * x + gain**2) / gain", "A == gain + 1"]


class Crowded(Block):
    """Its code calls a value as the block calls a parameter."""

    x = Input("1", "the input")
    gain = Parameter(2.0, "1", "gain")
    y = Output("1", "the output")

    def equations(self) -> Equations:
        gain = sin(self.gain * self.x + self.gain**2)
        yield self.y == gain + gain * gain


def test_a_name_of_the_block_means_nothing_else():
    found = readable(Crowded())
    assert found.equations == ["y == gain_2 + gain_2 * gain_2"]
    assert found.abbreviations == ["gain_2 == sin(gain * x + gain**2)"]


class Direct(Block):
    """Parts that nobody named."""

    x = Input("1", "the input", shape=3)
    y = Output("1", "the output")

    def equations(self) -> Equations:
        yield self.y == dot(self.moment(), self.x) / dot(self.moment(), vector(1, 2, 3))
        yield when(norm(self.moment()) > 3, self.y == 0)

    def moment(self):
        return cross(self.x, self.x + 2 * sin(3 * self.x))


def test_parts_without_a_name_are_numbered_and_products_of_vectors_are_written_as_such():
    found = readable(Direct())
    assert found.equations == ["y == dot(part_1, x) / dot(part_1, [1, 2, 3])", "when(norm(part_1) > 3, y == 0)"]
    assert found.abbreviations == ["part_1 == cross(x, x + 2 * sin(3 * x))"]


def test_what_is_almost_a_product_of_vectors_is_written_out():
    x, y = (Direct().x for _ in range(2))
    swapped = vector(x[2] * y[1] - x[1] * y[2], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0])
    assert swapped.text().startswith("[x[3] * x[2] - ")
    assert cross(x, y).text() == "cross(x, x)"
    assert norm(x).text() == "norm(x)"
    assert dot(x, y).text() == "dot(x, x)"
