"""Look into an HDF5 file, or into those of a folder, or read some datasets and write rows of single
precision, over segments their mean or their maximum.

`hdf5.py FILE PLAN OUT MOST_NUMBERS MOST_OF_ONE BLOCK`; PLAN is a file with JSON:

- `{"list": MOST}`: OUT gets the names at the root, and what each is if they are at most so many;
- `{"videos": [NAME, ...], "over": ...}`: a row from each dataset, which is a video's numbers, or
  segments of them;
- `{"rows": NAME, "over": ...}`: the rows of one dataset;
- `{"experts_of": [FILE, ...]}`: OUT gets the names of what the files of a folder have, each a
  video's: `features.EXPERT`, `features`, or "" for the only dataset of a file;
- `{"expert": NAME, "files": [FILE, ...], "over": ...}`: a row from each of these files. One that
  has no such dataset is missing, as is one whose first number is nan, which MMT writes for it.

Prints one JSON object: `width`, the places that are `missing`, and `problems`, each a code, a name
and a sentence. What the file refers to elsewhere is not followed: links to other files, data kept
outside, virtual datasets.
"""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any

import h5py
import numpy as np

MOST_PROBLEMS = 200  # that are printed
MOST_TEXTS = 10_000_000
FEATURES = "features"  # of a file that is one video's
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


def look(file: h5py.File, key: str) -> dict[str, Any]:
    """A list of texts is read, for it may be the keys."""
    try:
        found = find(file, key)
    except Wrong:
        return {"sides": [], "texts": None}
    sides, is_texts = list(found.shape or ()), h5py.check_string_dtype(found.dtype) is not None
    if is_texts and len(sides) == 1 and sides[0] <= MOST_TEXTS:
        return {"sides": sides, "texts": found.asstr()[()].tolist()}
    return {"sides": sides if found.dtype.kind in "fiu" else [], "texts": None}


def check(found: Any, width: int, limits: list[int]) -> None:
    """Checks the type and the shape before anything of it is read."""
    if found.dtype.kind not in "fiu":
        raise Wrong("dtype", f"values of the type {found.dtype}; expected numbers")
    shape = found.shape
    if shape is not None and 0 in shape:
        raise Wrong("missing", "an empty dataset")
    if shape is None or len(shape) not in (1, 2):
        sides = " x ".join(f"{side:,}" for side in shape or ()) or "a single value"
        raise Wrong("shape", f"{WITHIN}, found {sides}")
    if shape[-1] > limits[0] or found.size > limits[1]:
        most = f"at most {limits[0]:,} numbers, in at most {limits[1]:,} with all segments"
        raise Wrong("size", f"expected {most}, found {' x '.join(map(str, shape))}")
    if width and shape[-1] != width:
        raise Wrong("length", f"expected {width:,} numbers as the first has, found {shape[-1]:,}")


def pooled(values: Any, over: str) -> bytes:
    with np.errstate(over="ignore", invalid="ignore"):
        rows = values.max(axis=-2) if over == "max" else values.mean(axis=-2, dtype=np.float64)
        return rows.astype("<f4").tobytes()


def part_of(found: Any, place: Any) -> Any:
    try:
        return found[place]
    except OSError:
        raise Wrong("truncated", "its numbers are damaged or cut short") from None


def experts(file: h5py.File) -> list[str]:
    """What a video's own file has of features."""
    named = [name for name in file if name == FEATURES or name.startswith(f"{FEATURES}.")]
    return named or ([""] if len(file) == 1 else [])


def experts_of(folder: str, names: Sequence[str]) -> set[str]:
    """A file that cannot be opened is told of when it is read."""
    found: set[str] = set()
    for name in names:
        try:
            with h5py.File(Path(folder) / name, "r", locking=False) as file:
                found.update(experts(file))
        except OSError:
            continue
    return found


@contextmanager
def of_file(folder: str, name: str, expert: str) -> Iterator[Any]:
    """The dataset of this expert."""
    try:
        opened = h5py.File(Path(folder) / name, "r", locking=False)
    except OSError:
        raise Wrong("hdf5", "the HDF5 file is damaged or cut short, or is none") from None
    with opened as file:
        if expert not in experts(file):
            raise Wrong("missing", "no dataset of this name")
        found = find(file, expert or next(iter(file)))
        has_number = found.dtype.kind == "f" and found.shape is not None and found.size
        if has_number and np.isnan(part_of(found, (0,) * found.ndim)):
            raise Wrong("missing", "nan")
        yield found


def videos(
    keys: Sequence[str],
    found_at: Callable[[str], AbstractContextManager[Any]],
    over: str,
    rows: Any,
    limits: list[int],
) -> dict[str, Any]:
    width, missing, problems = 0, [], []
    for place, key in enumerate(keys):
        try:
            with found_at(key) as found:
                check(found, width, limits)
                rows.write(pooled(np.atleast_2d(part_of(found, ())), over))
                width = found.shape[-1]
        except Wrong as wrong:
            if wrong.args[0] == "missing":
                missing.append(place)
            else:
                problems.append([wrong.args[0], key, wrong.args[1]])
    shown = problems[:MOST_PROBLEMS]
    return {"width": width, "missing": missing, "wrong": len(problems), "problems": shown}


def block_rows(file: h5py.File, plan: dict[str, Any], rows: Any, block: int) -> dict[str, Any]:
    key, problems = plan["rows"], []
    found = file[key]
    step = max(1, block * found.shape[0] // max(1, found.size * found.dtype.itemsize))
    try:
        for start in range(0, found.shape[0], step):
            values = part_of(found, slice(start, start + step))
            segments = values if values.ndim > 2 else values[:, None]
            rows.write(pooled(segments, plan["over"]))
    except Wrong as wrong:
        problems = [[wrong.args[0], key, wrong.args[1]]]
    width = found.shape[-1]
    return {"width": width, "missing": [], "wrong": len(problems), "problems": problems}


def within(file: h5py.File, key: str) -> AbstractContextManager[Any]:
    return nullcontext(find(file, key))


def of_folder(folder: str, plan: dict[str, Any], out: str, limits: list[int]) -> dict[str, Any]:
    with Path(out).open("wb") as rows:
        if "experts_of" in plan:
            rows.write(json.dumps(sorted(experts_of(folder, plan["experts_of"]))).encode())
            return {}
        inside = partial(of_file, folder, expert=plan["expert"])
        return videos(plan["files"], inside, plan["over"], rows, limits)


def main(source: str, plan_file: str, out: str, *given: str) -> dict[str, Any]:
    plan = json.loads(Path(plan_file).read_text(encoding="utf-8"))
    *limits, block = map(int, given)
    if "experts_of" in plan or "files" in plan:
        return of_folder(source, plan, out, limits)
    try:
        opened = h5py.File(source, "r", locking=False)
    except OSError:
        return {"unreadable": True}
    with opened as file, Path(out).open("wb") as rows:
        if "videos" in plan:
            inside = partial(within, file)
            return videos(plan["videos"], inside, plan["over"], rows, limits)
        if "rows" in plan:
            return block_rows(file, plan, rows, block)
        names = list(file)
        looks = {name: look(file, name) for name in names} if len(names) <= plan["list"] else {}
        rows.write(json.dumps({"names": names, "looks": looks}).encode())
    return {}


if __name__ == "__main__":
    print(json.dumps(main(*sys.argv[1:])))  # noqa: T201
