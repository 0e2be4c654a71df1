"""Features in an .npz archive: `keys` and `features`, or an array for each key."""

import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from pooling.formats.npy_header import NUMBERS, START, TEXTS, NpyHeader, parse_header
from pooling.formats.problem import Problems, Unreadable, excerpt, refuse
from retrieval.features.npy import check_shape, places_of, to_single
from retrieval.features.single import GatheredFeatures
from retrieval.features.video_features import MOST_BYTES, Rows, check_finite, check_missing

KEYS, FEATURES, ENDING = "keys", "features", ".npy"
ENCRYPTED = 0x1
DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError)
LONGEST_KEY = 4096  # bytes


def read_npz(path: Path, wanted: Sequence[str]) -> Rows:
    try:
        with zipfile.ZipFile(path) as archive:
            members = _members(archive)
            if {KEYS, FEATURES} <= members.keys():
                return _keyed(archive, members, wanted)
            return _each(archive, members, wanted)
    except DAMAGED:
        refuse("zip", "the .npz archive is damaged or cut short, or is none")


def _members(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """The members by name without its ending."""
    members: dict[str, zipfile.ZipInfo] = {}
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


def _keyed(
    archive: zipfile.ZipFile, members: dict[str, zipfile.ZipInfo], wanted: Sequence[str]
) -> Rows:
    keys = _read_keys(archive, members[KEYS])

    def fits(shape: tuple[int, ...]) -> None:
        check_shape(shape, keys, of="key")

    values = _read(archive, members[FEATURES], FEATURES, fits)
    problems = Problems()
    there = places_of(keys, problems)
    check_missing(wanted, there, problems)
    problems.raise_if_any()
    single = to_single(values)
    check_finite(single, [f"row {row:,} ({key})" for row, key in enumerate(keys)], problems)
    problems.raise_if_any()
    return single[[there[key] for key in wanted]]


def _read_keys(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> list[str]:
    with _naming(KEYS), archive.open(info) as member:
        start = member.read(START)
        header = parse_header(start, info.file_size, Problems(), TEXTS)
        if len(header.shape) != 1 or header.dtype.itemsize > LONGEST_KEY:
            refuse("shape", f"expected one list of texts of up to {LONGEST_KEY:,} bytes")
        if info.file_size > MOST_BYTES:
            refuse("size", f"expected at most {MOST_BYTES:,} bytes")
        keys = np.frombuffer(_data(member, start, header), header.dtype)
        if header.dtype.kind == "S":
            try:
                return [bytes(key).decode() for key in keys]
            except UnicodeDecodeError:
                refuse("encoding", "expected texts in UTF-8")
        return [str(key) for key in keys]


def _each(
    archive: zipfile.ZipFile, members: dict[str, zipfile.ZipInfo], wanted: Sequence[str]
) -> Rows:
    gathered = GatheredFeatures(wanted, members.keys())
    for key in wanted:
        with gathered.of(key):
            gathered.add(key, _read(archive, members[key], key, gathered.check))
    return gathered.whole()


def _read(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str, fits: Callable[[Any], None]
) -> NDArray[Any]:
    """fits: refuses a shape before anything of it is unpacked."""
    with _naming(name), archive.open(info) as member:
        start = member.read(START)
        header = parse_header(start, info.file_size, Problems(), NUMBERS)
        fits(header.shape)
        values = np.frombuffer(_data(member, start, header), header.dtype)
        return values.reshape(header.shape, order="F" if header.fortran_order else "C")


def _data(member: IO[bytes], start: bytes, header: NpyHeader) -> bytes:
    """The data: as many bytes as the header promises, which the directory of the archive was
    compared with; the archive may still have fewer."""
    promised = header.dtype.itemsize
    for side in header.shape:
        promised *= side
    begun = start[header.offset : header.offset + promised]
    data = begun + member.read(promised - len(begun))
    if len(data) < promised:
        refuse("truncated", f"{promised:,} bytes are promised, {len(data):,} are there")
    return data


@contextmanager
def _naming(name: str) -> Iterator[None]:
    """What is wrong inside is told with the member's name."""
    try:
        yield
    except Unreadable as unreadable:
        first = unreadable.problems.errors[0]
        refuse(first.code, f"{excerpt(name)}: {first.message}")
