"""Which diagram a project's folder is about."""

from pathlib import Path

import pytest

from blocks.errors import ModelError
from blocks.project_folder import diagram_in


def folder_of(place: Path, *names: str, shows: str = "") -> Path:
    for name in names:
        (place / name).write_text("")
    if shows:
        (place / "experiments.toml").write_text(shows)
    return place


def test_a_file_is_itself(tmp_path: Path) -> None:
    assert diagram_in(tmp_path / "arm.toml") == tmp_path / "arm.toml"


@pytest.mark.parametrize(
    ("names", "shows", "found"),
    [
        (("arm.toml", "diagram.toml"), 'diagrams = ["arm.toml"]', "diagram.toml"),
        (("arm.toml", "rolling.toml"), 'diagrams = ["rolling.toml", "arm.toml"]', "rolling.toml"),
        (("arm.toml", "rolling.toml"), 'diagrams = ["gone.toml", "../x.toml", "arm.toml"]', "arm.toml"),
        (("arm.toml",), "", "arm.toml"),
        (("arm.toml",), "not toml", "arm.toml"),
    ],
)
def test_the_diagram_of_a_folder(tmp_path: Path, names: tuple[str, ...], shows: str, found: str) -> None:
    assert diagram_in(folder_of(tmp_path, *names, shows=shows)) == tmp_path / found


@pytest.mark.parametrize("shows", ["", "diagrams = 3", "diagrams = [3]", "diagrams = ["])
def test_several_and_none_is_named(tmp_path: Path, shows: str) -> None:
    with pytest.raises(ModelError) as caught:
        diagram_in(folder_of(tmp_path, "arm.toml", "leg.toml", shows=shows))
    assert "arm.toml, leg.toml" in caught.value.why
