"""The steps of the tour: what to do, how to tell that it is done, and how to do it for those who only watch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from blocks.block import Block, type_name
from blocks.diagram import Diagram, Experiment, Placeholder, block_of

if TYPE_CHECKING:
    from editor.main_window import MainWindow

TYPES = ("planar.Fixed", "planar.Revolute", "planar.Rod")
DRIVE = ("rotational.Torque", "rotational.AngleSensor", "control.PID", "signals.Step")
# so that no connection crosses another; the sensor is mirrored, because its shaft is on the right
PLACES = {
    "planar.Fixed": (290, 220), "planar.Revolute": (430, 220), "planar.Rod": (570, 220), "rotational.Torque": (290, 0),
    "rotational.AngleSensor": (290, 110, 0, 1), "control.PID": (140, 0), "signals.Step": (0, 0),
}  # fmt: skip
VALUES = {"k": 20, "Td": "0.2 s"}
STOP = "8 s"
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
    builds: bool = True  # whether later steps stand on it


def do_step(number: int, window: MainWindow) -> None:
    """Do a step for the person, and before it whatever it stands on and was left out."""
    for step in STEPS[:number]:
        if step.builds and not step.is_done(window):
            step.do(window)
    STEPS[number].do(window)


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


def _is_set_up(window: MainWindow) -> bool:
    diagram = _diagram(window)
    pid = _named(diagram, "control.PID")
    part = diagram.blocks.get(pid or "")
    is_tuned = isinstance(part, Block) and VALUES.keys() <= part.values.keys()
    return is_tuned and diagram.experiment.stop != Experiment().stop


def _set_up(window: MainWindow) -> None:
    assert window.workspace is not None
    document, diagram = window.workspace.document, _diagram(window)
    document.set_experiment(diagram, stop=STOP)
    pid = _named(diagram, "control.PID")
    if pid is not None:
        for key, value in VALUES.items():
            document.set_value(diagram, pid, key, value)
        window.workspace.canvas.scene.select([pid])


STEPS = (
    Step(
        "Three blocks",
        "Double-click the canvas and type <b>planar fixed</b>, then Enter. Do the same beside it for "
        "<b>planar revolute</b> and <b>planar rod</b>. You can also drag them from the list on the left.",
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
        _has_run, lambda w: w.run(), builds=False,
    ),
    Step(
        "A motor and a controller",
        "Insert a <b>Torque</b>, an <b>AngleSensor</b>, a <b>PID</b> and a <b>Step</b>, in the same way.",
        _has(*DRIVE), _add(*DRIVE),
    ),
    Step(
        "Close the loop",
        "Connect <b>step</b> to <b>target</b> of the PID, its <b>command</b> to the <b>torque</b>, the shaft of the "
        "torque to the <b>axis</b> of the joint, the axis to the <b>angle sensor</b>, and its angle back to "
        "<b>measured</b> of the PID.",
        _joined(*LOOP), _join(*LOOP),
    ),
    Step(
        "Set the values",
        f"Press <b>Ctrl+E</b> and type a stop time of <b>{STOP}</b>. Click the PID and type <b>k</b> = {VALUES['k']} "
        f"and <b>Td</b> = {VALUES['Td']}: numbers may have any unit, and <i>= 2 * gain</i> would use a parameter.",
        _is_set_up, _set_up,
    ),
    Step(
        "Run it",
        "Press <b>Ctrl+T</b> again: the PID lifts the pendulum to 1 rad. With <b>max speed</b> above set to real time "
        "you can change <b>k</b> while it runs. Ctrl+S saves, Ctrl+Shift+E draws it for a paper.",
        _has_run, lambda w: w.run(), builds=False,
    ),
)  # fmt: skip
