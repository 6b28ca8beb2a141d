"""Amplifiers for three-phase motors."""

from blocks import Block, Equations, Input, Output, Parameter, Variable
from blocks.functions import dot, sum_of, vector
from libraries.electrical.dq import from_phases, to_phases, within
from libraries.electrical.ports import Pin


class ThreePhaseInverter(Block):
    """Feeds the phases of a brushless motor from a direct voltage, as asked for in the turning frame of its magnets.

    Without losses, and averaged over the pulses. With two PI controllers from its currents to its voltages it makes a
    field-oriented current loop.
    """

    p = Pin("positive pin of the supply")
    n = Pin("negative pin of the supply")
    a = Pin("phase a")
    b = Pin("phase b")
    c = Pin("phase c")
    d_voltage = Input("V", "wanted voltage along the field of the magnets")
    q_voltage = Input("V", "wanted voltage across the field, which drives the motor")
    angle = Input("rad", "angle of the rotor", display="deg")
    d_current = Output("A", "current into the motor along the field of the magnets")
    q_current = Output("A", "current into the motor across the field, which makes torque")
    pole_pairs = Parameter(7.0, "1", "pairs of poles of the motor", min=1)
    i = Variable("A", "current from the supply")

    def equations(self) -> Equations:
        angle = self.pole_pairs * self.angle
        bus, middle = self.p.v - self.n.v, (self.p.v + self.n.v) / 2
        voltages, currents = vector(self.a.v, self.b.v, self.c.v) - middle, vector(self.a.i, self.b.i, self.c.i)
        # the reach of space-vector modulation
        yield voltages == to_phases(within(vector(self.d_voltage, self.q_voltage), bus / 3**0.5), angle)
        yield vector(self.d_current, self.q_current) == from_phases(-currents, angle)
        # no losses: what the phases take is what the supply gives
        yield bus * self.i + dot(voltages, currents) == 0
        yield self.p.i == self.i - sum_of(currents) / 2
        yield self.n.i == -self.i - sum_of(currents) / 2
