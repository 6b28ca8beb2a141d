"""Planar mechanisms that tests and benchmarks share. Independent joints have fixed start values, the others guesses."""

from __future__ import annotations

from math import acos, asin, atan2, cos, hypot, pi, sin, tan

from blocks import Diagram
from libraries import translational
from libraries.planar import Body, Fixed, FixedTranslation, Prismatic, Revolute, Rod, World
from libraries.rotational import ConstantTorque

LINK_LENGTH, LINK_MASS = 0.2, 0.1


def pendulum(n: int) -> Diagram:
    """Return ``n`` equal rods in a chain that fall from the horizontal; ``joint1.phi`` is the angle of the first."""
    d = Diagram("pendulum")
    d.add("world", World())
    d.add("ground", Fixed())
    end = "ground.a"
    for k in range(1, n + 1):
        d.add(f"joint{k}", Revolute(start={"phi": 0.0, "w": 0.0}))
        d.add(f"rod{k}", Rod(m=1.0, length=1.0))
        d.connect(end, f"joint{k}.a")
        d.connect(f"joint{k}.b", f"rod{k}.a")
        end = f"rod{k}.b"
    return d


def fourbar() -> Diagram:
    """Return a four-bar linkage, 1 kg per metre, at rest with its crank upright and its rocker above the ground."""
    crank, coupler, rocker, ground = 0.3, 0.9, 0.7, 1.0
    diagonal = hypot(crank, ground)
    at_coupler = atan2(-crank, ground) + acos((diagonal**2 + coupler**2 - rocker**2) / (2 * diagonal * coupler))
    at_rocker = atan2(crank + coupler * sin(at_coupler), coupler * cos(at_coupler) - ground)
    d = Diagram("fourbar")
    d.add("world", World())
    d.add("left", Fixed())
    d.add("right", Fixed(position=[ground, 0.0]))
    d.add("crank", Rod(m=crank, length=crank))
    d.add("coupler", Rod(m=coupler, length=coupler))
    d.add("rocker", Rod(m=rocker, length=rocker))
    d.add("crank_joint", Revolute(start={"phi": pi / 2, "w": 0.0}))
    d.add("elbow", Revolute(guess={"phi": at_coupler - pi / 2, "w": 0.0}))
    d.add("tip", Revolute(guess={"phi": at_rocker - at_coupler, "w": 0.0}))
    d.add("rocker_joint", Revolute(guess={"phi": at_rocker, "w": 0.0}))
    d.connect("left.a", "crank_joint.a")
    d.connect("crank_joint.b", "crank.a")
    d.connect("crank.b", "elbow.a")
    d.connect("elbow.b", "coupler.a")
    d.connect("coupler.b", "tip.a")
    d.connect("tip.b", "rocker.b")
    d.connect("right.a", "rocker_joint.a")
    d.connect("rocker_joint.b", "rocker.a")
    return d


def ring(n: int = 16, spin: float = 1.0) -> Diagram:
    """Return a regular ring of ``n`` links that hangs from its top vertex and swings as one rigid part at first."""
    turn = -2 * pi / n
    d = _closed_chain("ring", n, turn, [0.0] * n)
    d.add("ground", Fixed())
    d.add("pin", Revolute(start={"phi": turn / 2, "w": spin}))
    d.connect("ground.a", "pin.a")
    d.connect("pin.b", "link1.a")
    return d


def free_ring(n: int = 16, spin: float = 1.0, wobble: float = 0.5) -> Diagram:
    """Return a regular ring of ``n`` links about the origin that is thrown free, spinning and turning oval."""
    turn = 2 * pi / n
    below = LINK_LENGTH / 2 / tan(pi / n)
    first = {"x": 0.0, "y": -below, "phi": 0.0, "vx": spin * below, "vy": 0.0, "w": spin}
    return _closed_chain("free_ring", n, turn, [wobble * cos(2 * k * turn) for k in range(1, n + 1)], first)


def _closed_chain(
    name: str, n: int, turn: float, speeds: list[float], first: dict[str, float] | None = None
) -> Diagram:
    """Return a ring of rods, ``joint<k>`` behind ``link<k>``, of which the last three joints follow from the others."""
    d = Diagram(name)
    d.add("world", World())
    for k in range(1, n + 1):
        d.add(f"link{k}", Rod(m=LINK_MASS, length=LINK_LENGTH, start=first if k == 1 else None))
    for k, w in enumerate(speeds, start=1):
        # the last joint closes the ring after a full turn of the others
        values = {"phi": turn if k < n else turn * (1 - n), "w": w}
        d.add(f"joint{k}", Revolute(start=values) if k <= n - 3 else Revolute(guess=values))
        d.connect(f"link{k}.b", f"joint{k}.a")
        d.connect(f"joint{k}.b", f"link{k % n + 1}.a")
    return d


def slider_crank() -> Diagram:
    """Return a slider crank without gravity that a constant torque drives from rest; ``guide.s`` is the slider's x."""
    d = Diagram("slider_crank")
    d.add("world", World(g=[0.0, 0.0]))
    d.add("ground", Fixed())
    d.add("motor", ConstantTorque(torque=10.0))
    d.add("crank_joint", Revolute(start={"phi": 0.0, "w": 0.0}))
    d.add("crank", Rod(m=2.0, length=0.5))
    d.add("crank_pin", Revolute(guess={"phi": 0.0, "w": 0.0}))
    d.add("rod", Rod(m=4.0, length=1.0))
    d.add("wrist", Revolute(guess={"phi": 0.0, "w": 0.0}))
    d.add("slider", Body(m=1.0, I=0.1))
    d.add("guide", Prismatic(guess={"s": 1.5, "v": 0.0}))
    d.connect("ground.a", "crank_joint.a", "guide.a")
    d.connect("motor.shaft", "crank_joint.axis")
    d.connect("crank_joint.b", "crank.a")
    d.connect("crank.b", "crank_pin.a")
    d.connect("crank_pin.b", "rod.a")
    d.connect("rod.b", "wrist.a")
    d.connect("wrist.b", "slider.a", "guide.b")
    return d


def piston_engine() -> Diagram:
    """Return PlanarMechanics' piston engine: a flywheel turns a crank without mass; ``revoluteDrive`` is its angle."""
    d = Diagram("piston_engine")
    d.add("world", World())
    d.add("ground", Fixed())
    d.add("revoluteDrive", Revolute(start={"phi": 0.0, "w": -2.5}))
    d.add("disc", Body(m=1.0, I=0.1))
    d.add("crank", FixedTranslation(r=[0.3, 0.0]))
    d.add("revoluteDisc", Revolute(guess={"phi": 0.0}))
    d.add("rod", FixedTranslation(r=[0.8, 0.0]))
    d.add("revolutePiston", Revolute(guess={"phi": 0.0}))
    d.add("piston", Body(m=3.0, I=0.1))
    d.add("prismatic", Prismatic(guess={"s": 1.1}))
    d.connect("ground.a", "revoluteDrive.a", "prismatic.a")
    d.connect("revoluteDrive.b", "disc.a", "crank.a")
    d.connect("crank.b", "revoluteDisc.a")
    d.connect("revoluteDisc.b", "rod.a")
    d.connect("rod.b", "revolutePiston.a")
    d.connect("revolutePiston.b", "piston.a", "prismatic.b")
    return d


def kinematic_loop() -> Diagram:
    """Return PlanarMechanics' kinematic loop: two arms without mass, one on a sprung slide, carry a pendulum."""
    lean = asin(0.4)
    d = Diagram("kinematic_loop")
    d.add("world", World())
    d.add("ground", Fixed())
    d.add("wall", translational.Fixed())
    d.add("spring", translational.SpringDamper(stiffness=20.0, damping=4.0, free_length=0.4))
    d.add("prismatic", Prismatic(start={"s": 0.4, "v": 0.0}))
    d.add("revolute1", Revolute(guess={"phi": lean}))
    d.add("revolute2", Revolute(guess={"phi": -2 * lean}))
    d.add("revolute3", Revolute(guess={"phi": -lean}))
    d.add("revolute4", Revolute(start={"phi": -0.69813170079773, "w": 0.0}))
    d.add("arm1", FixedTranslation(r=[0.0, -0.5]))
    d.add("arm3", FixedTranslation(r=[0.0, -0.5]))
    d.add("arm4", FixedTranslation(r=[0.0, -0.6]))
    d.add("bob", Body(m=1.0, I=0.1))
    d.connect("ground.a", "revolute1.a", "prismatic.a")
    d.connect("wall.flange", "spring.a")
    d.connect("spring.b", "prismatic.axis")
    d.connect("revolute1.b", "arm1.a")
    d.connect("arm1.b", "revolute2.a", "revolute4.a")
    d.connect("prismatic.b", "revolute3.a")
    d.connect("revolute3.b", "arm3.a")
    d.connect("arm3.b", "revolute2.b")
    d.connect("revolute4.b", "arm4.a")
    d.connect("arm4.b", "bob.a")
    return d
