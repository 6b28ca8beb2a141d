"""Values of a run beside the diagram: on connections of every kind, and of the selected block in the inspector."""

from __future__ import annotations

import math
from collections.abc import Iterable

from PySide6.QtCore import QObject, QTimer

from blocks.block import Block
from blocks.declare import Flow, Output
from blocks.diagram import Diagram, block_of
from blocks.errors import ModelError
from blocks.port import Port
from blocks.units import unit
from editor.canvas.nets import Pair
from editor.canvas.port_kinds import kind_at
from editor.canvas_area import CanvasArea
from editor.checker import Checker
from editor.inspector import Inspector
from editor.model_facts import ModelFacts
from editor.run_control import RunController

OFTEN = 200  # ms; faster than that nobody reads
MOST = 12  # values of one block
MOST_ENDS = 100  # values on connections: more would only make runs slower


class LiveValues(QObject):
    """Shows the newest values a few times a second; on connections unless that is switched off."""

    def __init__(self, canvas: CanvasArea, inspector: Inspector, controller: RunController, checker: Checker) -> None:
        super().__init__(canvas)
        self._canvas, self._inspector, self._controller, self._checker = canvas, inspector, controller, checker
        self.is_on_connections = False
        self._known: list[tuple[str, str]] | None = None  # the ends of the diagram shown, until it changes
        self._timer = QTimer(self)
        self._timer.setInterval(OFTEN)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.show)
        for signal in (controller.batch, controller.state_changed, canvas.level_changed, canvas.selected):
            signal.connect(self._wait)
        checker.checked.connect(self._wait)  # which tells the units
        for signal in (canvas.level_changed, canvas.document.changed):
            signal.connect(self._forget)

    def _forget(self, *_: object) -> None:
        self._known = None

    def set_on_connections(self, is_on: bool) -> None:
        """Show values on connections, or no longer."""
        self.is_on_connections = is_on
        self.show()

    def signals(self) -> list[str]:
        """Return the full names of what a run has to record to be shown here."""
        ends = [full for _, full in self._ends()] if self.is_on_connections else []
        return ends + [full for _, full in self._variables()]

    def show(self) -> None:
        """Show the newest values."""
        ends = self._ends() if self.is_on_connections else []
        self._canvas.scene.show_values({end: text for end, full in ends if (text := self._text(full))})
        self._inspector.set_now({name: text for name, full in self._variables() if (text := self._text(full))})

    def _wait(self, *_: object) -> None:
        if not self._timer.isActive():
            self._timer.start()

    @property
    def _prefix(self) -> str:
        return "".join(f"{name}." for name in self._canvas.way)

    def _ends(self) -> list[tuple[str, str]]:
        """Return the ends of connections that have a value in the diagram shown, with the full name of the variable."""
        if self._known is None:
            self._known = self._find_ends()
        return self._known

    def _find_ends(self) -> list[tuple[str, str]]:
        diagram = self._canvas.diagram
        found = [seen for net in self._canvas.scene.network.nets for seen in seen_at(diagram, net.pairs)]
        return [(end, self._prefix + variable) for end, variable in found][:MOST_ENDS]

    def _variables(self) -> list[tuple[str, str]]:
        """Return the variables of the selected block, with their full names."""
        chosen, facts = self._canvas.scene.selected_items(), self._checker.facts
        if len(chosen) != 1 or facts is None:
            return []
        start = f"{self._prefix}{chosen[0]}."
        names = [name[len(start) :] for name in facts.units if name.startswith(start)]
        return [(name, start + name) for name in names if "." not in name][:MOST]

    def _text(self, full: str) -> str:
        run = self._controller.store.last
        if run is None or not len(run) or full not in run:
            return ""
        return value_text(float(run[full][-1]), full, self._checker.facts)


def seen_at(diagram: Diagram, pairs: Iterable[Pair]) -> list[tuple[str, str]]:
    """Return the ends of a net that show a value, each with the variable: every output, or what the ports share.

    A port of a plain physical connection shows its potential: voltage, angle, position, pressure, temperature. Those
    of mechanisms in a plane or in space have too many numbers to be read beside a line.
    """
    kinds = {end: kind for pair in pairs for end in pair if (kind := kind_at(diagram, end)) is not None}
    outputs = [end for end, kind in kinds.items() if isinstance(kind.declaration, Output) and not kind.shape]
    if outputs:
        return [(end, end) for end in outputs]
    for end, kind in kinds.items():
        if isinstance(kind.declaration, Port) and kind.count == 1 and isinstance(diagram.blocks[block_of(end)], Block):
            potential = _potential(kind.declaration)
            return [(end, f"{end}.{potential}")] if potential else []
    return []


def _potential(port: Port) -> str:
    """Return the first variable that connected ports share, if there are at most two, each a single number."""
    shared = [name for name, item in port.quantities.items() if not isinstance(item, Flow)]
    is_plain = len(shared) <= 2 and all(port.quantities[name].shape_spec is None for name in shared)
    return shared[0] if shared and is_plain else ""


def value_text(value: float, name: str, facts: ModelFacts | None) -> str:
    """Return a value in the unit in which people like to see it; nothing if there is none yet.

    >>> value_text(0.25, "motor.w", None), value_text(float("nan"), "motor.w", None)
    ('0.25', '')
    """
    if not math.isfinite(value):
        return ""
    wanted = facts.shown_unit(name) if facts is not None else ""
    try:
        shown = unit(wanted) if wanted else None
    except ModelError:
        shown = None
    if shown is None or wanted == "1":
        return f"{value:.4g}"
    return f"{(value - shown.offset) / shown.factor:.4g} {wanted}"
