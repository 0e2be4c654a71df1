"""Tar archives, packed with gzip or not."""

import io
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from gzip import BadGzipFile, GzipFile
from pathlib import Path
from typing import IO, cast

from media.archives.members import (
    BY_SYSTEMS,
    HEAD,
    PIECE,
    ArchiveLimits,
    Ledger,
    Member,
    UnsafeArchive,
    check_not_nested,
    quote,
    reader,
)

LONGEST_HEADER = 1024 * 1024  # of a member: its long name and other attributes
ODD = "surrogateescape"  # keeps names that are not UTF-8 until they can be told apart


def tar_members(path: Path, limits: ArchiveLimits, *, packed: bool) -> Iterator[Member]:
    """Read twice: what is told of a member is only known when the whole stream has passed."""
    ledger = Ledger(limits)
    with _open_tar(path, limits, packed=packed) as archive:
        for info in archive:
            _check_tar_member(archive, info, ledger)
        _check_end(archive)
    ledger.check_not_empty()
    with _open_tar(path, limits, packed=packed) as archive:
        for info in archive:
            name, remark = _tar_name(info)
            if name in ledger.names:
                yield Member(name, info.size, remark, partial(_open_member, archive, info))


@contextmanager
def _open_tar(path: Path, limits: ArchiveLimits, *, packed: bool) -> Iterator[tarfile.TarFile]:
    most = limits.bytes + limits.files * 4096
    if packed:
        most = min(most, limits.small + limits.ratio * path.stat().st_size)
    file = cast("IO[bytes]", GzipFile(path)) if packed else path.open("rb")
    with (
        _Bounded(file, most) as bounded,
        tarfile.open(fileobj=bounded, mode="r:", encoding="utf-8", errors=ODD) as archive,
    ):
        yield archive


def _check_end(archive: tarfile.TarFile) -> None:
    """An archive that was cut between two members looks like a shorter one, but has no block of
    zeros at its end; and only at its own end does a packed stream tell its checksum."""
    file = cast("_Bounded", archive.fileobj)
    file.seek(archive.offset)
    if file.read(tarfile.BLOCKSIZE) != bytes(tarfile.BLOCKSIZE):
        raise UnsafeArchive("not_archive", "The archive is cut off: its end is missing.")
    try:
        while file.read(PIECE):
            pass
    except BadGzipFile:
        raise UnsafeArchive(
            "checksum", "The archive is damaged: its checksum does not fit."
        ) from None


def _tar_name(info: tarfile.TarInfo) -> tuple[str, str]:
    try:
        info.name.encode()
    except UnicodeEncodeError:
        name = info.name.encode("utf-8", ODD).decode("latin-1")
        return name, "its name is not UTF-8, and was read as Latin-1"
    return info.name, ""


def _check_tar_member(archive: tarfile.TarFile, info: tarfile.TarInfo, ledger: Ledger) -> None:
    ledger.count()
    name, _ = _tar_name(info)
    if info.isdir() or BY_SYSTEMS.search(name):
        return
    if info.issym() or info.islnk():
        raise UnsafeArchive("link", f"{quote(name)} is a link.")
    if not info.isreg() or info.issparse():
        raise UnsafeArchive("special", f"{quote(name)} is no ordinary file.")
    ledger.add(name, info.size)
    with _open_member(archive, info) as member:
        check_not_nested(name, member.read(HEAD))


def _open_member(archive: tarfile.TarFile, info: tarfile.TarInfo) -> io.BufferedReader:
    member = archive.extractfile(info)
    if member is None:
        raise UnsafeArchive("special", f"{quote(info.name)} is no ordinary file.")
    return reader(member, info.name, info.size)


class _Bounded(io.RawIOBase):
    """A stream that refuses to unpack more than was agreed, and headers that would fill the
    memory."""

    def __init__(self, file: IO[bytes], most: int) -> None:
        self.file = file
        self.most = most

    def read(self, size: int = -1) -> bytes:
        if not 0 <= size <= LONGEST_HEADER:
            raise UnsafeArchive("name", "A member's header is longer than any name.")
        self._check(self.file.tell() + size)
        return self.file.read(size)

    def seek(self, place: int, whence: int = io.SEEK_SET) -> int:
        """Unpacks all between here and there, so it is bounded like reading."""
        self._check(place)
        return self.file.seek(place, whence)

    def tell(self) -> int:
        return self.file.tell()

    def _check(self, place: int) -> None:
        if place > self.most + LONGEST_HEADER:
            raise UnsafeArchive("ratio", "The archive unpacks to far more than videos would.")

    def close(self) -> None:
        self.file.close()
        super().close()
