"""Chemical and biological reactions of the stiff test sets (Test Set for IVP Solvers; Robertson 1966)."""

from __future__ import annotations

from blocks import Block, Equations, Variable
from blocks.functions import der, sqrt


class AkzoNobel(Block):
    """Two species react in a mixer while carbon dioxide is added; y6 follows from an equilibrium."""

    y = Variable("any", "concentrations", shape=6)

    def equations(self) -> Equations:
        k1, k2, k3, k4, K, klA, Ks, pCO2, H = 18.7, 0.58, 0.09, 0.42, 34.4, 3.3, 115.83, 0.9, 737.0
        y1, y2, y3, y4, y5, y6 = self.y
        r1, r2, r3 = k1 * y1**4 * sqrt(y2), k2 * y3 * y4, k2 / K * y1 * y5
        r4, r5 = k3 * y1 * y4**2, k4 * y6**2 * sqrt(y2)
        yield der(y1) == -2 * r1 + r2 - r3 - r4
        yield der(y2) == -r1 / 2 - r4 - r5 / 2 + klA * (pCO2 / H - y2)
        yield der(y3) == r1 - r2 + r3
        yield der(y4) == -r2 + r3 - 2 * r4
        yield der(y5) == r2 - r3 + r5
        yield y6 == Ks * y1 * y4


class Hires(Block):
    """High irradiance response: how light changes the growth of a plant (Schaefer 1975)."""

    y = Variable("any", "concentrations", shape=8)

    def equations(self) -> Equations:
        k1, k2, k3, k4, k5, k6, k7, k8 = 1.71, 0.43, 8.32, 0.69, 0.035, 8.32, 280.0, 0.69
        y1, y2, y3, y4, y5, y6, y7, y8 = self.y
        yield der(y1) == -k1 * y1 + k2 * y2 + k6 * y3 + 0.0007
        yield der(y2) == k1 * y1 - (k2 + k3) * y2
        yield der(y3) == -(k6 + k1) * y3 + k2 * y4 + k5 * y5
        yield der(y4) == k3 * y2 + k1 * y3 - (k4 + k2) * y4
        yield der(y5) == -(k5 + k1) * y5 + k2 * (y6 + y7)
        yield der(y6) == -k7 * y6 * y8 + k8 * y4 + k1 * y5 - k2 * y6 + k8 * y7
        yield der(y7) == k7 * y6 * y8 - (k2 + 2 * k8) * y7
        yield der(y8) == -k7 * y6 * y8 + (k2 + 2 * k8) * y7


class Robertson(Block):
    """Three species whose rates differ by nine orders of magnitude."""

    y1 = Variable("any", "first species")
    y2 = Variable("any", "second species, always tiny", nominal=1e-9)
    y3 = Variable("any", "third species")

    def equations(self) -> Equations:
        slow, fast = 0.04 * self.y1 - 1e4 * self.y2 * self.y3, 3e7 * self.y2**2
        yield der(self.y1) == -slow
        yield der(self.y2) == slow - fast
        yield der(self.y3) == fast
