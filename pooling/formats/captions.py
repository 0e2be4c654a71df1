"""Benchmarks from files: one call whatever the format."""

from collections.abc import Callable
from functools import partial
from typing import BinaryIO

from pooling.formats.benchmark_file import (
    BenchmarkFile,
    Collection,
    read_1k_a,
    read_csv,
    read_jsonl,
)
from pooling.formats.fire import read_fire
from pooling.formats.guess import guess_format, looks_pickled
from pooling.formats.keys import read_lines_once
from pooling.formats.msrvtt import read_msrvtt
from pooling.formats.msvd import read_msvd_json, read_msvd_pickle
from pooling.formats.problem import Problems, excerpt, naming, refuse
from pooling.formats.signatures import HEAD
from pooling.formats.text import LINE_LIMIT, Text, open_text


def read_benchmark(
    file: BinaryIO,
    name: str,
    file_format: str | None = None,
    *,
    split: str = "test",
    keep: tuple[str, ...] | None = None,
    dataset: str | None = None,
) -> BenchmarkFile:
    """The file's captions and videos, or Unreadable.

    file: seekable, read in pieces; name: what to call it. file_format: one of BENCHMARK_FORMATS,
    guessed when not given.
    split: of an MSR-VTT JSON; "all" for all. dataset: of a FIRE release with several.
    keep: the only videos wanted, in the order that matrices have them (MSVD's test_list.txt).
    """
    with naming(name):
        file_format = file_format or guess_format(file)
        collection = Collection(Problems())
        _read(file, file_format, collection, split=split, dataset=dataset)
        if keep is not None:
            _keep(collection, keep)
        return collection.finish(file_format)


def read_video_list(file: BinaryIO, name: str) -> tuple[str, ...]:
    """The video ids of a list with one on each line, as in MSVD's test_list.txt."""
    with naming(name):
        return tuple(read_lines_once(file))


def _read(
    file: BinaryIO, file_format: str, collection: Collection, *, split: str, dataset: str | None
) -> None:
    file.seek(0)
    if file_format == "msvd" and looks_pickled(file.read(HEAD)):
        read_msvd_pickle(file, collection)
        return
    is_document = file_format in ("msvd", "fire", "msrvtt")
    text = open_text(file, collection.problems, line_limit=None if is_document else LINE_LIMIT)
    is_table = file_format == "msrvtt" and not text.head().lstrip().startswith(("{", "["))
    readers: dict[str, Callable[[Text, Collection], None]] = {
        "csv": read_csv,
        "jsonl": read_jsonl,
        "msvd": read_msvd_json,
        "fire": partial(read_fire, dataset=dataset),
        "msrvtt": read_1k_a if is_table else partial(read_msrvtt, split=split),
    }
    if file_format not in readers:
        raise ValueError(f"no such format: {file_format}")
    readers[file_format](text, collection)


def _keep(collection: Collection, keep: tuple[str, ...]) -> None:
    missing = [key for key in keep if key not in collection.videos]
    if len(missing) == len(keep):
        refuse(
            "list",
            f"none of the {len(keep):,} videos in the list is in the file; the first is"
            f" {excerpt(keep[0])}",
        )
    if missing:
        collection.problems.warn(
            "list",
            f"{len(missing):,} of {len(keep):,} videos in the list are not in the file; the first"
            f" is {excerpt(missing[0])}",
        )
    left_out = len(collection.videos) - len(keep) + len(missing)
    collection.videos = {key: collection.videos[key] for key in keep if key in collection.videos}
    places = {key: place for place, key in enumerate(collection.videos)}
    rows = [row for row in collection.captions.values() if row.video in places]
    # Stable: a video's captions stay in their order.
    rows.sort(key=lambda row: places[row.video or ""])
    collection.captions = {row.key: row for row in rows}
    collection.notes.append(f"{left_out:,} videos are not in the list and were left out")
