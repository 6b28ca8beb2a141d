"""The runs of a sweep on the machines of a cluster: a Dask scheduler hands them out, and again where a worker dies.

Everything a worker needs is sent to it; it needs neither the files of the diagram nor a common folder, only Junctura.
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from typing import Any

from blocks.errors import ModelError
from solver.model_hash import installed_version
from solver.sweeps.cases import Case
from solver.sweeps.engines import Rows
from solver.sweeps.runner import Row, Runner
from solver.sweeps.sweep import Sweep

PATIENCE = 10  # s for the scheduler to answer
LONGER = 30  # s for a first worker to come
START = "dask scheduler, and on each machine: dask worker tcp://ADDRESS:8786 --nworkers auto --nthreads 1"

_running = threading.Lock()
_runners: dict[str, Runner] = {}


def on_cluster(address: str, sweep: Sweep, cases: Sequence[Case]) -> Rows:
    """Yield the rows of all cases as the workers of a cluster finish them."""
    key = os.urandom(8).hex()
    with _client(address) as client:
        from distributed import as_completed

        # sent once and kept by the workers; as the result of a task it is made again if they all die
        common = client.submit(_same, sweep, key=f"sweep-{key}", pure=False)
        futures = {
            client.submit(perform, key, common, case, key=f"run-{number}-{key}", pure=False): number
            for number, case in enumerate(cases)
        }
        try:
            for future in as_completed(futures, loop=client.loop):
                yield futures[future], _row(future, address)
                future.release()
        finally:
            with contextlib.suppress(Exception):
                client.cancel([*futures, common])


def perform(key: str, sweep: Sweep, case: Case) -> Row:
    """Return the row of a case: what a worker does. Its process runs one at a time, whatever threads it has."""
    with _running:
        if sweep.version != installed_version():
            what = f"The worker has version {installed_version()} of Junctura, not {sweep.version}."
            raise ModelError(what, fix="Install the same version on all machines.")
        if key not in _runners:
            _runners.clear()
            _runners[key] = Runner(sweep)
        return _runners[key](case)


def _same(sweep: Sweep) -> Sweep:
    return sweep


@contextlib.contextmanager
def _client(address: str) -> Iterator[Any]:
    try:
        from distributed import Client
    except ImportError:
        what = "A sweep on a cluster needs Dask, which is not installed."
        raise ModelError(what, fix="Install it: pip install -e '.[cluster]'") from None
    # what the cluster does about lost workers is its own affair; Dask has given some of its loggers levels of their own
    for name in ("distributed", "tornado", "asyncio", *logging.root.manager.loggerDict):
        if name.split(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        why = f"{type(error).__name__}: {error}".splitlines()[0]
        raise ModelError(f"There is no Dask scheduler at {address}.", "", why, f"Start one: {START}") from None
    try:
        _await_worker(client, address)
        yield client
    finally:
        client.close(timeout=PATIENCE)


def _await_worker(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=LONGER)
    except (OSError, TimeoutError):
        raise ModelError(f"The Dask scheduler at {address} has no workers.", fix=f"Start them: {START}") from None


def _row(future: Any, address: str) -> Row:
    """Return the row of a run; where its worker died with it, it is run again and this waits."""
    try:
        row: Row = future.result()
    except ModelError:
        raise
    except Exception as error:
        if isinstance(error, CancelledError | OSError) and future.status != "error":
            what = f"The Dask scheduler at {address} is gone."
            fix = "What was finished is kept. Start the same command again when it is back."
            raise ModelError(what, fix=fix) from None
        if type(error).__name__ == "KilledWorker":
            return Row(error="One worker after another died during this run.")
        why = f"{type(error).__name__}: {error}".splitlines()[0]
        fix = "Install the same version of Junctura and its libraries on all machines of the cluster."
        raise ModelError(f"The workers of {address} cannot do these runs.", "", why, fix) from None
    return row
