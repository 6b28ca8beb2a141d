"""Old versions of the format; version 0 never existed and is made up here."""

import pytest

from blocks import ModelError, migrations
from blocks.diagram_file import read_text, write_text
from tests.models.shop import HEAD

OLD = """
format = "junctura-diagram"
version = 0
title = "arm"

[blocks.inner]
type = "diagram"
title = "hand"

[blocks.inner.blocks.x]
type = "nowhere.Thing"
title = "not a diagram"
"""


def v0_to_v1(data):
    """What was a title is a name now."""

    def renamed(diagram):
        return {"name" if key == "title" else key: value for key, value in diagram.items()}

    return migrations.in_every_diagram(data, renamed)


def test_old_files_are_brought_up_to_date(monkeypatch):
    monkeypatch.setitem(migrations.STEPS, 0, v0_to_v1)
    d = read_text(OLD)
    assert (d.name, d.blocks["inner"].name) == ("arm", "hand")
    assert d.blocks["inner"].blocks["x"].data == {"title": "not a diagram"}
    assert write_text(d).startswith(f'{HEAD}name = "arm"\n')


def test_steps_follow_each_other(monkeypatch):
    monkeypatch.setattr(migrations, "CURRENT", 3)
    monkeypatch.setattr(migrations, "STEPS", {i: lambda data, i=i: {**data, f"step{i}": True} for i in range(3)})
    assert migrations.migrate({"version": 1}, "f") == {"version": 3, "step1": True, "step2": True}
    assert migrations.migrate({"version": 3}, "f") == {"version": 3}


def test_a_step_does_not_change_what_it_is_given(monkeypatch):
    monkeypatch.setitem(migrations.STEPS, 0, v0_to_v1)
    data = {"version": 0, "title": "a", "blocks": {"b": {"type": "diagram", "title": "b"}}}
    migrations.migrate(data, "f")
    assert data == {"version": 0, "title": "a", "blocks": {"b": {"type": "diagram", "title": "b"}}}


@pytest.mark.parametrize("version", [None, "1", 1.0, True, -1, [1]])
def test_a_version_is_a_whole_number(version):
    with pytest.raises(ModelError, match="version of the file is missing"):
        migrations.migrate({"version": version}, "f")


def test_every_old_version_has_a_step():
    assert sorted(migrations.STEPS) == list(range(1, migrations.CURRENT))
