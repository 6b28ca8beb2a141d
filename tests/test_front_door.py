"""The front door as programs and the shell see it: light imports, exit codes, signals and pipes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import junctura

ROOT = Path(__file__).resolve().parent.parent
RAMP = """
format = "junctura-diagram"
version = 1

[blocks.one]
type = "signals.Constant"

[blocks.sum]
type = "signals.Integrator"

[diagram]
connections = [["one.y", "sum.u"]]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ramp.toml").write_text(RAMP)
    return tmp_path


def test_public_names_load_on_demand() -> None:
    for name in junctura.__all__:
        assert getattr(junctura, name) is not None
    with pytest.raises(AttributeError, match="module 'junctura' has no attribute 'nothing'"):
        _ = junctura.nothing


def shell(*words: str, **more: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "junctura.py"), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **more)


def test_from_the_shell(folder: Path) -> None:
    found = shell("run", "ramp.toml", "--json")
    assert (found.returncode, found.stderr) == (0, "")
    assert json.loads(found.stdout)["final"] == {"sum.y": pytest.approx(1.0)}
    missing = shell("run", "none.toml")
    assert (missing.returncode, missing.stdout) == (1, "")
    assert "Traceback" not in missing.stderr


def test_import_is_light() -> None:
    code = "import sys, junctura; print(sorted({'numpy', 'casadi', 'blocks', 'rich', 'matplotlib'} & set(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert found.stdout == "[]\n"


def test_run_imports_only_what_it_needs(folder: Path) -> None:
    code = (
        "import sys, junctura; junctura.main(['run', 'ramp.toml', '--json']);"
        "print(sorted({'pandas', 'matplotlib', 'rich', 'pyarrow', 'scipy', 'networkx'} & set(sys.modules)))"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert found.stdout.splitlines()[-1] == "[]"


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_stopping_is_quiet(folder: Path) -> None:
    command = [sys.executable, str(ROOT / "junctura.py"), "run", "ramp.toml", "--until", "1e9", "--step", "1e-3"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            time.sleep(2.0)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=30)
        finally:
            process.kill()  # else a run that goes on would keep the machine busy
    assert (process.returncode, out, err) == (130, "", "Stopped.\n")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes differ")
def test_a_closed_pipe_is_quiet(folder: Path) -> None:
    command = f'"{sys.executable}" "{ROOT / "junctura.py"}" blocks | head -n 1'
    found = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60, check=False)
    assert (found.stdout, found.stderr) == ("signals\n", "")
