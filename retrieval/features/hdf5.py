"""Features in an HDF5 file, or in a folder of them, one for each video.

The format is a file system of its own, and its library a large one: a confined child reads it, as
one decodes the clips (media/confining.py).
"""

import json
import sys
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from media.confining import Bounds, run_confined
from pooling.formats.problem import Problems, excerpt, refuse
from retrieval.features.shelves import (
    MOST_LOOKED_AT,
    FoundFeatures,
    Look,
    Wanted,
    find_each,
    find_features,
    found_places,
)
from retrieval.features.stored import BLOCK
from retrieval.features.video_features import (
    MOST_BYTES,
    MOST_NUMBERS,
    MOST_OF_ONE,
    Flags,
    Rows,
)

CHILD = Path(__file__).parent / "children" / "hdf5.py"
BOUNDS = Bounds(seconds=1800, cpu_seconds=1800, memory=4 * 2**30, file_bytes=MOST_BYTES)
MOST_LISTED = 2**28  # bytes of names and keys


def read_hdf5(path: Path, wanted: Wanted) -> FoundFeatures:
    _check_library()
    return find_features(_Datasets(path, wanted.keys), wanted)


def read_hdf5_folder(
    folder: Path, names: Sequence[str], wanted: Wanted
) -> list[tuple[str, FoundFeatures]]:
    """What each expert says, by its name, "" for the only one. names: of the files within the
    folder. MMT publishes its features so: `V/I/D/VID.h5` with a dataset `features.EXPERT` each."""
    _check_library()
    own = [names[place] for place in found_places(wanted, names) if place >= 0]
    found = _Child(folder).listed({"experts_of": own})
    if not found:
        refuse("kind", "expected files with datasets features.EXPERT or features, or with only one")
    return [(name, find_each(_OfFolder(folder, names, name), wanted)) for name in found]


def _check_library() -> None:
    if find_spec("h5py") is None:
        refuse("h5py", "HDF5 files need h5py: `make setup EXTRAS=models` installs it")


class _Child:
    """What reads a file, or the files of a folder."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def listed(self, plan: dict[str, Any]) -> Any:
        with tempfile.TemporaryDirectory(prefix="features-") as folder:
            self._run(Path(folder), plan)
            listed = Path(folder) / "out"
            if listed.stat().st_size > MOST_LISTED:
                refuse("size", f"expected at most {MOST_LISTED:,} bytes of names and keys")
            return json.loads(listed.read_text(encoding="utf-8"))

    def rows_of(self, count: int, plan: dict[str, Any], problems: Problems) -> tuple[Rows, Flags]:
        """(count, numbers), zeros for those without a row."""
        rows, missing = self.read(plan, problems)
        there = np.ones(count, bool)
        there[missing] = False
        if problems.errors or len(rows) == count:
            return rows, there
        every = np.zeros((count, rows.shape[1]), np.float32)
        every[there] = rows
        return every, there

    def read(self, plan: dict[str, Any], problems: Problems) -> tuple[Rows, list[int]]:
        with tempfile.TemporaryDirectory(prefix="features-") as folder:
            found = self._run(Path(folder), plan)
            for code, key, says in found["problems"]:
                problems.error(code, f"{excerpt(key)}: {says}")
            if rest := found["wrong"] - len(found["problems"]):
                problems.error("more", f"and {rest:,} more", times=rest)
            given = np.fromfile(Path(folder) / "out", "<f4").astype(np.float32)
        if problems.errors or not found["width"]:
            given = given[:0]
        return given.reshape(-1, found["width"] or 1), found["missing"]

    def _run(self, folder: Path, plan: dict[str, Any]) -> dict[str, Any]:
        (folder / "plan").write_text(json.dumps(plan), encoding="utf-8")
        files = map(str, (self.path.absolute(), folder / "plan", folder / "out"))
        limits = map(str, (MOST_NUMBERS, MOST_OF_ONE, BLOCK))
        ended = run_confined([sys.executable, "-I", str(CHILD), *files, *limits], BOUNDS)
        if ended.late:
            refuse("slow", f"reading it took longer than {BOUNDS.seconds:.0f} s")
        if ended.status != 0:
            why = (ended.complaints.splitlines() or [f"status {ended.status}"])[-1]
            refuse("hdf5", f"the HDF5 file cannot be read ({why[:200]})")
        found: dict[str, Any] = json.loads(ended.output)
        if "unreadable" in found:
            refuse("hdf5", "the HDF5 file is damaged or cut short, or is none")
        return found


class _OfFolder:
    """One expert of a folder."""

    def __init__(self, folder: Path, names: Sequence[str], expert: str) -> None:
        self.child, self.names, self.expert = _Child(folder), names, expert

    def videos(self, names: Sequence[str], over: str, problems: Problems) -> tuple[Rows, Flags]:
        plan = {"files": list(names), "expert": self.expert, "over": over}
        return self.child.rows_of(len(names), plan, problems)


class _Datasets:
    """Those at the root, and those that are asked for by a path."""

    def __init__(self, path: Path, keys: Sequence[str]) -> None:
        self.child = _Child(path)
        found = self.child.listed({"list": MOST_LOOKED_AT})
        paths = [key for key in keys if "/" in key]
        self.names: Sequence[str] = list(dict.fromkeys([*found["names"], *paths]))
        self.looks: dict[str, Any] = found["looks"]

    def look(self, name: str) -> Look:
        found = self.looks.get(name, {"sides": [], "texts": None})
        return Look(tuple(found["sides"]), is_texts=found["texts"] is not None)

    def texts(self, name: str) -> list[str]:
        return list(self.looks[name]["texts"])

    def rows(self, name: str, over: str) -> tuple[Rows, Flags]:
        problems = Problems()
        values, _ = self.child.read({"rows": name, "over": over}, problems)
        problems.raise_if_any()
        return values, np.ones(len(values), bool)

    def videos(self, names: Sequence[str], over: str, problems: Problems) -> tuple[Rows, Flags]:
        return self.child.rows_of(len(names), {"videos": list(names), "over": over}, problems)
