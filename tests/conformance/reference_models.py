"""The reference models by the names of their trajectories, with their layout: what the saved diagrams are made from.

``python -m tests.conformance.reference_models`` writes the saved diagrams anew.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from blocks import Diagram
from blocks.diagram_file import write_diagram
from tests.conformance.layouts import DRAWINGS, layout
from tests.models import drive_models, physical_models, planar_models, spatial_models

FOLDER = Path(__file__).parent

BUILDERS: dict[str, Callable[[], Diagram]] = {
    **physical_models.MODELS,
    **drive_models.MODELS,
    **spatial_models.MODELS,
    "19_PM_PistonEngine": planar_models.piston_engine,
    "20_PM_KinematicLoop": planar_models.kinematic_loop,
}
STOPS = {"19_PM_PistonEngine": 10, "20_PM_KinematicLoop": 6}


def reference_model(name: str) -> Diagram:
    """Return a reference model as it is saved."""
    diagram = BUILDERS[name]()
    diagram.experiment.stop = STOPS.get(name, diagram.experiment.stop)
    diagram.layout = layout(DRAWINGS[name])
    return diagram


def write_all() -> None:
    """Write every saved diagram."""
    for name in DRAWINGS:
        write_diagram(reference_model(name), FOLDER / f"{name}.toml")


if __name__ == "__main__":
    write_all()
