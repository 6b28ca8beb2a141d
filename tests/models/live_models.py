"""Small models for runs that are watched."""

from __future__ import annotations

from blocks import Diagram
from libraries import electrical, signals


def charging() -> Diagram:
    """Return a capacitor that is charged through a resistor with a time constant of 1 s."""
    d = Diagram("charging")
    d.add("source", electrical.ConstantVoltage(V=1))
    d.add("r", electrical.Resistor(R=1000))
    d.add("c", electrical.Capacitor(C="1 mF", start={"v": 0}))
    d.add("ground", electrical.Ground())
    d.connect("source.p", "r.p")
    d.connect("r.n", "c.p")
    d.connect("source.n", "c.n", "ground.p")
    d.experiment.stop = 5
    return d


def endless() -> Diagram:
    """Return the same driven by a sine of 1 Hz: a run of a million seconds takes minutes."""
    d = charging()
    d.name = "endless"
    d.remove("source")
    d.add("source", electrical.SineVoltage(amplitude=1, frequency=1))
    d.connect("source.p", "r.p")
    d.connect("source.n", "c.n", "ground.p")
    d.experiment.stop, d.experiment.interval = 1e6, 0.05
    return d


def ladder(cells: int) -> Diagram:
    """Return a long line of resistors and capacitors, which takes its time to compile."""
    d = Diagram("ladder")
    d.add("source", electrical.ConstantVoltage(V=1))
    d.add("ground", electrical.Ground())
    before, ground = "source.p", ["source.n"]
    for k in range(cells):
        d.add(f"r{k}", electrical.Resistor(R=1))
        d.add(f"c{k}", electrical.Capacitor(C=1e-3, start={"v": 0}))
        d.connect(before, f"r{k}.p")
        d.connect(f"r{k}.n", f"c{k}.p")
        before = f"r{k}.n"
        ground.append(f"c{k}.n")
    d.connect("ground.p", *ground)
    return d


def root_of_a_sine() -> Diagram:
    """Return a model with values that are no numbers while the sine is below zero."""
    d = Diagram("root")
    d.add("wave", signals.Sine(frequency="1 Hz"))
    d.add("root", signals.Sqrt())
    d.add("doubled", signals.Gain(k=2.0))
    d.connect("wave.y", "root.u")
    d.connect("root.y", "doubled.u")
    return d
