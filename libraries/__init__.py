"""Physics: one package of components for each domain; imports only `blocks`."""

from blocks.registry import register_library

# by name only: a library is imported when one of its blocks is first asked for
for _name in (
    "signals", "control", "electrical", "thermal", "translational", "rotational", "transmission", "planar",
    "spatial", "gas", "sensors", "estimation",
):  # fmt: skip
    register_library(_name, f"{__name__}.{_name}")
