"""The trigger of a scope: the view is held when a signal crosses a level."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLineEdit, QWidget

from blocks.units import unit
from editor.scope_data import Run
from editor.scope_measure import EDGES, crossing
from editor.style import Theme


class TriggerStrip(QWidget):
    """Which signal, which level and which direction; looks at what arrives, and fires once."""

    fired = Signal(float)  # the time of the crossing

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.hide()
        self.signals, self.level, self.edge = QComboBox(), QLineEdit("0"), QComboBox()
        self._symbols: dict[str, str] = {}
        self._looked = 0  # instants that are known not to cross, with those forgotten
        self._run: Run | None = None
        self._is_armed = True
        self._unit, self._status = QLabel(""), QLabel("")
        self.edge.addItems(EDGES)
        self.level.setFixedWidth(80)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 2)
        for widget in (QLabel("hold when"), self.signals, QLabel("crosses"), self.level, self._unit, self.edge):
            layout.addWidget(widget)
        layout.addWidget(self._status, 1)
        self.signals.currentTextChanged.connect(self._rearm)
        self.level.textChanged.connect(self._rearm)
        self.edge.currentTextChanged.connect(self._rearm)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self._theme = theme
        self.setStyleSheet(f"* {{ font-size: 12px; }} QLabel {{ color: {theme.dim}; }}")

    def offer(self, names: dict[str, str]) -> None:
        """Offer some signals, each with the unit its level is given in."""
        if [self.signals.itemText(k) for k in range(self.signals.count())] != list(names):
            chosen = self.signals.currentText()
            self.signals.clear()
            self.signals.addItems(list(names))
            if chosen in names:
                self.signals.setCurrentText(chosen)
        self._symbols = names
        self._unit.setText(names.get(self.signals.currentText(), ""))

    def begin(self, run: Run) -> None:
        """Look at a new run."""
        self._run, self._looked, self._is_armed = run, 0, True
        self._status.setText("")

    def _rearm(self) -> None:
        # from now on: what is past cannot be waited for
        run = self._run
        self._looked, self._is_armed = (run.forgotten + len(run) if run is not None else 0), True
        self._status.setText("")
        self._unit.setText(self._symbols.get(self.signals.currentText(), ""))

    def rearm(self) -> None:
        """Wait for the next crossing."""
        self._rearm()

    @property
    def _si_level(self) -> float | None:
        try:
            level = float(self.level.text().replace(",", "."))
        except ValueError:
            return None
        symbol = self._symbols.get(self.signals.currentText(), "")
        if not symbol:
            return level
        wanted = unit(symbol)
        return level * wanted.factor + wanted.offset

    def look(self) -> None:
        """Look at what has arrived since the last time."""
        run, name, level = self._run, self.signals.currentText(), self._si_level
        if not self._is_armed or run is None or level is None or name not in run:
            return
        found = crossing(run.time, run[name], level, self.edge.currentText(), self._looked - run.forgotten)
        self._looked = run.forgotten + len(run)
        if found is not None:
            self._is_armed = False
            self._status.setText(f"held at t = {found:.4g} s")
            self.fired.emit(found)
