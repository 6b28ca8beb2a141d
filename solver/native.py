"""Compiled tiers: functions as machine code, from a cache where possible.

CasADi writes C; the compiler of the machine turns it into a shared library that is kept in a cache folder under the
hash of its text, so that the same model is compiled once. Without a compiler everything stays on CasADi's own virtual
machine.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import casadi as ca

log = logging.getLogger(__name__)

FLAGS = ("-O1", "-finline-small-functions", "-shared", "-fno-math-errno", "-fno-trapping-math", "-w")
# only what is marked can be seen from outside, everywhere as on Windows
VISIBILITY = ("-fvisibility=hidden", "-DGCC_HASCLASSVISIBILITY")
# Windows moves libraries by itself, and its C library holds the mathematics
FLAGS_OF_SYSTEM = () if sys.platform == "win32" else ("-fPIC", "-lm")
MOST_FILES = 400
MOST_INSTRUCTIONS = 60_000  # compilers are slower than linear in the length of a block of code


def cache_folder() -> Path:
    """Return where compiled models are kept; JUNCTURA_CACHE overrides the place usual on this system."""
    if folder := os.environ.get("JUNCTURA_CACHE"):
        return Path(folder)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "junctura"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "junctura"
    return Path(os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))) / "junctura"


@lru_cache(maxsize=1)
def compiler() -> str | None:
    """Return the C compiler of this machine, or None."""
    for name in (os.environ.get("CC"), "gcc", "clang", "cc"):
        if name and (found := shutil.which(name)):
            return found
    return None


def trim(folder: Path, most: int = MOST_FILES) -> None:
    """Remove the files that were not used for the longest time when a cache has grown too large."""
    ages = {}
    for file in folder.glob("*.*"):
        with suppress(OSError):  # another process may have removed it
            ages[file] = file.stat().st_mtime
    for file in sorted(ages, key=lambda file: ages[file], reverse=True)[most:]:
        with suppress(OSError):
            file.unlink()


def discard(library: Path) -> None:
    """Remove a library that cannot be used, whatever is in its place."""
    if library.is_dir():
        shutil.rmtree(library, ignore_errors=True)
        return
    with suppress(OSError):
        library.unlink()


def source_of(functions: list[ca.Function]) -> str:
    """Return the C text of some functions."""
    generator = ca.CodeGenerator("model", {"with_header": False, "main": False, "mex": False})
    for function in functions:
        generator.add(function)
    return looked_up_once(inlined(str(generator.dump())))


def inlined(text: str) -> str:
    """Return C text whose helpers become part of the code around them: a library's fmax is a call.

    >>> inlined("casadi_real casadi_fmax(casadi_real x, casadi_real y) { return fmax(x, y); }")
    'static casadi_real casadi_fmax(casadi_real x, casadi_real y) { return x >= y || y != y ? x : y; }'
    """
    # like those of the library, they overlook what is not a number
    text = text.replace("return fmax(x, y);", "return x >= y || y != y ? x : y;")
    text = text.replace("return fmin(x, y);", "return x <= y || y != y ? x : y;")
    return re.sub(r"^casadi_real (?=casadi_\w+\()", "static casadi_real ", text, flags=re.MULTILINE)


ELEMENT = re.compile(r"arg\[(\d+)\]\? arg\[\1\]\[(\d+)\] : 0")
FUNCTION = re.compile(r"^(static int casadi_f\d+\([^\n]*\{\n)(.*?)^\}\n", flags=re.MULTILINE | re.DOTALL)


def looked_up_once(text: str) -> str:
    """Return C text that asks once for each argument whether it is given, not for each of its elements."""
    size = 1 + max((int(place) for _, place in ELEMENT.findall(text)), default=0)

    def change(found: re.Match[str]) -> str:
        head, body = found.groups()
        used = sorted({int(number) for number, _ in ELEMENT.findall(body)})
        given = "".join(f"  const casadi_real *given{k} = arg[{k}] ? arg[{k}] : nothing;\n" for k in used)
        return f"{head}{given}{ELEMENT.sub(_element, body)}}}\n"

    changed = FUNCTION.sub(change, text)
    first = FUNCTION.search(changed)
    if first is None or changed == text:
        return text
    return f"{changed[: first.start()]}static const double nothing[{size}] = {{0}};\n\n{changed[first.start() :]}"


def _element(found: re.Match[str]) -> str:
    return f"given{found[1]}[{found[2]}]"


def library_path(source: str) -> Path:
    """Return where the compiled form of a text is kept."""
    key = hashlib.sha256("\n".join([source, str(compiler()), *FLAGS, *VISIBILITY]).encode()).hexdigest()[:32]
    ending = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
    return cache_folder() / f"{key}{ending}"


def compiled(source: str) -> Path | None:
    """Return the shared library of a C text, compiling it if it is not in the cache; None where that is impossible."""
    target = library_path(source)
    if target.exists():
        return target
    if compiler() is None:
        return None
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        trim(target.parent)
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:
            text, built = Path(folder) / "model.c", Path(folder) / target.name
            text.write_text(source, encoding="utf-8")
            command = [str(compiler()), *FLAGS, *VISIBILITY, str(text), "-o", str(built), *FLAGS_OF_SYSTEM]
            done = subprocess.run(command, capture_output=True, timeout=600, check=False)
            if done.returncode != 0:
                log.warning("the C compiler refused a model: %s", done.stderr.decode(errors="replace")[-2000:])
                return None
            # another process may have built the same: whoever is last wins, both are equal
            os.replace(built, target)
    except (OSError, subprocess.SubprocessError):
        # Windows does not replace a library that is in use
        return target if target.exists() else None
    return target
