"""Mechanisms of the DAE test sets in their index-3 form: positions are constrained, the compiler differentiates.

Definitions as in the Test Set for IVP Solvers (CWI and Bari; also in the R package deTestSet): Andrews' squeezing
mechanism, car axis, flexible slider crank (Simeon); and the pendulum of Cash's MEBDFDAE driver. Plain numbers.
"""

from __future__ import annotations

import numpy as np

from blocks import Block, Equations, Expr, Parameter, Variable
from blocks.functions import cos, der, norm, sin, sqrt, time, vector


class Pendulum(Block):
    """A point on a circle of radius one under gravity one; the tension is a multiplier."""

    x = Variable("1", "horizontal position")
    y = Variable("1", "vertical position")
    u = Variable("any", "horizontal speed")
    v = Variable("any", "vertical speed")
    tension = Variable("any", "tension over length")

    def equations(self) -> Equations:
        yield der(self.x) == self.u
        yield der(self.y) == self.v
        yield der(self.u) == -self.x * self.tension
        yield der(self.v) == -self.y * self.tension - 1
        yield self.x**2 + self.y**2 == 1


class CarAxis(Block):
    """A car axis on two springs over a bumpy road; the left wheel's height is prescribed."""

    frequency = Parameter(10.0, "rad/s", "bumps under the left wheel")
    left = Variable("any", "left end", shape=2)
    right = Variable("any", "right end", shape=2)
    left_speed = Variable("any", "speed of the left end", shape=2)
    right_speed = Variable("any", "speed of the right end", shape=2)
    multiplier = Variable("any", "constraint forces", shape=2)

    def equations(self) -> Equations:
        mass, gravity, free_length = 10 * 0.01**2 / 2, 1.0, 0.5
        bump = 0.1 * sin(self.frequency * time)
        wheel = vector(sqrt(1 - bump**2), bump)
        axis = self.left - self.right
        weight = mass * np.array([0.0, gravity])

        def spring(stretch: Expr) -> Expr:
            return (free_length - norm(stretch)) * stretch / norm(stretch)

        yield der(self.left) == self.left_speed
        yield der(self.right) == self.right_speed
        pull = 2 * self.multiplier[1] * axis
        yield mass * der(self.left_speed) == spring(self.left) + self.multiplier[0] * wheel + pull - weight
        yield mass * der(self.right_speed) == spring(self.right - wheel) - pull - weight
        yield wheel[0] * self.left[0] + wheel[1] * self.left[1] == 0
        yield axis[0] ** 2 + axis[1] ** 2 == 1


class SqueezingMechanism(Block):
    """Andrews' squeezer: seven bodies, a motor and a spring, three loops that close in two points each."""

    q = Variable("any", "angles beta, Theta, gamma, Phi, delta, Omega, epsilon", shape=7)
    w = Variable("any", "their speeds", shape=7)
    acceleration = Variable("any", "their accelerations", shape=7)
    multiplier = Variable("any", "constraint forces", shape=6)

    def equations(self) -> Equations:
        m1, m2, m3, m4, m5, m6, m7 = 0.04325, 0.00365, 0.02373, 0.00706, 0.0705, 0.00706, 0.05498
        I1, I2, I3, I4, I5, I6, I7 = 2.194e-6, 4.41e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5
        xa, ya, xb, yb, xc, yc = -0.06934, -0.00227, -0.03635, 0.03273, 0.014, 0.072
        d, da, e, ea, rr, ra, ss, sa, sb = 0.028, 0.0115, 0.02, 0.01421, 0.007, 0.00092, 0.035, 0.01874, 0.01043
        sc, sd, ta, tb, u, ua, ub = 0.018, 0.02, 0.02308, 0.00916, 0.04, 0.01228, 0.00449
        zf, zt, fa, torque, stiffness, free_length = 0.02, 0.04, 0.01421, 0.033, 4530.0, 0.07785
        be, th, ga, ph, de, om, ep = self.q
        bed, thd, gad, phd, ded, omd, epd = self.w
        bedd, thdd, gadd, phdd, dedd, omdd, epdd = self.acceleration

        crank = vector(rr * cos(be) - d * cos(be + th), rr * sin(be) - d * sin(be + th))
        hook = vector(sd * cos(ga) + sc * sin(ga) + xb - xc, sd * sin(ga) - sc * cos(ga) + yb - yc)
        force = -stiffness * (norm(hook) - free_length) / norm(hook) * hook
        closures = [
            crank[0] - ss * sin(ga) - xb,
            crank[1] + ss * cos(ga) - yb,
            crank[0] - e * sin(ph + de) - zt * cos(de) - xa,
            crank[1] + e * cos(ph + de) - zt * sin(de) - ya,
            crank[0] - zf * cos(om + ep) - u * sin(ep) - xa,
            crank[1] - zf * sin(om + ep) + u * cos(ep) - ya,
        ]
        # the rows of the transposed constraint Jacobian times the multipliers
        l1, l2, l3, l4, l5, l6 = self.multiplier
        lx, ly = l1 + l3 + l5, l2 + l4 + l6
        turned = d * (sin(be + th) * lx - cos(be + th) * ly)
        reactions = [
            -rr * sin(be) * lx + rr * cos(be) * ly + turned,
            turned,
            -ss * (cos(ga) * l1 + sin(ga) * l2),
            -e * (cos(ph + de) * l3 + sin(ph + de) * l4),
            -e * (cos(ph + de) * l3 + sin(ph + de) * l4) + zt * (sin(de) * l3 - cos(de) * l4),
            zf * (sin(om + ep) * l5 - cos(om + ep) * l6),
            zf * (sin(om + ep) * l5 - cos(om + ep) * l6) - u * (cos(ep) * l5 + sin(ep) * l6),
        ]
        m12 = m2 * (da**2 - da * rr * cos(th)) + I2
        m45 = m4 * ((e - ea) ** 2 + zt * (e - ea) * sin(ph)) + I4
        m67 = m6 * ((zf - fa) ** 2 - u * (zf - fa) * sin(om)) + I6
        m55 = m4 * (zt**2 + 2 * zt * (e - ea) * sin(ph) + (e - ea) ** 2) + m5 * (ta**2 + tb**2) + I4 + I5
        m77 = m6 * ((zf - fa) ** 2 - 2 * u * (zf - fa) * sin(om) + u**2) + m7 * (ua**2 + ub**2) + I6 + I7
        inertial = [
            (m1 * ra**2 + m2 * (rr**2 - 2 * da * rr * cos(th) + da**2) + I1 + I2) * bedd + m12 * thdd,
            m12 * bedd + (m2 * da**2 + I2) * thdd,
            (m3 * (sa**2 + sb**2) + I3) * gadd,
            (m4 * (e - ea) ** 2 + I4) * phdd + m45 * dedd,
            m45 * phdd + m55 * dedd,
            (m6 * (zf - fa) ** 2 + I6) * omdd + m67 * epdd,
            m67 * omdd + m77 * epdd,
        ]
        applied = [
            torque - m2 * da * rr * thd * (thd + 2 * bed) * sin(th),
            m2 * da * rr * bed**2 * sin(th),
            force[0] * (sc * cos(ga) - sd * sin(ga)) + force[1] * (sd * cos(ga) + sc * sin(ga)),
            m4 * zt * (e - ea) * ded**2 * cos(ph),
            -m4 * zt * (e - ea) * phd * (phd + 2 * ded) * cos(ph),
            -m6 * u * (zf - fa) * epd**2 * cos(om),
            m6 * u * (zf - fa) * omd * (omd + 2 * epd) * cos(om),
        ]
        yield der(self.q) == self.w
        yield der(self.w) == self.acceleration
        for mass, reaction, load in zip(inertial, reactions, applied, strict=True):
            yield mass + reaction == load
        for closure in closures:
            yield closure == 0


class SliderCrank(Block):
    """A slider crank with an elastic rod (two bending modes, two nodes along the rod), driven at constant speed."""

    p = Variable("any", "angles of crank and rod, position of the slider", shape=3)
    q = Variable("any", "deformation of the rod", shape=4)
    p_speed = Variable("any", "speeds of p", shape=3)
    q_speed = Variable("any", "speeds of q", shape=4)
    multiplier = Variable("any", "constraint forces", shape=3)

    def equations(self) -> Equations:
        m2, m3, l1, l2, j1, j2 = 0.151104, 0.075552, 0.15, 0.3, 0.002727, 0.0045339259
        young, b, h, rho, speed, pi_ = 2e11, 0.008, 0.008, 7870.0, 150.0, 3.1415927
        fac_m, fac_k, fac_b = rho * b * h * l2, young * b * h / l2, b * h * l2
        MQ = fac_m * np.array([[0.5, 0, 0, 0], [0, 0.5, 0, 0], [0, 0, 8, 1], [0, 0, 1, 2]])
        bend = pi_**4 / 24 * (h / l2) ** 2
        KQ = fac_k * np.array([[bend, 0, 0, 0], [0, 16 * bend, 0, 0], [0, 0, 16 / 3, -8 / 3], [0, 0, -8 / 3, 7 / 3]])
        b13, b14, b24 = -16 / pi_**3, 8 / pi_**3 - 1 / pi_, 0.5 / pi_
        BQ = fac_b * np.array([[0, 0, b13, b14], [0, 0, 0, b24], [-b13, 0, 0, 0], [-b14, -b24, 0, 0]])
        c1, c2 = fac_b * np.array([0, 0, 2 / 3, 1 / 6]), fac_b * np.array([2 / pi_, 0, 0, 0])
        c12 = l2 * fac_b * np.array([0, 0, 1 / 3, 1 / 6])
        c21 = l2 * fac_b * np.array([1 / pi_, -0.5 / pi_, 0, 0])

        phi1, phi2, x3 = self.p
        w1, w2, _ = self.p_speed
        a1, a2, a3 = (der(v) for v in self.p_speed)
        q, v, a = self.q, self.q_speed, der(self.q_speed)
        C, S = cos(phi1 - phi2), sin(phi1 - phi2)
        length = l2 + q[3]
        m12 = l1 * l2 * m2 * C / 2 + rho * l1 * (S * (c2 @ q) + C * (c1 @ q))
        m1q = rho * l1 * (C * c2 - S * c1)
        m2q = rho * c21 + rho * (q @ BQ)
        n1, n2, n3 = self.multiplier
        # columns of the constraint Jacobian times the multipliers
        g1 = l1 * cos(phi1) * n1 + l1 * sin(phi1) * n2 + n3
        g2 = length * cos(phi2) * n1 + length * sin(phi2) * n2
        g7 = sin(phi2) * n1 - cos(phi2) * n2
        f1 = -l1 * l2 * m2 * w2**2 * S / 2 + rho * l1 * w2**2 * (C * (c2 @ q) - S * (c1 @ q))
        f1 = f1 - 2 * rho * l1 * w2 * (C * (c1 @ v) + S * (c2 @ v))
        f2 = l1 * l2 * m2 * w1**2 * S / 2 + rho * l1 * w1**2 * (S * (c1 @ q) - C * (c2 @ q))
        f2 = f2 - 2 * rho * w2 * (c12 @ v) - 2 * w2 * (v @ (MQ @ q)) - rho * (v @ (BQ @ v))
        fq = w2**2 * (MQ @ q) - KQ @ q
        fq = fq + rho * (w2**2 * c12 + l1 * w1**2 * (C * c1 + S * c2) + 2 * w2 * (BQ @ v))

        yield der(self.p) == self.p_speed
        yield der(self.q) == self.q_speed
        yield (j1 + m2 * l1**2) * a1 + m12 * a2 + m1q @ a + g1 == f1
        yield m12 * a1 + (j2 + q @ (MQ @ q) + 2 * rho * (c12 @ q)) * a2 + m2q @ a + g2 == f2
        yield m3 * a3 + n2 == 0
        yield m1q * a1 + m2q * a2 + MQ @ a + vector(0, 0, 0, g7) == fq
        yield l1 * sin(phi1) + length * sin(phi2) == 0
        yield x3 - l1 * cos(phi1) - length * cos(phi2) == 0
        yield phi1 == speed * time
