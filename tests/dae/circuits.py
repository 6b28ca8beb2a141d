"""Circuits of the DAE test sets (Test Set for IVP Solvers, CWI and Bari; also in the R package deTestSet)."""

from __future__ import annotations

from blocks import Block, Equations, Expr, Parameter, Variable
from blocks.functions import der, exp, pi, sin, time


class TransistorAmplifier(Block):
    """Two transistor stages between capacitors; only differences of node voltages have derivatives."""

    frequency = Parameter(100.0, "Hz", "frequency of the signal")
    y = Variable("any", "voltages of the eight nodes", shape=8)

    def equations(self) -> Equations:
        Ub, Uf, alpha, beta, R0, R = 6.0, 0.026, 0.99, 1e-6, 1000.0, 9000.0
        C1, C2, C3, C4, C5 = 1e-6, 2e-6, 3e-6, 4e-6, 5e-6
        y1, y2, y3, y4, y5, y6, y7, y8 = self.y
        rate = [None, *(der(item) for item in self.y)]
        source = 0.1 * sin(2 * pi * self.frequency * time)
        f1, f2 = beta * (exp((y2 - y3) / Uf) - 1), beta * (exp((y5 - y6) / Uf) - 1)
        yield C1 * (rate[2] - rate[1]) == (y1 - source) / R0
        yield C1 * (rate[1] - rate[2]) == y2 / R + (y2 - Ub) / R + (1 - alpha) * f1
        yield -C2 * rate[3] == y3 / R - f1
        yield C3 * (rate[5] - rate[4]) == (y4 - Ub) / R + alpha * f1
        yield C3 * (rate[4] - rate[5]) == y5 / R + (y5 - Ub) / R + (1 - alpha) * f2
        yield -C4 * rate[6] == y6 / R - f2
        yield C5 * (rate[8] - rate[7]) == (y7 - Ub) / R + alpha * f2
        yield C5 * (rate[7] - rate[8]) == y8 / R


class RingModulator(Block):
    """Four diodes in a ring mix two sines; the diodes' tiny capacitors make it very stiff and oscillatory."""

    low = Parameter(1e3, "Hz", "frequency of the first source")
    high = Parameter(1e4, "Hz", "frequency of the second source")
    y = Variable("any", "voltages 1 to 7 and currents 8 to 15", shape=15)

    def equations(self) -> Equations:
        C, Cs, Cp, R, Rp, Lh, Ls1, Ls2, Ls3 = 1.6e-8, 2e-12, 1e-8, 25000.0, 50.0, 4.45, 0.002, 0.0005, 0.0005
        Rg1, Rg2, Rg3, Ri, Rc = 36.3, 17.3, 17.3, 50.0, 600.0
        y1, y2, y3, y4, y5, y6, y7, y8, y9, y10, y11, y12, y13, y14, y15 = self.y
        in1, in2 = 0.5 * sin(2 * pi * self.low * time), 2 * sin(2 * pi * self.high * time)

        def diode(u: Expr) -> Expr:
            return 4.067286402e-8 * (exp(17.7493332 * u) - 1)

        d1, d2 = diode(y3 - y5 - y7 - in2), diode(-y4 + y6 - y7 - in2)
        d3, d4 = diode(y4 + y5 + y7 + in2), diode(-y3 - y6 + y7 + in2)
        rates = [
            (C, y8 - 0.5 * y10 + 0.5 * y11 + y14 - y1 / R),
            (C, y9 - 0.5 * y12 + 0.5 * y13 + y15 - y2 / R),
            (Cs, y10 - d1 + d4),
            (Cs, -y11 + d2 - d3),
            (Cs, y12 + d1 - d3),
            (Cs, -y13 - d2 + d4),
            (Cp, -y7 / Rp + d1 + d2 - d3 - d4),
            (Lh, -y1),
            (Lh, -y2),
            (Ls2, 0.5 * y1 - y3 - Rg2 * y10),
            (Ls3, -0.5 * y1 + y4 - Rg3 * y11),
            (Ls2, 0.5 * y2 - y5 - Rg2 * y12),
            (Ls3, -0.5 * y2 + y6 - Rg3 * y13),
            (Ls1, -y1 + in1 - (Ri + Rg1) * y14),
            (Ls1, -y2 - (Rc + Rg1) * y15),
        ]
        for state, (storage, right) in zip(self.y, rates, strict=True):
            yield storage * der(state) == right
