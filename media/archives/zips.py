"""Zip archives."""

import io
import stat
import zipfile
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from media.archives.members import (
    BY_SYSTEMS,
    HEAD,
    LONGEST_NAME,
    ArchiveLimits,
    Ledger,
    Member,
    UnsafeArchive,
    check_not_nested,
    quote,
    reader,
)

ZIP_END, ZIP_END_LENGTH, ZIP_COMMENT = b"PK\5\6", 22, 65535


def zip_members(path: Path, limits: ArchiveLimits) -> Iterator[Member]:
    _check_directory_size(path, limits)
    with zipfile.ZipFile(path) as archive:
        infos = [
            info
            for info in archive.infolist()
            if not info.is_dir() and not BY_SYSTEMS.search(_zip_name(info)[0])
        ]
        _check_overlap(archive.infolist(), path.stat().st_size)
        ledger = Ledger(limits)
        for info in infos:
            _check_zip_member(archive, info, ledger)
        ledger.check_not_empty()
        for info in infos:
            name, remark = _zip_name(info)
            yield Member(name, info.file_size, remark, partial(_open_zip, archive, info))


def _check_directory_size(path: Path, limits: ArchiveLimits) -> None:
    """Python reads the whole directory into memory, so how long it says to be is looked at
    first."""
    size = path.stat().st_size
    with path.open("rb") as file:
        file.seek(max(0, size - ZIP_END_LENGTH - ZIP_COMMENT - 20))
        end = file.read()
    at = end.rfind(ZIP_END)
    length = int.from_bytes(end[at + 12 : at + 16], "little") if at >= 0 else 0
    if length == 0xFFFFFFFF or length > limits.files * (LONGEST_NAME + 100):
        raise UnsafeArchive("too_many", f"More than {limits.files:,} files are in the archive.")


def _zip_name(info: zipfile.ZipInfo) -> tuple[str, str]:
    """Names without the UTF-8 flag often are UTF-8 all the same; others are in the code page of old
    DOS."""
    if info.flag_bits & 0x800 or info.orig_filename.isascii():
        return info.orig_filename, ""
    try:
        return info.orig_filename.encode("cp437").decode(), ""
    except ValueError:
        return info.orig_filename, "its name is not UTF-8, and was read as code page 437"


def _check_zip_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, ledger: Ledger) -> None:
    ledger.count()
    name, _ = _zip_name(info)
    kind = stat.S_IFMT(info.external_attr >> 16)
    if info.flag_bits & 0x2041:
        raise UnsafeArchive("encrypted", f"{quote(name)} is encrypted.")
    if stat.S_ISLNK(info.external_attr >> 16):
        raise UnsafeArchive("link", f"{quote(name)} is a link.")
    if kind not in (0, stat.S_IFREG):
        raise UnsafeArchive("special", f"{quote(name)} is no ordinary file.")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise UnsafeArchive(
            "compression",
            f"{quote(name)} is packed by a method that is not read here. Use deflate.",
        )
    ledger.add(name, info.file_size)
    ledger.check_ratio(name, info.file_size, info.compress_size)
    with _open_zip(archive, info) as member:
        check_not_nested(name, member.read(HEAD))


def _check_overlap(infos: Iterable[zipfile.ZipInfo], size: int) -> None:
    """A bomb without nesting: many members that unpack the same bytes."""
    end = 0
    for info in sorted(infos, key=lambda info: info.header_offset):
        if info.header_offset < end:
            raise UnsafeArchive(
                "overlap", f"{quote(info.orig_filename)} shares its packed bytes with another."
            )
        end = info.header_offset + 30 + info.compress_size
    if end > size:
        raise UnsafeArchive("not_archive", "A member says to be longer than the archive.")


def _open_zip(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> io.BufferedReader:
    return reader(archive.open(info), info.orig_filename, info.file_size)
