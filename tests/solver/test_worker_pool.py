"""Many jobs in several processes: all are answered once, whatever happens to the processes."""

from __future__ import annotations

import sys
from contextlib import closing

import pytest

from blocks.errors import ModelError
from solver.worker_pool import answers
from tests.solver.pool_jobs import doubling, dying
from tests.solver.processes import is_running, nothing_is_left


def collected(jobs, folder, prepare=doubling, count=2):
    found = list(answers(prepare, str(folder), jobs, count))
    assert len(found) == len(jobs)
    return dict(found)


def test_every_job_is_answered_once(tmp_path):
    assert collected(list(range(20)), tmp_path) == {number: 2 * number for number in range(20)}


def test_a_process_that_dies_costs_only_its_job(tmp_path):
    found = collected([1, "die", 2, "die once", 3, 4], tmp_path)
    died = found.pop(1)
    assert found == {0: 2, 2: 4, 3: "alive", 4: 6, 5: 8}
    assert isinstance(died, ModelError)
    assert died.what == "The worker process died during the run, 2 times."
    if sys.platform == "linux":
        assert "SIGKILL" in died.why


def test_errors_are_answers(tmp_path):
    found = collected(["fail", 1, "break"], tmp_path)
    assert (found[0].what, found[0].where, found[1]) == ("It fell over.", "arm", 2)
    assert found[2].why == "ZeroDivisionError: by zero"


def test_processes_that_never_answer_are_not_started_for_ever(tmp_path):
    with pytest.raises(ModelError, match="One worker process after another ends"):
        collected(list(range(50)), tmp_path, dying, count=1)


def test_whoever_stops_asking_waits_for_nobody(tmp_path):
    with nothing_is_left(), closing(answers(doubling, str(tmp_path), ["who", "sleep", "sleep"], 2)) as found:
        _, process = next(found)
    assert not is_running(process)
