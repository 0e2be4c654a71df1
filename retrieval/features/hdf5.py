"""Features in an HDF5 file: a dataset for each key.

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
from retrieval.features.video_features import (
    MOST_BYTES,
    MOST_NUMBERS,
    MOST_OF_ONE,
    Rows,
    check_finite,
)

CHILD = Path(__file__).parent / "children" / "hdf5.py"
BOUNDS = Bounds(seconds=1800, cpu_seconds=1800, memory=4 * 2**30, file_bytes=MOST_BYTES)


def read_hdf5(path: Path, wanted: Sequence[str]) -> Rows:
    if find_spec("h5py") is None:
        refuse("h5py", "HDF5 files need h5py: `make setup EXTRAS=models` installs it")
    with tempfile.TemporaryDirectory(prefix="features-") as folder:
        keys, out = Path(folder) / "keys.json", Path(folder) / "rows"
        keys.write_text(json.dumps(list(wanted)), encoding="utf-8")
        limits = map(str, (MOST_NUMBERS, MOST_OF_ONE))
        command = [sys.executable, "-I", str(CHILD), str(path.absolute()), str(keys), str(out)]
        ended = run_confined([*command, *limits], BOUNDS)
        if ended.late:
            refuse("slow", f"reading it took longer than {BOUNDS.seconds:.0f} s")
        if ended.status != 0:
            why = (ended.complaints.splitlines() or [f"status {ended.status}"])[-1]
            refuse("hdf5", f"the HDF5 file cannot be read ({why[:200]})")
        width = _refuse_wrong(json.loads(ended.output))
        values = np.fromfile(out, "<f4").reshape(len(wanted), width).astype(np.float32)
    problems = Problems()
    check_finite(values, [excerpt(key) for key in wanted], problems)
    problems.raise_if_any()
    return values


def _refuse_wrong(found: dict[str, Any]) -> int:
    """The numbers of a row, if nothing is wrong."""
    if "unreadable" in found:
        refuse("hdf5", "the HDF5 file is damaged or cut short, or is none")
    problems = Problems()
    for code, key, says in found["problems"]:
        problems.error(code, f"{excerpt(key)}: {says}")
    if rest := found["wrong"] - problems.error_count:
        problems.error("more", f"and {rest:,} more", times=rest)
    problems.raise_if_any()
    return found["width"] or refuse("empty", "no video is asked for")
