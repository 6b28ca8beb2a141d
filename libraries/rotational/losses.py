"""Parts whose losses become heat: siblings of others, with a heat port, and the eddy-current brake."""

from blocks import Block, Equations, Expr, Parameter, Variable
from blocks.functions import der
from libraries.heating import Heating
from libraries.rotational.components import Damper, ElastoBacklash
from libraries.rotational.frictions import BearingFriction, Brake, Clutch
from libraries.rotational.gears import LossyGear
from libraries.rotational.ports import Shaft
from libraries.thermal.ports import HeatPort


class HeatingDamper(Heating, Damper):
    """Linear damper that heats up."""

    def lost_power(self) -> Expr:
        return self.tau * self.w_rel


class HeatingElastoBacklash(Heating, ElastoBacklash):
    """Play with elastic faces whose damping heats up."""

    def lost_power(self) -> Expr:
        return (self.tau - self.elastic()) * self.w_rel


class HeatingBrake(Heating, Brake):
    """Brake that is fixed to the ground and heats up while it slips."""

    def lost_power(self) -> Expr:
        return self.tau * self.w


class HeatingClutch(Heating, Clutch):
    """Clutch that heats up while it slips."""

    def lost_power(self) -> Expr:
        return self.tau * self.w_rel


class HeatingBearingFriction(Heating, BearingFriction):
    """Bearing with dry and viscous friction that heats up, in a housing that is fixed to the ground."""

    def lost_power(self) -> Expr:
        return self.tau * self.w


class HeatingLossyGear(Heating, LossyGear):
    """Gear that heats up by its losses, in a housing that is fixed to the ground."""

    def lost_power(self) -> Expr:
        return self.loss * self.w


class Slowed(Block):
    """What has one shaft, against which it acts."""

    shaft = Shaft("shaft that is braked")
    w = Variable("rad/s", "speed")
    tau = Variable("N.m", "torque that resists the motion")

    def equations(self) -> Equations:
        yield self.w == der(self.shaft.phi)
        yield self.shaft.tau == self.tau


class EddyCurrentBrake(Heating, Slowed):
    """Brake without contact: its torque rises to a largest value at the nominal speed, and falls again beyond.

    It cannot hold. The resistance of a warm disc is higher, so that its nominal speed is too.
    """

    heat = HeatPort("where the losses go; must be connected, for its temperature matters")
    nominal_torque = Parameter(1.0, "N.m", "largest torque", min=0)
    nominal_speed = Parameter(100.0, "rad/s", "speed of the largest torque", min=1e-9, display="rpm")
    T_ref = Parameter(300.15, "K", "temperature for which the nominal speed is given", min=0, display="degC")
    alpha = Parameter(0.0, "1/K", "temperature coefficient of the resistance")

    def lost_power(self) -> Expr:
        return self.tau * self.w

    def equations(self) -> Equations:
        speed = self.w / (self.nominal_speed * (1 + self.alpha * (self.heat.T - self.T_ref)))
        yield self.tau == 2 * self.nominal_torque * speed / (1 + speed**2)
