"""Which format a file has, by its content, never by its name."""

import re
from typing import Any, BinaryIO

from pooling.formats.benchmark_file import COLUMNS, COLUMNS_1K_A
from pooling.formats.csv_rows import header_of
from pooling.formats.fire import LISTS
from pooling.formats.json_items import DECODER, Item, read_elements, read_items
from pooling.formats.layouts import LAYOUTS
from pooling.formats.moments import COLUMNS as MOMENTS
from pooling.formats.problem import Problems, refuse
from pooling.formats.signatures import HEAD, foreign, is_pickle
from pooling.formats.text import Text, open_text
from pooling.formats.told import Layout

BENCHMARK_FORMATS = ("csv", "jsonl", "msrvtt", "msvd", "fire", *LAYOUTS)
# A line of JSON that is longer is told by the first of its fields.
_FIRST_LINE = 2**20
_OF_TVR = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"(?:video2idx|VR|VCMR|SVMR)"')
_OLD_PICKLES = (b"(d", b"(l", b"(i", b"}", b"]q")


def looks_pickled(head: bytes) -> bool:
    """Protocols 0 and 1 have no signature, but begin with a mark and an instruction as no text of
    ours does."""
    return is_pickle(head) or head.startswith(_OLD_PICKLES)


def guess_format(file: BinaryIO) -> str:
    """One of BENCHMARK_FORMATS. The file is left at its beginning."""
    try:
        return _guess(file)
    finally:
        file.seek(0)


def _guess(file: BinaryIO) -> str:
    file.seek(0)
    if looks_pickled(file.read(HEAD)):
        return "msvd"
    text = open_text(file, Problems(), line_limit=None)
    head = text.head().lstrip()
    if head.startswith(("{", "[")):
        return _guess_json(text, head)
    return _guess_csv(head)


def _guess_csv(head: str) -> str:
    header = header_of(head.splitlines()[0]) if head else frozenset()
    if header >= set(COLUMNS_1K_A):
        return "msrvtt"
    first = head.splitlines()[0] if head else ""
    if not header >= set(COLUMNS) and (guess := _layout_of(header, first)):
        return guess
    if not header & set(COLUMNS) and not re.search(r"[,;\t|]", head):
        refuse("format", f"not recognised; expected one of {', '.join(BENCHMARK_FORMATS)}", 1)
    return "csv"  # whose reader says what is amiss with the header


def _layout_of(header: frozenset[str], first: str) -> str | None:
    """Of several that fit, the one that knows the most columns."""
    fitting = [one for one in LAYOUTS.values() if one.columns and one.columns <= header]
    if fitting:
        return max(fitting, key=lambda one: len(one.columns)).name
    return next(
        (one.name for one in LAYOUTS.values() if one.line and one.line.fullmatch(first)), None
    )


def _guess_json(text: Text, head: str) -> str:
    guess = _json_shown(text, head)
    if guess is None:
        refuse(
            "format",
            f"JSON that is not recognised; expected one of {', '.join(BENCHMARK_FORMATS)}",
            1,
        )
    return guess


def _json_shown(text: Text, head: str) -> str | None:
    is_array = head.startswith("[")
    fields = set() if is_array else set(_first_object(next(text.pieces(_FIRST_LINE), "").lstrip()))
    if fields & set(COLUMNS):
        return "jsonl"
    lines = (one.name for one in LAYOUTS.values() if one.fields and one.fields <= fields)
    if guess := next(lines, None):
        return guess
    read = read_elements if is_array else read_items
    by_all = [one for one in LAYOUTS.values() if one.by_all]
    for item in read(text, "a benchmark as one JSON document"):
        if guess := _shown_by(item):
            return guess
        by_all = [one for one in by_all if one.shown_by and one.shown_by(item)]
    return by_all[0].name if by_all else None


def _shown_by(item: Item) -> str | None:
    """The format in which this item stands; None if it could stand in several."""
    if item.key in ("videos", "sentences") and _holds(item, dict):
        return "msrvtt"
    if layout := next((one for one in LAYOUTS.values() if _shows(item, one)), None):
        return layout.name
    if item.key in LISTS and _holds(item, dict):
        return "fire"
    return "msvd" if item.key and item.index is not None else None


def _first_object(head: str) -> dict[str, Any]:
    try:
        value = DECODER.raw_decode(head)[0]
    except (ValueError, RecursionError):  # cut off, or broken: its reader will say where
        return dict.fromkeys(re.findall(r'^\{\s*"([a-z_]+)"\s*:', head))
    return value if isinstance(value, dict) else {}


def _shows(item: Item, layout: Layout) -> bool:
    return layout.shown_by is not None and not layout.by_all and layout.shown_by(item)


def _holds(item: Item, kind: type) -> bool:
    return item.is_empty_array or isinstance(item.value, kind)


def guess_run_format(file: BinaryIO, name: str = "") -> str:
    """One of RUN_FORMATS; what none of them is, is left to the reader of TREC runs to explain.
    Left at its beginning. name: what passes for a matrix by its name and is none is refused, as no
    line of it would be a line of a run."""
    file.seek(0)
    head = file.read(HEAD)
    file.seek(0)
    if head.startswith((b"\x93NUMPY", b"PK\x03\x04")):
        return "npy"
    if name.lower().endswith(".npy") and head and not foreign(head):
        refuse(
            "npy",
            "this is not a NumPy file, though its name ends in .npy: it begins as text; expected"
            " what numpy.save writes, or another ending for a run as text",
            1,
        )
    if head.startswith(b"\x1f\x8b"):
        text = open_text(file, Problems(), gzip_allowed=True, line_limit=None)
        head = text.head().encode()
        file.seek(0)
    elif not head or foreign(head):
        return "trec"
    first = head.removeprefix(b"\xef\xbb\xbf").lstrip().splitlines()[:1]
    if first and first[0].startswith((b"{", b"[")):
        return "tvr" if _OF_TVR.match(head) else "jsonl"
    if first and header_of(first[0].decode("utf-8", "ignore")) == frozenset(MOMENTS):
        return "moments"
    is_table = bool(first) and len(first[0].split()) < 4 and any(mark in first[0] for mark in b",;")
    return "csv" if is_table else "trec"
