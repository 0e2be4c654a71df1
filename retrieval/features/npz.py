"""Features in an .npz archive: `keys` and `features`, or an array for each key."""

import math
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from pooling.formats.npy_header import NUMBERS, START, TEXTS, NpyHeader, parse_header, sides_of
from pooling.formats.problem import Problems, Unreadable, excerpt, refuse
from retrieval.features.npy import check_shape, finite, rows_of, to_single
from retrieval.features.video_features import (
    MOST_BYTES,
    MOST_NUMBERS,
    MOST_OF_ONE,
    Rows,
    check_finite,
    check_missing,
)

KEYS, FEATURES, ENDING = "keys", "features", ".npy"
ENCRYPTED = 0x1
DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError)
LONGEST_KEY = 4096  # bytes

Members = dict[str, zipfile.ZipInfo]


def read_npz(path: Path, wanted: Sequence[str]) -> Rows:
    try:
        with zipfile.ZipFile(path) as archive:
            members = _members(archive)
            if {KEYS, FEATURES} <= members.keys():
                return _keyed(archive, members, wanted)
            return _each(archive, members, wanted)
    except DAMAGED:
        refuse("zip", "the .npz archive is damaged or cut short, or is none")


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


def _keyed(archive: zipfile.ZipFile, members: Members, wanted: Sequence[str]) -> Rows:
    keys = _read_keys(archive, members[KEYS])
    values = _read(archive, members[FEATURES], FEATURES, partial(check_shape, named=keys, of="key"))
    rows = rows_of(wanted, keys)
    return finite(values, keys)[rows]


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


def _each(archive: zipfile.ZipFile, members: Members, wanted: Sequence[str]) -> Rows:
    """An array a video: a row, or several that are averaged, each as long as the first. What is
    wrong with one keeps no other from being looked at."""
    problems = Problems()
    check_missing(wanted, members, problems)
    problems.raise_if_any()
    rows, first = np.zeros((len(wanted), 0), np.float32), ""
    for place, key in enumerate(wanted):
        fits = partial(_check_one, usual=rows.shape, first=first)
        try:
            segments = to_single(np.atleast_2d(_read(archive, members[key], key, fits)))
        except Unreadable as unreadable:
            for found in unreadable.problems.errors:
                problems.error(found.code, found.message)
            continue
        names = [f"{excerpt(key)}, row {row:,}" for row in range(len(segments))]
        check_finite(segments, names, problems)
        if not first:
            rows, first = np.zeros((len(wanted), segments.shape[1]), np.float32), key
        with np.errstate(invalid="ignore", over="ignore"):
            rows[place] = segments.mean(axis=0, dtype=np.float64)
    problems.raise_if_any()
    return rows if wanted else refuse("empty", "no video is asked for")


def _check_one(shape: tuple[int, ...], usual: tuple[int, ...], first: str) -> None:
    """usual: the shape of all videos' rows, once there is a first."""
    found = sides_of(shape)
    if len(shape) not in (1, 2) or 0 in shape:
        refuse("shape", f"expected its numbers, or segments x numbers, found {found}")
    width, whole = shape[-1], 4 * shape[-1] * usual[0]
    if width > MOST_NUMBERS or math.prod(shape) > MOST_OF_ONE or whole > MOST_BYTES:
        most = f"at most {MOST_NUMBERS:,} numbers, in at most {MOST_OF_ONE:,} with all segments"
        refuse("size", f"expected {most}, found {found}")
    if first and width != usual[1]:
        expected = f"{usual[1]:,} numbers as {excerpt(first)} has"
        refuse("length", f"expected {expected}, found {width:,}")


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
    promised = header.dtype.itemsize * math.prod(header.shape)
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
