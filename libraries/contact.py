"""Contact: one law for all surfaces that press on each other and rub, in a plane and in space."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from blocks import Block, Expr, Parameter, Structural
from blocks.functions import maximum, sqrt, where

Place = TypeVar("Place")


@dataclass(frozen=True)
class Touch(Generic[Place]):
    """A place where parts may touch, and their distance there.

    Where several forces share one contact, ``depth`` is the share of this one and ``deepest`` what all have in common.
    """

    place: Place
    gap: Expr
    depth: Expr | None = None
    deepest: Expr | None = None


def each(output: Expr, touches: Sequence[Touch[Place]]) -> list[Expr]:
    """Return the part of an output that belongs to each of one or more places."""
    return [output] if len(touches) == 1 else list(output)


class Contact(Block):
    """What all contacts share: surfaces that yield a little where they touch, and rub.

    The normal force is ``stiffness * depth + damping * approach`` and never pulls. Damping at full strength from the
    first moment would make it jump at touch-down; so it grows with the depth, up to a tiny ``onset``. After Hunt and
    Crossley (1975) it grows on beyond, and restitution falls with the speed of impact as that of real balls does. Both
    laws only take energy: the damping opposes the motion, and what the spring still holds at release is lost.

    Friction is Coulomb's, rounded below ``slip_speed``: what should stick creeps, slower than that.

    The force has no jump, so small steps need no events. Long ones do: a peg that is passed or a bar that spins may
    touch and be free again within a single step, and an adaptive solver would not notice.
    """

    joins_parts = False
    stiffness = Parameter(2e4, "N/m", "normal force per depth", min=0)
    damping = Parameter(60.0, "N.s/m", "normal force per speed of approach", min=0)
    onset = Parameter(1e-4, "m", "depth at which the damping has its full strength", min=1e-9)
    law = Structural("linear", "beyond that depth the damping stays, or grows on", choices=("linear", "hunt-crossley"))
    mu = Parameter(0.6, "1", "coefficient of friction", min=0)
    slip_speed = Parameter(0.02, "m/s", "speed of slip at which friction has 71 % of its full strength", min=1e-9)
    events = Structural(True, "find touch-down and release exactly; small fixed steps are faster without")

    def pressing(self, touch: Touch[Place], approach: Expr, is_touching: Expr) -> Expr:
        """Return the normal force at a speed of approach."""
        depth = maximum(-touch.gap, 0) if touch.depth is None else touch.depth
        deepest = depth if touch.deepest is None else touch.deepest
        reach = self.onset if self.law == "hunt-crossley" else maximum(deepest, self.onset)
        push = depth * maximum(self.stiffness + self.damping * approach / reach, 0)
        if not self.events:
            return push
        # the pull is only met by steps that would leave the contact unnoticed, and makes the solver refuse them
        return where(is_touching, push - self.stiffness * maximum(touch.gap - self.onset, 0), 0)

    def rubbing(self, normal: Expr, slip: Expr, square: Expr) -> Expr:
        """Return the friction against a velocity of slip, of which ``square`` is the square."""
        return -self.mu * normal * slip / sqrt(square + self.slip_speed**2)


def arc_shares(right: Expr, left: Expr, shared: bool = True) -> tuple[Expr, Expr, Expr]:
    """Return with which shares of the stiffness a circle's lowest point and the two ends of an arc of it press.

    ``right`` and ``left`` are 1 for an end on its own side of the lowest point, and -1 beyond it. Beyond an end only
    the end presses, with half of the stiffness: the next arc, which ends there too, has the other half, and a corner
    between them is as stiff as the rim. Before the end, what it will press with is taken off again. So arcs end to end
    press as one circle, whichever carries it, and each force on its own has a potential. Ends that are not ``shared``
    press with all of the stiffness.
    """
    if not shared:
        return maximum(right + left, 0) / 2, maximum(-right, 0), maximum(-left, 0)
    return maximum(right + left, 0) / 2, -right / 2, -left / 2
