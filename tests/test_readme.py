"""The tutorial in the README runs, and its figures are the ones it prints."""

import re
from pathlib import Path

README = (Path(__file__).parents[1] / "README.md").read_text()


def test_tutorial_prints_what_it_says(capsys):
    names: dict[str, object] = {"__name__": "tutorial"}
    promised = []
    for code in re.findall(r"```python\n(.*?)```", README, flags=re.S):
        promised += re.findall(r"print\(.*?\)\s+# ([\d.]+ V)", code)
        exec(compile(code, "README.md", "exec"), names)
    assert promised
    assert capsys.readouterr().out.splitlines() == promised


def test_every_file_the_readme_names_exists():
    for target in re.findall(r"\]\(([^)]+)\)", README):
        if "://" not in target:
            assert (Path(__file__).parents[1] / target).exists(), target
