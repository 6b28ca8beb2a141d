"""Code of projects: it runs only where a person trusts it, as it is, and only from the project's own folder."""

from __future__ import annotations

import py_compile
import sys
from pathlib import Path

import pytest

from blocks import ModelError
from blocks.project_code import Project
from blocks.trust import SHIPPED, fingerprint, forget, is_trusted, trust, trust_file, was_trusted

CODE = "def step(t, u, state):\n    return u, state\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a project with a file of code; the person's settings are elsewhere."""
    monkeypatch.setenv("JUNCTURA_CONFIG", str(tmp_path / "settings"))
    # as Python starts usually, whatever the environment of these tests says
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    place = tmp_path / "robot"
    place.mkdir()
    (place / "code.py").write_text(CODE)
    return place


def test_nothing_is_trusted_at_first(folder: Path) -> None:
    assert not is_trusted(folder)
    with pytest.raises(ModelError, match="not trusted") as caught:
        Project(folder).function("code.py", "step")
    assert "--trust" in caught.value.fix


def test_code_is_not_run_to_find_out(folder: Path) -> None:
    (folder / "code.py").write_text("from pathlib import Path\nPath(__file__).with_name('ran').touch()\n" + CODE)
    with pytest.raises(ModelError):
        Project(folder).function("code.py", "step")
    assert not (folder / "ran").exists()
    Project(folder, is_trusted=True).function("code.py", "step")
    assert (folder / "ran").exists()


def test_trust_is_remembered_until_the_code_changes(folder: Path) -> None:
    trust(folder)
    assert is_trusted(folder)
    assert Project(folder).function("code.py", "step")(0.0, 3.0, None) == (3.0, None)
    (folder / "other.py").write_text("x = 1\n")
    assert not is_trusted(folder)
    with pytest.raises(ModelError, match="not trusted") as caught:
        Project(folder).function("code.py", "step")
    assert "changed since" in caught.value.why
    trust(folder)
    assert is_trusted(folder)
    forget(folder)
    assert not is_trusted(folder)
    assert not was_trusted(folder)


def test_trust_is_for_one_folder_only(folder: Path) -> None:
    trust(folder)
    copy = folder.with_name("copy")
    copy.mkdir()
    (copy / "code.py").write_text(CODE)
    assert fingerprint(copy) == fingerprint(folder)
    assert not is_trusted(copy)


def test_trust_for_one_run_is_not_remembered(folder: Path) -> None:
    Project(folder, is_trusted=True).function("code.py", "step")
    assert not is_trusted(folder)


@pytest.mark.parametrize("text", ["", "[]", "not json", '{"a": 1'])
def test_a_damaged_file_of_trust_trusts_nothing(folder: Path, text: str) -> None:
    trust(folder)
    trust_file().write_text(text)
    assert not is_trusted(folder)


def test_data_beside_the_code_may_change(folder: Path) -> None:
    trust(folder)
    (folder / "diagram.toml").write_text("x = 1\n")
    assert is_trusted(folder)


def test_projects_that_come_with_the_program_are_trusted() -> None:
    assert is_trusted(SHIPPED / "pendulum")
    assert not is_trusted(SHIPPED.parent / "tests")


@pytest.mark.parametrize(
    "file", ["../outside.py", "/etc/passwd", "code.txt", "code", "a-b.py", ".hidden/code.py", "missing.py", ".."]
)
def test_only_python_files_inside_the_folder_are_found(folder: Path, file: str) -> None:
    (folder.parent / "outside.py").write_text(CODE)
    with pytest.raises(ModelError):
        Project(folder, is_trusted=True).function(file, "step")


def test_a_link_out_of_the_folder_is_not_followed(folder: Path) -> None:
    (folder.parent / "outside.py").write_text(CODE)
    (folder / "link.py").symlink_to(folder.parent / "outside.py")
    with pytest.raises(ModelError, match="inside the folder"):
        Project(folder, is_trusted=True).function("link.py", "step")


def test_only_source_is_run_never_what_was_compiled(folder: Path) -> None:
    """A compiled file could do something else than the source that a person looked at."""
    code = folder / "code.py"
    code.write_text("def step():\n    return 'hidden'\n")
    py_compile.compile(str(code), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    py_compile.compile(str(code), cfile=str(folder / "only_compiled.pyc"))
    code.write_text("def step():\n    return 'seen'\n\ndef other():\n    from .only_compiled import step\n    step()\n")
    project = Project(folder, is_trusted=True)
    assert project.function("code.py", "step")() == "seen"
    with pytest.raises(ModuleNotFoundError, match="only_compiled"):
        project.function("code.py", "other")()


@pytest.mark.parametrize("place", ["../outside", ".hidden"])
def test_code_outside_of_what_is_trusted_is_not_imported(folder: Path, place: str) -> None:
    (folder / place).mkdir()
    (folder / place / "gains.py").write_text("K = 7.0\n")
    (folder / "inner").symlink_to(folder / place)
    (folder / "code.py").write_text("def step():\n    from .inner.gains import K\n    return K\n")
    step = Project(folder, is_trusted=True).function("code.py", "step")
    with pytest.raises(ModuleNotFoundError, match="inner"):
        step()


def test_every_file_that_can_be_imported_counts_for_trust(folder: Path) -> None:
    trust(folder)
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "gains.py").write_text("K = 7.0\n")
    assert not is_trusted(folder)


def test_a_folder_of_pictures_does_not_hide_the_file_of_the_same_name(folder: Path) -> None:
    (folder / "code").mkdir()
    assert Project(folder, is_trusted=True).function("code.py", "step")(0.0, 3.0, None) == (3.0, None)


def test_a_diagram_that_was_never_saved_has_no_code() -> None:
    with pytest.raises(ModelError, match="cannot be found"):
        Project(None, is_trusted=True).function("code.py", "step")


def test_a_misspelt_function_is_told(folder: Path) -> None:
    with pytest.raises(ModelError, match='no function "stepp"') as caught:
        Project(folder, is_trusted=True).function("code.py", "stepp")
    assert "step" in caught.value.fix


def test_files_import_each_other_also_from_inner_folders(folder: Path) -> None:
    (folder / "inner").mkdir()
    (folder / "inner" / "gains.py").write_text("K = 7.0\n")
    (folder / "code.py").write_text("from .inner.gains import K\ndef step():\n    return K\n")
    (folder / "inner" / "deep.py").write_text("from ..code import step\nfrom .gains import K\n")
    project = Project(folder, is_trusted=True)
    assert project.function("code.py", "step")() == 7.0
    assert project.function("inner/deep.py", "step")() == 7.0


def test_each_load_is_fresh_and_leaves_nothing_behind(folder: Path) -> None:
    (folder / "code.py").write_text("seen = []\ndef step():\n    seen.append(1)\n    return len(seen)\n")
    for _ in range(2):
        step = Project(folder, is_trusted=True).function("code.py", "step")
        assert [step(), step()] == [1, 2]
    # of the same length and within the same second
    (folder / "code.py").write_text("seen = []\ndef step():\n    seen.append(1)\n    return min(seen)\n")
    step = Project(folder, is_trusted=True).function("code.py", "step")
    assert [step(), step()] == [1, 1]
    assert [path.name for path in folder.iterdir()] == ["code.py"]
