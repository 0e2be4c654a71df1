"""Files that came packed: with gzip, or as the one file in a zip archive."""

import gzip
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, cast

from pooling.formats.problem import excerpt, refuse
from pooling.formats.signatures import HEAD, foreign
from pooling.formats.text import BLOCK, EXPANSION, SIZE_LIMIT


@contextmanager
def unpacked(file: BinaryIO) -> Iterator[BinaryIO]:
    """The file itself, or what is packed in it, from the beginning. What unpacks to more than a
    text would is refused while it is unpacked."""
    size = file.seek(0, 2)
    file.seek(0)
    head = file.read(HEAD)
    file.seek(0)
    if head.startswith(b"\x1f\x8b"):
        source = cast("BinaryIO", gzip.GzipFile(fileobj=file, mode="rb"))
    elif head.startswith(b"PK\x03\x04") and (foreign(head) or ("", ""))[0] == "zip":
        source = _member(file)
    else:
        yield file
        return
    with tempfile.TemporaryFile() as plain:
        _unpack(source, plain, min(SIZE_LIMIT, EXPANSION * size + BLOCK))
        yield cast("BinaryIO", plain)


def _member(file: BinaryIO) -> BinaryIO:
    """The one file in an archive; a folder beside it and what a Mac adds are no files."""
    try:
        archive = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, NotImplementedError) as error:
        refuse("zip", f"the zip archive is damaged or cut off ({error})")
    names = [
        one.filename
        for one in archive.infolist()
        if not one.is_dir() and not one.filename.startswith("__MACOSX/")
    ]
    if len(names) != 1:
        listed = ", ".join(excerpt(name) for name in names[:5])
        refuse("zip", f"expected an archive of one file, found {len(names):,}: {listed or 'none'}")
    try:
        return cast("BinaryIO", archive.open(names[0]))
    except (RuntimeError, NotImplementedError, zipfile.BadZipFile) as error:
        refuse("zip", f"{excerpt(names[0])} cannot be unpacked ({error})")


def _unpack(source: BinaryIO, plain: BinaryIO, most: int) -> None:
    try:
        while block := source.read(BLOCK):
            plain.write(block)
            if plain.tell() > most:
                refuse(
                    "size",
                    f"the file unpacks to more than {most:,} bytes; expected a text file",
                )
    except (EOFError, gzip.BadGzipFile, zlib.error, zipfile.BadZipFile) as error:
        refuse("gzip", f"the packed file is damaged or cut off ({error})")
    plain.seek(0)
