"""The steps of the tour: what to do, how to tell that it is done, and how to do it for those who only watch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from blocks.block import type_name
from blocks.diagram import Diagram, Placeholder, block_of

if TYPE_CHECKING:
    from editor.main_window import MainWindow

TYPES = ("planar.Fixed", "planar.Revolute", "planar.Rod")
DRIVE = ("rotational.Torque", "rotational.AngleSensor", "control.PID", "signals.Step")
PLACES = {
    "planar.Fixed": (140, 140), "planar.Revolute": (280, 140), "planar.Rod": (420, 140), "rotational.Torque": (280, 0),
    "rotational.AngleSensor": (140, 60), "control.PID": (140, 0), "signals.Step": (0, 0),
}  # fmt: skip
JOINTS = (("planar.Fixed.a", "planar.Revolute.a"), ("planar.Revolute.b", "planar.Rod.a"))
LOOP = (
    ("signals.Step.y", "control.PID.target"), ("control.PID.command", "rotational.Torque.torque"),
    ("rotational.Torque.shaft", "planar.Revolute.axis"), ("planar.Revolute.axis", "rotational.AngleSensor.shaft"),
    ("rotational.AngleSensor.angle", "control.PID.measured"),
)  # fmt: skip


@dataclass(frozen=True)
class Step:
    """One step: what to do, how to tell that it is done, and how to do it for those who only watch."""

    title: str
    text: str
    is_done: Callable[[MainWindow], bool]
    do: Callable[[MainWindow], None]


def _diagram(window: MainWindow) -> Diagram:
    assert window.workspace is not None
    return window.workspace.document.diagram


def _named(diagram: Diagram, kind: str) -> str | None:
    """Return the first block of a type."""
    for name, part in diagram.blocks.items():
        if not isinstance(part, Diagram | Placeholder) and type_name(type(part)) == kind:
            return name
    return None


def _has(*kinds: str) -> Callable[[MainWindow], bool]:
    return lambda window: all(_named(_diagram(window), kind) for kind in kinds)


def _add(*kinds: str) -> Callable[[MainWindow], None]:
    def add(window: MainWindow) -> None:
        assert window.workspace is not None
        for kind in kinds:
            if _named(_diagram(window), kind) is None:
                window.workspace.document.add_block(_diagram(window), kind, PLACES[kind])
        window.workspace.canvas.view.fit()

    return add


def _ends(diagram: Diagram, pair: tuple[str, str]) -> tuple[str, str] | None:
    found = []
    for end in pair:
        kind, _, port = end.rpartition(".")
        name = _named(diagram, kind)
        if name is None:
            return None
        found.append(f"{name}.{port}")
    return found[0], found[1]


def _joined(*pairs: tuple[str, str]) -> Callable[[MainWindow], bool]:
    def is_joined(window: MainWindow) -> bool:
        known = {frozenset(map(block_of, pair)) for pair in _diagram(window).connections}
        ends = [_ends(_diagram(window), pair) for pair in pairs]
        return all(end is not None and frozenset(map(block_of, end)) in known for end in ends)

    return is_joined


def _join(*pairs: tuple[str, str]) -> Callable[[MainWindow], None]:
    def join(window: MainWindow) -> None:
        assert window.workspace is not None
        for pair in pairs:
            ends = _ends(_diagram(window), pair)
            if ends is not None:
                window.workspace.document.connect_ports(_diagram(window), *ends)

    return join


def _has_run(window: MainWindow) -> bool:
    return window.workspace is not None and window.workspace.controller.state in ("running", "finished")


STEPS = (
    Step(
        "Three blocks",
        "Double-click the canvas and type <b>planar fixed</b>, then Enter. Do the same for <b>planar revolute</b> and "
        "<b>planar rod</b>. You can also drag them from the list on the left.",
        _has(*TYPES), _add(*TYPES),
    ),
    Step(
        "Connect them",
        "Drag from the port of <b>fixed</b> to <b>a</b> of <b>revolute</b>, and from its <b>b</b> to the <b>rod</b>. "
        "That is a pendulum already.",
        _joined(*JOINTS), _join(*JOINTS),
    ),
    Step(
        "Let it swing", "Press <b>Ctrl+T</b>. The scope shows the curves, the animation the pendulum.",
        _has_run, lambda w: w.run(),
    ),
    Step(
        "A motor and a controller", "Insert <b>Torque</b>, <b>AngleSensor</b>, <b>PID</b> and <b>Step</b>.",
        _has(*DRIVE), _add(*DRIVE),
    ),
    Step(
        "Close the loop",
        "Step to PID target, PID command to Torque, Torque to the joint's axis, the axis to the sensor, and its angle "
        "back to PID measured.",
        _joined(*LOOP), _join(*LOOP),
    ),
    Step(
        "Run it",
        "Press <b>Ctrl+T</b> again. Select the PID and change its gain <b>k</b> on the right while it runs. "
        "Ctrl+S saves, Ctrl+Shift+E draws it for a paper.",
        _has_run, lambda w: w.run(),
    ),
)  # fmt: skip
