"""Video features from files: .npy, .npz, HDF5, or a pickle of arrays; several files, or those of a
folder, are experts, which are joined.

Whatever the format, a header is compared with the file before anything is allocated, nothing that
a file names is imported or called, and what is wrong is told by its row or key. All of the videos
asked for are read, or none; others in the file are left out.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from foundation.frozen import frozen
from pooling.formats.keys import read_lines_once
from pooling.formats.npy_header import OR_OBJECTS, START, parse_header
from pooling.formats.problem import Problems, excerpt, naming, refuse
from pooling.formats.signatures import HEAD, foreign, is_pickle
from retrieval.features.folders import VideoFiles, checksum_of, experts_in, names_in, starts_of
from retrieval.features.hdf5 import read_hdf5, read_hdf5_folder
from retrieval.features.npz import read_npz
from retrieval.features.pickles import read_features_pickle
from retrieval.features.shelves import FoundFeatures, OneByOne, Wanted, find_features
from retrieval.features.stored import MEAN, Stored, open_npy
from retrieval.features.video_features import (
    MOST_BYTES,
    Expert,
    VideoFeatures,
    joined_sha256,
)


def read_npy(path: Path, wanted: Wanted) -> FoundFeatures:
    """NumPy writes an array of objects as a pickle behind a header."""
    with path.open("rb") as file:
        header = parse_header(file.read(START), path.stat().st_size, Problems(), OR_OBJECTS)
        if header.dtype.hasobject:
            return read_features_pickle(path, wanted, header.offset)
        return find_features(_OneArray(open_npy(file)), wanted)


class _OneArray(OneByOne):
    """It has no name."""

    def __init__(self, array: Stored) -> None:
        self.array, self.names = array, ("",)

    def stored(self, name: str) -> Stored:
        return self.array


HDF5 = b"\x89HDF\r\n\x1a\n"
Reader = Callable[[Path, Wanted], FoundFeatures]
# By a file's first bytes: names of files are often wrong.
FORMATS: Mapping[bytes, Reader] = {
    b"PK\x03\x04": read_npz,
    HDF5: read_hdf5,
    b"\x93NUMPY": read_npy,
}


@frozen
class FeatureFile:
    """A file, or a folder of such. name: what people called it."""

    path: Path
    name: str


def read_video_features(
    files: Sequence[FeatureFile],
    keys: Sequence[str],
    listed: FeatureFile | None = None,
    *,
    evaluated: int | None = None,
    over: str = MEAN,
) -> VideoFeatures:
    """The features of the videos `keys`, each once, of which the first ones are evaluated and the
    others are training videos. listed: a file that names the rows of files without keys. Raises
    Unreadable."""
    names = None
    if listed is not None:
        with naming(listed.name), listed.path.open("rb") as file:
            names = tuple(read_lines_once(file))
    count = len(keys) if evaluated is None else evaluated
    wanted = Wanted(tuple(keys), count, names, over)
    experts: list[Expert] = []
    notes: list[str] = []
    for one in _opened(files, keys):
        with naming(one.name):
            sha256 = checksum_of(one.path)
            for part, found in _read_parts(one.path, wanted):
                name = f"{one.name} ({part})" if part else one.name
                notes += _note_of_keys(name, found)
                _add(experts, Expert(name, sha256, found.values, found.there, part))
    with naming(", ".join(one.name for one in files)):
        _check_whole(experts, wanted.keys)
    experts = experts if len(experts) == 1 else [_known(one) for one in experts]
    return VideoFeatures(wanted.keys, tuple(experts), (*notes, *_notes(experts, wanted.keys)))


def _opened(files: Sequence[FeatureFile], keys: Sequence[str]) -> Iterator[FeatureFile]:
    """Each, and of a folder of experts its files."""
    for one in files:
        with naming(one.name):
            paths = experts_in(one.path, keys) if one.path.is_dir() else [one.path]
        for path in paths:
            inside = path.relative_to(one.path).parts
            yield FeatureFile(path, "/".join((one.name.rstrip("/"), *inside)))


def _read_parts(path: Path, wanted: Wanted) -> list[tuple[str, FoundFeatures]]:
    """One, without a name, of all but folders with an HDF5 file for each video, in which there may
    be several experts."""
    if path.is_dir() and starts_of(path, wanted.keys).startswith(HDF5):
        return read_hdf5_folder(path, names_in(path), wanted)
    return [("", _read(path, wanted))]


def _read(path: Path, wanted: Wanted) -> FoundFeatures:
    if path.is_dir():
        return find_features(VideoFiles(path), wanted)
    with path.open("rb") as file:
        head = file.read(HEAD)
    reader = next((read for begin, read in FORMATS.items() if head.startswith(begin)), None)
    if reader is None and is_pickle(head):
        reader = read_features_pickle
    if reader is None:
        kind = foreign(head)
        found = f"this is {kind[1]}; " if kind else "" if head else "the file is empty; "
        expected = "expected an .npy, .npz or HDF5 file, or a pickle of arrays"
        refuse(kind[0] if kind else "kind", f"{found}{expected}")
    found_here = reader(path, wanted)
    if wanted.listed is not None and found_here.own_keys:
        refuse("keys", "this file has its own keys; expected no list of them beside")
    return found_here


def _add(experts: list[Expert], new: Expert) -> None:
    """Data sets are published in pieces, as one file for training and one for testing: a file that
    has no video in common with one before, and rows as long, continues it. So does a folder with
    several experts, each of them what has its name."""
    alike = [(place, one) for place, one in enumerate(experts) if one.part == new.part]
    apart = [not (one.there & new.there).any() for _, one in alike]
    for (place, one), is_apart in zip(alike, apart, strict=True):
        if is_apart and one.values.shape[1] == new.values.shape[1]:
            one.values[new.there] = new.values[new.there]
            source = f"{one.source} + {new.source}"
            sha256 = joined_sha256(one.sha256, new.sha256)
            there = one.there | new.there
            experts[place] = Expert(source, sha256, one.values, there, one.part)
            return
    if apart and all(apart):
        first = alike[0][1]
        widths = f"{new.values.shape[1]:,} numbers, {first.values.shape[1]:,} there"
        refuse("length", f"it has no video in common with {first.source}, and {widths}")
    experts.append(new)


def _check_whole(experts: Sequence[Expert], keys: Sequence[str]) -> None:
    """A model is trained and scored on all videos, or on none."""
    if not keys:
        refuse("empty", "no video is asked for")
    problems = Problems()
    for place in np.flatnonzero(~np.any([one.there for one in experts], axis=0)).tolist():
        problems.error("missing", f"no row for the video {excerpt(keys[place])}")
    problems.raise_if_any()
    width = sum(one.values.shape[1] for one in experts)
    if 4 * width * len(keys) > MOST_BYTES:
        refuse("size", f"expected at most {MOST_BYTES:,} bytes, of all files together")


def _known(one: Expert) -> Expert:
    """Beside others, an expert whose row is all zeros knows nothing of the video: MoEE's faces say
    it so."""
    there = one.there & one.values.any(axis=1)
    return Expert(one.source, one.sha256, one.values, there, one.part)


def _note_of_keys(name: str, found: FoundFeatures) -> list[str]:
    if found.otherwise is None:
        return []
    key, meant, count = found.otherwise
    as_in = f"{excerpt(key)} as {excerpt(meant)}"
    return [
        f"{name}: {count:,} keys are written otherwise than the videos', and were read: {as_in}"
    ]


def _notes(experts: Sequence[Expert], keys: Sequence[str]) -> list[str]:
    """How much each expert does not know, once for each."""
    found = []
    for one in experts:
        if one.missing:
            first = excerpt(keys[int(np.flatnonzero(~one.there)[0])])
            without = f"{one.missing:,} of {len(keys):,} videos, such as {first}"
            found.append(f"{one.source}: nothing of {without}; zeros stand in for it")
    return found
