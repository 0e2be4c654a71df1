"""The .mo file: what gettext reads when the program runs, in the format of "The Format of GNU MO
Files". It is built from the .po and not kept in the repository."""

import os
import struct
from collections.abc import Iterable
from pathlib import Path

from foundation.catalogue import po
from foundation.catalogue.languages import PLACE
from foundation.catalogue.po import Entry

MAGIC = 0x950412DE
HEADER = "<7I"
PAIR = struct.calcsize("<2I")


def compiled(entries: Iterable[Entry]) -> bytes:
    """Same entries, same bytes, so that a test can say whether a .mo is the one of its .po."""
    done = sorted(
        (_key(entry), "\0".join(entry.meant).encode()) for entry in entries if entry.is_done
    )
    begin = struct.calcsize(HEADER)
    tables = begin + 2 * PAIR * len(done)
    keys, texts = [key for key, _ in done], [text for _, text in done]
    places = _places([*keys, *texts], tables)
    head = struct.pack(HEADER, MAGIC, 0, len(done), begin, begin + PAIR * len(done), 0, tables)
    return head + places + b"".join(text + b"\0" for text in [*keys, *texts])


def compile_all(catalogues: Path) -> list[Path]:
    """Each django.po below this folder. Whoever reads a .mo meanwhile has the old one whole."""
    written = []
    for source in sorted(catalogues.glob(f"*/{PLACE}")):
        made = source.with_suffix(".mo")
        draft = made.with_suffix(f".{os.getpid()}")
        draft.write_bytes(compiled(po.read(source).values()))
        draft.replace(made)
        written.append(made)
    return written


def _places(texts: list[bytes], begin: int) -> bytes:
    """Length and offset of each."""
    packed = b""
    for text in texts:
        packed += struct.pack("<2I", len(text), begin)
        begin += len(text) + 1
    return packed


def _key(entry: Entry) -> bytes:
    key = entry.key
    text = f"{key.context}\x04{key.text}" if key.context else key.text
    return f"{text}\0{key.plural}".encode() if key.plural else text.encode()
