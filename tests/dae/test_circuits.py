"""Circuits against published end values (Test Set for IVP Solvers; deTestSet: PSIDE and RADAU at 1e-12 and below)."""

import numpy as np

from tests.dae.circuits import RingModulator, TransistorAmplifier
from tests.dae.running import assert_digits, at, run

AMPLIFIER_START = [0.0, 3.0, 3.0, 6.0, 3.0, 3.0, 6.0, 0.0]
AMPLIFIER_END = [
    -0.005562145012262709, 3.006522471903042, 2.849958788608128, 2.926422536206241, 2.704617865010554,
    2.761837778393145, 4.770927631616772, 1.236995868091548,
]  # fmt: skip
RING_END = np.array([
    -0.02339057358486745, -0.007367485485540825, 0.2582956709291169, -0.406446572128345, -0.4039455665149794,
    0.2607966765422943, 0.1106761861269975, 2.939904342435596e-07, -2.840029933642329e-08, 0.0007267198267264553,
    0.000792948719696084, -0.0007255283495698965, -0.0007941401968526521, 7.088495416976114e-05, 2.39005907523657e-05,
])  # fmt: skip


def test_transistor_amplifier() -> None:
    result = run(TransistorAmplifier(guess={"y": AMPLIFIER_START}), 0.2, 1e-9)
    assert_digits(at(result, "y"), AMPLIFIER_END, 7)


def test_ring_modulator() -> None:
    # the long run of this folder: the common mode of y3..y6 needs a tight tolerance
    found = at(run(RingModulator(start={"y": 0}), 1e-3, 1e-8), "y")
    assert_digits(found, RING_END.tolist(), 6)
