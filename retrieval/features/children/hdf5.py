"""Read some datasets of an HDF5 file, each a video's numbers or segments of them, and write the
rows, averaged over segments, as single precision.

`hdf5.py FILE KEYS OUT MOST_NUMBERS MOST_OF_ONE`; KEYS is a file with a JSON list. Prints one JSON
object: `width`, and `problems`, each a code and a sentence. What the file refers to elsewhere is
not followed: links to other files, data kept outside, virtual datasets.
"""

import json
import sys
from itertools import accumulate
from pathlib import Path
from typing import Any

import h5py
import numpy as np

MOST_PROBLEMS = 200  # that are printed
WITHIN = "expected its numbers, or segments x numbers"


class Wrong(Exception):
    """args: the code, then what was found."""


def find(file: h5py.File, key: str) -> Any:
    """Each step of a path is looked at before it is taken: one may lead into another file."""
    for part in accumulate(key.split("/"), lambda before, name: f"{before}/{name}"):
        link = file.get(part, getlink=True)
        if link is None:
            raise Wrong("missing", "no dataset of this name")
        if not isinstance(link, h5py.HardLink):
            raise Wrong("link", "a link to elsewhere; expected a dataset")
    found = file[key]
    if not isinstance(found, h5py.Dataset):
        raise Wrong("kind", "a group; expected a dataset")
    if found.is_virtual or found.external:
        raise Wrong("link", "its data is kept in other files; expected it in this one")
    return found


def check(found: Any, width: int, limits: tuple[int, int]) -> None:
    """Checks the type and the shape before anything of it is read."""
    if found.dtype.kind not in "fiu":
        raise Wrong("dtype", f"values of the type {found.dtype}; expected numbers")
    shape = found.shape
    if shape is None or len(shape) not in (1, 2) or 0 in shape:
        sides = " x ".join(f"{side:,}" for side in shape or ()) or "a single value"
        raise Wrong("shape", f"{WITHIN}, found {sides}")
    if shape[-1] > limits[0] or found.size > limits[1]:
        most = f"at most {limits[0]:,} numbers, in at most {limits[1]:,} with all segments"
        raise Wrong("size", f"expected {most}, found {' x '.join(map(str, shape))}")
    if width and shape[-1] != width:
        raise Wrong("length", f"expected {width:,} numbers as the first has, found {shape[-1]:,}")


def read(found: Any) -> Any:
    try:
        values = np.atleast_2d(found[()])
    except OSError:
        raise Wrong("truncated", "its numbers are damaged or cut short") from None
    with np.errstate(over="ignore", invalid="ignore"):
        return values.mean(axis=0, dtype=np.float64).astype("<f4")


def main(source: str, keys: str, out: str, *limits: str) -> dict[str, Any]:
    width, problems = 0, []
    most = int(limits[0]), int(limits[1])
    try:
        opened = h5py.File(source, "r", locking=False)
    except OSError:
        return {"unreadable": True}
    with opened as file, Path(out).open("wb") as rows:
        for key in json.loads(Path(keys).read_text(encoding="utf-8")):
            try:
                found = find(file, key)
                check(found, width, most)
                row = read(found)
            except Wrong as wrong:
                problems.append([wrong.args[0], key, wrong.args[1]])
            else:
                width = width or len(row)
                rows.write(row.tobytes())
    return {"width": width, "wrong": len(problems), "problems": problems[:MOST_PROBLEMS]}


if __name__ == "__main__":
    print(json.dumps(main(*sys.argv[1:])))  # noqa: T201
