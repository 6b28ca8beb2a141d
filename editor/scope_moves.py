"""Moving signals between plots and axes: by a menu on a signal's chip, or by dragging the chip."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QPointF, Signal
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from editor.document import Document
from editor.model_facts import ModelFacts, ScopeFacts
from editor.scope_plot import ScopePlot
from editor.scope_wishes import Move, chosen_signals, fits, moves_of, with_wishes


class SignalMover(QObject):
    """Changes where signals are shown; the diagram remembers it, and it can be undone."""

    refused = Signal(str)
    hidden = Signal(str)  # a signal that cannot be removed, because a block shows it

    def __init__(self, document: Document, parent: QWidget) -> None:
        super().__init__(parent)
        self._document, self._parent = document, parent
        self.facts = ModelFacts()
        self._over: ScopePlot | None = None
        self.menu: QMenu | None = None

    def toggle(self, name: str) -> None:
        """Show a signal that no block shows, or no longer."""
        diagram = self._document.diagram
        chosen = chosen_signals(diagram)
        is_new = name not in chosen
        chosen = [*chosen, name] if is_new else [other for other in chosen if other != name]
        moves = [move for move in moves_of(diagram) if is_new or move.name != name]
        self._document.set_scopes(diagram, with_wishes(chosen, moves))

    def remove(self, name: str) -> None:
        """Take a signal away; what a block shows can only be hidden."""
        if name in chosen_signals(self._document.diagram):
            self.toggle(name)
        else:
            self.hidden.emit(name)

    def move(self, name: str, panel: ScopeFacts, side: str) -> bool:
        """Put a signal onto an axis of a plot; return whether it fits there."""
        unit = self.facts.display_unit(name)
        if panel.is_xy or not fits(panel, side, unit):
            taken = f"is in {panel.unit or '1'}" if side == "left" else f"is in {panel.right_unit or '1'}"
            self.refused.emit(f'"{name}" is in {unit or "1"}, but the {side} axis of that plot {taken}.')
            return False
        self._put(name, Move(name, panel.title, panel.unit, side))
        return True

    def move_out(self, name: str) -> None:
        """Give a signal a plot of its own."""
        self._put(name, Move(name, name, self.facts.display_unit(name), "left"))

    def move_back(self, name: str) -> None:
        """Put a signal back to where it would be by itself."""
        self._put(name, None)

    def _put(self, name: str, move: Move | None) -> None:
        diagram = self._document.diagram
        moves = [other for other in moves_of(diagram) if other.name != name]
        self._document.set_scopes(diagram, with_wishes(chosen_signals(diagram), [*moves, *([move] if move else [])]))

    def open_menu(self, name: str, place: QPointF, here: ScopePlot, panels: list[ScopeFacts]) -> None:
        """Offer what can be done with a signal of a plot."""
        menu = self.menu = QMenu(self._parent)
        facts, unit = here.facts, self.facts.display_unit(name)
        is_right = name in facts.right
        side = "left" if is_right else "right"
        action = menu.addAction(f"Move to {side} axis", lambda: self.move(name, facts, side))
        action.setEnabled(fits(facts, side, unit) and len(here.curves) > 1)
        others = menu.addMenu("Move to plot")
        for panel in panels:
            wanted = next((side for side in ("left", "right") if fits(panel, side, unit)), None)
            if panel.key != facts.key and not panel.is_xy and wanted is not None:
                axis = "" if wanted == "left" else ", right axis"
                text = f"{plot_name(panel)}{axis}"
                others.addAction(text, partial(self.move, name, panel, wanted))
        others.setEnabled(not others.isEmpty())
        own = menu.addAction("Plot of its own", lambda: self.move_out(name))
        own.setEnabled(len(here.curves) > 1)
        if any(move.name == name for move in moves_of(self._document.diagram)):
            menu.addAction("Back to where it was", lambda: self.move_back(name))
        menu.addSeparator()
        menu.addAction("Hide" if here.curves[name].is_shown else "Show", lambda: here.legend.toggled.emit(name))
        if name in chosen_signals(self._document.diagram):
            menu.addAction("Remove", lambda: self.remove(name))
        menu.popup(place.toPoint())

    def drag(self, name: str, place: QPointF, is_over: bool) -> None:
        """Show where a signal would go, and put it there when it is let go."""
        plot = plot_at(place)
        if self._over is not None and self._over is not plot:
            self._over.hint.hide()
        self._over = plot
        if plot is None or plot.facts.is_xy:
            return
        unit, facts = self.facts.display_unit(name), plot.facts
        is_right = plot.widget.mapFromGlobal(place).x() > plot.widget.width() / 2
        if not fits(facts, "right" if is_right else "left", unit):
            is_right = not is_right  # the only axis that is left
        side = "right" if is_right else "left"
        if is_over:
            plot.hint.hide()
            is_there = name in (facts.right if is_right else facts.names)
            if not is_there:
                self.move(name, facts, side)
        else:
            words = f"{side} axis  [{unit or '1'}]" if fits(facts, side, unit) else f"no axis is in {unit or '1'}"
            plot.hint.show_side(words, is_right)


def plot_name(panel: ScopeFacts) -> str:
    """Return how a plot is called in a menu."""
    first = panel.title or ", ".join(panel.names[:2])
    return f"{first} [{panel.unit}]" if panel.unit else first


def plot_at(place: QPointF) -> ScopePlot | None:
    """Return the plot at a place of the screen, in whichever window it is."""
    widget: QWidget | None = QApplication.widgetAt(place.toPoint())
    while widget is not None and not isinstance(widget, ScopePlot):
        widget = widget.parentWidget()
    return widget
