"""Results as files: CSV for everybody, MAT for MATLAB and Octave, Parquet for large ones.

All three hold the model's hash, the settings and the units beside the numbers, and are read back by ``read_result``.
"""

from __future__ import annotations

import csv
import io
import json
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from blocks.errors import ModelError
from solver.atomic_file import replacing
from solver.matlab_names import matlab_paths
from solver.trajectories import TIME, Array, Trajectories

AnyPath = str | PathLike[str]
Content = tuple[Array, dict[str, Array], dict[str, Any]]  # time, columns by name, metadata
FORMAT = "junctura-result"
MARK = f"# {FORMAT} 1"
SAVED_AS = [".csv", ".mat", ".parquet"]


def save_result(result: Trajectories, path: AnyPath, scalars: list[str]) -> None:
    """Save the named scalars in the format that the ending of the path tells."""
    ending = check_ending(path, SAVED_AS, "saved as")
    write = {".csv": _write_csv, ".mat": _write_mat, ".parquet": _write_parquet}[ending]
    with replacing(path) as temporary:
        write(result, temporary, scalars)


def read_result(path: AnyPath) -> Content:
    """Return time, columns and metadata of a saved result."""
    ending = check_ending(path, SAVED_AS, "read from")
    read = {".csv": _read_csv, ".mat": _read_mat, ".parquet": _read_parquet}[ending]
    if not Path(path).is_file():
        raise ModelError(f"{path}: there is no such file.", fix="Check the name and the folder.")
    try:
        return read(Path(path))
    except Exception as error:  # the readers of foreign formats raise whatever they like
        raise ModelError(f"{path}: this is not a saved result.", why=str(error).split("\n")[0]) from None


def check_ending(path: AnyPath, endings: list[str], verb: str) -> str:
    """Return the ending of a path in small letters; raise an error if it is none of those given."""
    ending = Path(path).suffix.lower()
    if ending not in endings:
        choice = f"{', '.join(endings[:-1])} or {endings[-1]}"
        what = f'"{ending}" files' if ending else "a file without an ending"
        raise ModelError(f"{path}: a result cannot be {verb} {what}.", fix=f"Use {choice}.")
    return ending


def _json(metadata: dict[str, Any]) -> str:
    return json.dumps(metadata, default=str, ensure_ascii=False)


def _write_csv(result: Trajectories, path: Path, scalars: list[str]) -> None:
    """Write comment lines with the metadata, names, and numbers; ``pandas.read_csv(path, comment="#")`` reads it."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        stream.write(f"{MARK}\n")
        for key, value in result.metadata(scalars).items():
            stream.write(f"# {key}: {_json(value)}\n")
        csv.writer(stream, lineterminator="\n").writerow([TIME, *scalars])
        for time, values in result.pieces(scalars):
            rows = np.column_stack([time, values]).tolist()
            stream.writelines(",".join(map(repr, row)) + "\n" for row in rows)


def _read_csv(path: Path) -> Content:
    metadata: dict[str, Any] = {}
    with path.open(encoding="utf-8-sig", newline="") as stream:
        if (line := stream.readline().rstrip()) != MARK:
            raise ValueError(f'The first line is not "{MARK}".')
        while (line := stream.readline()).startswith("#"):
            key, _, value = line[1:].partition(":")
            metadata[key.strip()] = json.loads(value)
        names = next(csv.reader(io.StringIO(line)))
        table = np.loadtxt(stream, delimiter=",", ndmin=2).reshape(-1, len(names))
    return table[:, 0], dict(zip(names[1:], table.T[1:], strict=True)), metadata


def _write_mat(result: Trajectories, path: Path, scalars: list[str]) -> None:
    """Write nested structures: ``motor.shaft.w`` is what it is called here; vectors are matrices."""
    from scipy.io import savemat

    values = result.values(scalars)
    paths = matlab_paths(scalars)
    tree: dict[str, Any] = {TIME: result.time[:, None]}
    columns: dict[tuple[str, ...], list[int]] = {}
    for k, place in enumerate(paths):
        columns.setdefault(place, []).append(k)
    for place, chosen in columns.items():
        branch = tree
        for part in place[:-1]:
            branch = branch.setdefault(part, {})
        branch[place[-1]] = values[:, chosen]
    metadata = result.metadata(scalars)
    about = {
        "format": FORMAT, "model": metadata["model"], "hash": metadata["hash"],
        "names": _cells(scalars), "paths": _cells(".".join(place) for place in paths),
        "units": _cells(metadata["units"].get(name, "") for name in scalars), "json": _json(metadata),
    }  # fmt: skip
    tree["junctura"] = about
    with path.open("wb") as stream:
        savemat(stream, tree, do_compression=True, long_field_names=True, oned_as="column")


def _cells(texts: Any) -> Array:
    items = list(texts)
    cells = np.empty((len(items), 1), dtype=object)
    cells[:, 0] = items
    return cells


def _read_mat(path: Path) -> Content:
    from scipy.io import loadmat

    tree = loadmat(path, simplify_cells=True)
    about = tree["junctura"]
    time = np.atleast_1d(tree[TIME]).astype(float)
    columns: dict[str, Array] = {}
    used: dict[str, int] = {}
    for name, place in zip(np.ravel(about["names"]), np.ravel(about["paths"]), strict=True):
        branch = tree
        for part in str(place).split("."):
            branch = branch[part]
        # simplify_cells drops the axes of length one
        k = used[place] = used.get(place, -1) + 1
        columns[str(name)] = np.reshape(branch, (len(time), -1))[:, k]
    return time, columns, json.loads(str(about["json"]))


def _write_parquet(result: Trajectories, path: Path, scalars: list[str]) -> None:
    """Write one row group after another; each column carries its unit, the table everything else."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    metadata = result.metadata(scalars)
    units = metadata["units"]
    fields = [pa.field(name, pa.float64(), metadata={"unit": units.get(name, "")}) for name in (TIME, *scalars)]
    schema = pa.schema(fields, metadata={FORMAT: _json(metadata)})
    with pq.ParquetWriter(path, schema) as writer:
        for time, values in result.pieces(scalars):
            columns = [time, *np.ascontiguousarray(values.T)]
            writer.write_table(pa.table([pa.array(column) for column in columns], schema=schema))


def _read_parquet(path: Path) -> Content:
    import pyarrow.parquet as pq

    table = pq.read_table(path)
    metadata = json.loads((table.schema.metadata or {})[FORMAT.encode()])
    columns = {name: table[name].to_numpy() for name in table.column_names}
    return columns.pop(TIME), columns, metadata
