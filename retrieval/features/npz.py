"""Features in an .npz archive."""

import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from pooling.formats.npy_header import EITHER
from pooling.formats.problem import Problems, excerpt, refuse
from retrieval.features.shelves import FoundFeatures, OneByOne, Wanted, find_features
from retrieval.features.stored import Stored, stored_npy

ENDING = ".npy"
FEATURES = "features"  # as QVHighlights calls them
ENCRYPTED = 0x1
DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError)

Members = dict[str, zipfile.ZipInfo]


def read_npz(path: Path, wanted: Wanted) -> FoundFeatures:
    try:
        with zipfile.ZipFile(path) as archive:
            return find_features(_Archive(archive), wanted)
    except DAMAGED:
        refuse("zip", "the .npz archive is damaged or cut short, or is none")


def open_only_array(file: IO[bytes]) -> Stored:
    """That of an archive with one array, or with one that is called features."""
    try:
        archive = _Archive(zipfile.ZipFile(file))
        names = [name for name in archive.names if name == FEATURES] or archive.names
        if len(names) != 1:
            found = ", ".join(map(excerpt, names[:3])) or "none"
            refuse("ambiguous", f"expected one array, or one called {FEATURES}, found {found}")
        return archive.stored(names[0])
    except DAMAGED:
        refuse("zip", "the .npz archive is damaged or cut short, or is none")


class _Archive(OneByOne):
    def __init__(self, archive: zipfile.ZipFile) -> None:
        self.archive, self.members = archive, _members(archive)
        self.names: Sequence[str] = list(self.members)

    def stored(self, name: str) -> Stored:
        member = self.archive.open(self.members[name])
        return stored_npy(member.read, self.members[name].file_size, EITHER)


def _members(archive: zipfile.ZipFile) -> Members:
    """The members by name without its ending."""
    members: Members = {}
    problems = Problems()
    for info in archive.infolist():
        if not info.filename.endswith(ENDING):
            continue
        name = info.filename.removesuffix(ENDING)
        if info.flag_bits & ENCRYPTED:
            refuse("encrypted", f"{excerpt(name)} is encrypted")
        if name in members:
            problems.error("duplicate", f"the archive has {excerpt(name)} twice")
        members[name] = info
    problems.raise_if_any()
    return members
