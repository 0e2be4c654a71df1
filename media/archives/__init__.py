"""Archives of videos (zip, tar, tar.gz): all of it is examined before any of it is given away.

Nothing is unpacked here and no name becomes a path: a member is a name, as data, and a way to read
its bytes. One unsafe member refuses the archive, because whoever made that one made the others.
"""

from collections.abc import Iterator
from pathlib import Path

from media.archives.members import DAMAGE, HEAD, ArchiveLimits, Member, UnsafeArchive, cut
from media.archives.tars import tar_members
from media.archives.zips import zip_members

__all__ = ["ArchiveLimits", "Member", "UnsafeArchive", "safe_members"]

GZIP = b"\x1f\x8b"


def safe_members(path: Path, limits: ArchiveLimits | None = None) -> Iterator[Member]:
    """The archive's files in their order. Raises UnsafeArchive before the first if anything about
    them is wrong; a checksum that does not fit is only known, and raised, when the member has been
    read to its end.
    """
    limits = limits or ArchiveLimits()
    with path.open("rb") as file:
        head = file.read(HEAD)
    try:
        if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
            yield from zip_members(path, limits)
        elif head.startswith(GZIP) or head[257:262] == b"ustar":
            yield from tar_members(path, limits, packed=head.startswith(GZIP))
        else:
            raise UnsafeArchive(
                "not_archive", "Expected a zip, tar or tar.gz archive, found something else."
            )
    except (*DAMAGE, NotImplementedError) as error:
        raise UnsafeArchive(
            "not_archive", f"The archive cannot be read: {cut(str(error))}."
        ) from None
