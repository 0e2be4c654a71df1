"""Files of tensors and plain values: written whole or not at all, read without running anything."""

import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from foundation.refused import Refused
from media.storing import publish
from retrieval.tensors import torch


class Unreadable(Refused):
    """This file is not one that a training has written."""


def write(path: Path, values: Mapping[str, Any]) -> None:
    """Writes by another name first: a reader of the file finds the old one or the new one, also
    after a power cut."""
    beside = path.with_name(f".{path.name}.new")
    with beside.open("wb") as file:  # by its name, the bytes would depend on it
        torch.save(dict(values), file)
    publish(beside, path)


def read(path: Path, kind: str) -> dict[str, Any]:
    """kind: what the file says it is, and the version of its layout."""
    try:
        values = torch.load(path, map_location="cpu", weights_only=True)
    except (OSError, RuntimeError, EOFError, ValueError, pickle.UnpicklingError) as wrong:
        raise Unreadable(f"{path}: cannot be read as a {kind}: {wrong}".split("\n")[0]) from wrong
    found = values.get("kind") if isinstance(values, dict) else None
    if found != kind:
        raise Unreadable(f"{path}: expected a {kind}, found {found or 'something else'}.")
    return values
