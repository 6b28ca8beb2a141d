"""Wheels of vehicles that are seen from above: the plane is the road."""

from __future__ import annotations

from blocks import Block, Equations, Expr, Input, Output, Parameter
from blocks.functions import absolute, clamp, cos, der, maximum, minimum, sin, sqrt
from libraries.planar.geometry import Pair, dot
from libraries.planar.ports import Frame
from libraries.rotational.ports import Shaft


class Wheel(Block):
    """What all wheels on a road share: an axle that turns, and forces along the heading and across.

    It has no mass: put a ``Body`` at its frame and an ``Inertia`` on its axle. Turning it on the spot is free.
    """

    joins_parts = False
    a = Frame("hub, above the place where the wheel stands")
    axis = Shaft("axle: turning forward drives ahead")
    heading = Parameter(0.0, "rad", "direction in which it rolls, from the x axis of frame a", display="deg")
    radius = Parameter(0.3, "m", "radius", min=1e-9)
    drive_force = Output("N", "force of the road on the wheel, ahead")
    side_force = Output("N", "force of the road on the wheel, to the left")

    def ahead(self) -> Pair:
        """Return the direction in which the wheel rolls."""
        angle = self.a.phi + self.heading
        return cos(angle), sin(angle)

    def slip(self) -> Pair:
        """Return how fast the wheel slides over the road, ahead and to the left."""
        e = self.ahead()
        v = der(self.a.x), der(self.a.y)
        return dot(e, v) - self.radius * der(self.axis.phi), dot((-e[1], e[0]), v)

    def equations(self) -> Equations:
        ex, ey = self.ahead()
        yield self.a.fx == -(ex * self.drive_force - ey * self.side_force)
        yield self.a.fy == -(ey * self.drive_force + ex * self.side_force)
        yield self.a.tau == 0
        # no inertia: all torque of the axle goes to the road
        yield self.axis.tau == self.radius * self.drive_force


class RollingWheel(Wheel):
    """Wheel on a road seen from above that rolls without slipping, neither ahead nor sideways."""

    def equations(self) -> Equations:
        ahead, left = self.slip()
        yield ahead == 0
        yield left == 0


class SlipWheel(Wheel):
    """Wheel on a road seen from above that slips: friction rises to a peak with the slip and falls to that of sliding.

    The limits of slip are shares of the rolling speed, or speeds where those would be less. With shares of zero it is
    a wheel with dry friction, rounded below ``adhesion_speed``.

    Reference: D. Zimmer, M. Otter, Real-time models for wheels and tyres in an object-oriented modelling framework,
    Vehicle System Dynamics 48 (2010).
    """

    load = Parameter(1000.0, "N", "force with which the wheel stands on the road", min=0)
    peak_friction = Parameter(1.0, "1", "coefficient of friction at the limit of adhesion", min=0)
    slide_friction = Parameter(0.7, "1", "coefficient of friction while sliding", min=0)
    adhesion_slip = Parameter(0.04, "1", "slip at the limit of adhesion, as a share of the rolling speed", min=0)
    slide_slip = Parameter(0.12, "1", "slip of full sliding, as a share of the rolling speed", min=0)
    adhesion_speed = Parameter(0.05, "m/s", "least speed of slip at the limit of adhesion", min=1e-9)
    slide_speed = Parameter(0.15, "m/s", "least speed of slip of full sliding; more than that of adhesion", min=1e-9)
    more_load = Input("N", "further load, such as that of a curve", default=0.0)
    slip_speed = Output("m/s", "speed at which the wheel slides over the road")

    def friction(self, speed: Expr) -> Expr:
        """Return the coefficient of friction at a speed of slip."""
        rolling = self.radius * absolute(der(self.axis.phi))
        limit = maximum(self.adhesion_slip * rolling, self.adhesion_speed)
        sliding = maximum(self.slide_slip * rolling, self.slide_speed)
        # cubics without a corner where they meet
        rise, fall = minimum(speed / limit, 1), clamp((speed - limit) / (sliding - limit), 0, 1)
        lost = (self.peak_friction - self.slide_friction) * fall**2 * (3 - 2 * fall)
        return self.peak_friction * rise * (3 - rise**2) / 2 - lost

    def equations(self) -> Equations:
        ahead, left = self.slip()
        # rounded at rest, where slip has no direction
        yield self.slip_speed == sqrt(ahead**2 + left**2 + (1e-6 * self.adhesion_speed) ** 2)
        force = maximum(self.load + self.more_load, 0) * self.friction(self.slip_speed)
        yield self.drive_force == -force * ahead / self.slip_speed
        yield self.side_force == -force * left / self.slip_speed
