"""Video features from files: .npy with one row a video, .npz, or HDF5.

Whatever the format, a header is compared with the file before anything is allocated, nothing is
unpickled, and what is wrong is told by its row or key. All of the videos asked for are read, or
none; others in the file are left out.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from foundation.checksum import sha256_of
from pooling.formats.keys import read_lines_once
from pooling.formats.problem import naming, refuse
from pooling.formats.signatures import HEAD, foreign
from retrieval.features.hdf5 import read_hdf5
from retrieval.features.npy import read_npy
from retrieval.features.npz import read_npz
from retrieval.features.video_features import Rows, VideoFeatures

# By a file's first bytes: names of files are often wrong.
FORMATS: Mapping[bytes, Callable[[Path, Sequence[str]], Rows]] = {
    b"PK\x03\x04": read_npz,
    b"\x89HDF\r\n\x1a\n": read_hdf5,
}
NPY = b"\x93NUMPY"


def read_video_features(
    path: Path, name: str, wanted: Sequence[str], keys: tuple[Path, str] | None = None
) -> VideoFeatures:
    """The features of the videos `wanted`, each once. keys: a file that names the rows of an .npy,
    and what it is called; without it they are `wanted` in their order. Raises Unreadable."""
    listed: tuple[str, ...] | None = None
    if keys is not None:
        with naming(keys[1]), keys[0].open("rb") as file:
            listed = tuple(read_lines_once(file))
    with naming(name), path.open("rb") as file:
        head = file.read(HEAD)
        if head.startswith(NPY):
            rows = read_npy(file, wanted, listed)
        else:
            rows = _reader_of(head, keyed=listed is not None)(path, wanted)
    return VideoFeatures(tuple(wanted), rows, name, sha256_of(path))


def _reader_of(head: bytes, *, keyed: bool) -> Callable[[Path, Sequence[str]], Rows]:
    reader = next((read for begin, read in FORMATS.items() if head.startswith(begin)), None)
    if reader is None:
        kind = foreign(head)
        found = f"this is {kind[1]}; " if kind else "" if head else "the file is empty; "
        refuse(kind[0] if kind else "kind", f"{found}expected an .npy, .npz or HDF5 file")
    if keyed:
        refuse("keys", "this file has its own keys; expected no list of them beside")
    return reader
