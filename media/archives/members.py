"""What holds for the members of every kind of archive."""

import gzip
import io
import re
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from typing import IO, cast

from foundation.frozen import frozen
from media.containers import looks_like_archive
from media.reasons import Refusal

GIB = 1024**3
PIECE = 64 * 1024
HEAD = 262  # bytes that tell an archive
LONGEST_NAME = 1000
ARCHIVE_NAMES = re.compile(r"\.(zip|tar|tgz|gz|bz2|xz|zst|7z|rar|jar)$", re.IGNORECASE)
CONTROL = re.compile(r"[\x00-\x1f\x7f]")
BY_SYSTEMS = re.compile(r"(^|/)(__MACOSX/|\.DS_Store$|\._[^/]*$|Thumbs\.db$|desktop\.ini$)")
DAMAGE = (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, gzip.BadGzipFile)


@frozen
class ArchiveLimits:
    files: int = 100_000
    bytes: int = 200 * GIB  # unpacked, in all
    member_bytes: int = 8 * GIB
    ratio: int = 100  # unpacked to packed
    small: int = 1024 * 1024  # what unpacks to less than this may do so at any ratio


class UnsafeArchive(Refusal):
    """This archive is not read."""

    REASONS = {
        "not_archive": (
            "The file is neither zip nor tar nor tar.gz, or its structure cannot be read."
        ),
        "absolute": "A member's name is an absolute path.",
        "outside": "A member's name leads out of the archive with `..`.",
        "name": "A member's name is empty, too long or has control characters.",
        "link": "A member is a symbolic or hard link.",
        "special": "A member is a device, a pipe or a file with holes.",
        "encrypted": "A member is encrypted.",
        "nested": "A member is an archive itself.",
        "duplicate": "Two members have the same name.",
        "overlap": "Two members share the same packed bytes.",
        "compression": "A member is packed by a method other than store and deflate.",
        "checksum": "A member's bytes are not what its checksum or length says.",
        "too_many": "There are more members than are allowed.",
        "ratio": "A member unpacks to far more than any video would: a bomb.",
        "too_large": "The members are larger than is allowed.",
        "empty_archive": "There is no file in the archive.",
    }


@frozen
class Member:
    """One file of an archive. The name is data: it is shown and compared, and never a path."""

    name: str
    size: int
    remark: str  # "" or what is odd about the name
    open: Callable[[], io.BufferedReader]  # before the next member is asked for


class Ledger:
    """What has been seen so far, against the limits."""

    def __init__(self, limits: ArchiveLimits) -> None:
        self.limits = limits
        self.names: set[str] = set()
        self.bytes = 0
        self.seen = 0

    def add(self, name: str, size: int) -> None:
        _check_name(name)
        if name in self.names:
            raise UnsafeArchive("duplicate", f"{quote(name)} is there twice.")
        self.names.add(name)
        self.bytes += size
        if size < 0:
            raise UnsafeArchive("not_archive", f"{quote(name)} says to have {size} bytes.")
        if size > self.limits.member_bytes:
            raise UnsafeArchive(
                "too_large",
                f"{quote(name)} has {size:,} bytes; at most {self.limits.member_bytes:,} are"
                " allowed.",
            )
        if self.bytes > self.limits.bytes:
            raise UnsafeArchive(
                "too_large", f"The files have more than {self.limits.bytes:,} bytes in all."
            )

    def count(self) -> None:
        """Folders count too: they also take room in memory."""
        self.seen += 1
        if self.seen > self.limits.files:
            raise UnsafeArchive(
                "too_many", f"There are more than {self.limits.files:,} files in the archive."
            )

    def check_ratio(self, name: str, size: int, packed: int) -> None:
        if size > self.limits.small and size > self.limits.ratio * max(packed, 1):
            raise UnsafeArchive(
                "ratio", f"{quote(name)} unpacks to more than {self.limits.ratio} times its size."
            )

    def check_not_empty(self) -> None:
        if not self.names:
            raise UnsafeArchive("empty_archive", "There is no file in the archive.")


def _check_name(name: str) -> None:
    parts = re.split(r"[/\\]", name)
    if not name or len(name) > LONGEST_NAME or CONTROL.search(name):
        raise UnsafeArchive(
            "name", f"The name {quote(name)} is empty, too long or has control characters."
        )
    if not parts[0] or re.match(r"^[A-Za-z]:", name):
        raise UnsafeArchive("absolute", f"{quote(name)} is an absolute path.")
    if ".." in parts:
        raise UnsafeArchive("outside", f"{quote(name)} leads out of the archive.")


def check_not_nested(name: str, head: bytes) -> None:
    if ARCHIVE_NAMES.search(name) or looks_like_archive(head):
        raise UnsafeArchive("nested", f"{quote(name)} is an archive itself. Unpack it first.")


def quote(name: str) -> str:
    return f"“{cut(name.encode('unicode_escape').decode() if CONTROL.search(name) else name)}”"


def cut(words: str) -> str:
    return words if len(words) <= 80 else f"{words[:79]}…"


class Checked(io.RawIOBase):
    """Reads a member and says in our words when its bytes are not what was promised."""

    def __init__(self, member: IO[bytes], name: str, size: int) -> None:
        self.member = member
        self.name = name
        self.left = size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        room = memoryview(cast("bytearray", buffer))
        try:
            piece = self.member.read(len(room))
        except DAMAGE:
            raise UnsafeArchive(
                "checksum", f"{quote(self.name)} is damaged: its checksum does not fit."
            ) from None
        self.left -= len(piece)
        if not piece and self.left:
            raise UnsafeArchive("checksum", f"{quote(self.name)} is damaged: it ends too early.")
        room[: len(piece)] = piece
        return len(piece)

    def close(self) -> None:
        self.member.close()
        super().close()


def reader(member: IO[bytes], name: str, size: int) -> io.BufferedReader:
    return io.BufferedReader(Checked(member, name, size), PIECE)
