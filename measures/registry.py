"""All kinds of measures, by their names: those of every module in `measures/kinds`."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

from measures import kinds
from measures.measure import Kind


def _in_order(found: list[Kind]) -> dict[str, Kind]:
    by_name = {kind.name: kind for kind in sorted(found, key=lambda kind: (kind.place, kind.name))}
    if len(by_name) < len(found):
        raise ValueError(f"two measures have one name: {[kind.name for kind in found]}")
    return by_name


KINDS: Mapping[str, Kind] = _in_order(
    [
        kind
        for module in iter_modules(kinds.__path__, f"{kinds.__name__}.")
        for kind in import_module(module.name).KINDS
    ]
)
