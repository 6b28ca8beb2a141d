"""Parts whose losses become heat: siblings of others, with a heat port, and the eddy-current brake."""

from blocks import Block, Equations, Expr, Parameter, Variable
from blocks.functions import der, maximum
from libraries.heating import Heating
from libraries.thermal.ports import HeatPort
from libraries.translational.brakes import Brake, SupportFriction
from libraries.translational.components import Damper, ElastoGap
from libraries.translational.ports import Flange


class HeatingDamper(Heating, Damper):
    """Linear damper that heats up."""

    def lost_power(self) -> Expr:
        return self.f * self.v_rel


class HeatingElastoGap(Heating, ElastoGap):
    """Elastic stop whose damping heats up."""

    def lost_power(self) -> Expr:
        return (self.f + self.pushed(maximum(self.free_length - self.s_rel, 0))) * self.v_rel


class HeatingBrake(Heating, Brake):
    """Brake that is fixed to the ground and heats up while it slips."""

    def lost_power(self) -> Expr:
        return self.f * self.v


class HeatingSupportFriction(Heating, SupportFriction):
    """Guide with dry and viscous friction that is fixed to the ground and heats up."""

    def lost_power(self) -> Expr:
        return self.f * self.v


class Slowed(Block):
    """What has one flange, against which it acts."""

    flange = Flange("part that is braked")
    v = Variable("m/s", "speed")
    f = Variable("N", "force that resists the motion")

    def equations(self) -> Equations:
        yield self.v == der(self.flange.s)
        yield self.flange.f == self.f


class EddyCurrentBrake(Heating, Slowed):
    """Brake without contact: its force rises to a largest value at the nominal speed, and falls again beyond.

    It cannot hold. The resistance of a warm rail is higher, so that its nominal speed is too.
    """

    heat = HeatPort("where the losses go; must be connected, for its temperature matters")
    nominal_force = Parameter(1.0, "N", "largest force", min=0)
    nominal_speed = Parameter(1.0, "m/s", "speed of the largest force", min=1e-9)
    T_ref = Parameter(300.15, "K", "temperature for which the nominal speed is given", min=0, display="degC")
    alpha = Parameter(0.0, "1/K", "temperature coefficient of the resistance")

    def lost_power(self) -> Expr:
        return self.f * self.v

    def equations(self) -> Equations:
        speed = self.v / (self.nominal_speed * (1 + self.alpha * (self.heat.T - self.T_ref)))
        yield self.f == 2 * self.nominal_force * speed / (1 + speed**2)
