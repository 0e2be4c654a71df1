"""Benchmarks from files: one call whatever the format."""

from collections.abc import Callable, Iterator
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
from pooling.formats.json_items import name_of, read_elements
from pooling.formats.keys import read_lines_once, stem_of
from pooling.formats.layouts import LAYOUTS
from pooling.formats.msrvtt import read_msrvtt
from pooling.formats.msvd import read_msvd_json, read_msvd_pickle
from pooling.formats.problem import Problems, excerpt, naming, refuse
from pooling.formats.signatures import HEAD
from pooling.formats.text import LINE_LIMIT, Text, open_text
from pooling.formats.told import take_told
from pooling.formats.units import Unit, take_whole
from pooling.formats.unpacking import unpacked

LIST_HEADER = "video_id"


def read_benchmark(
    file: BinaryIO,
    name: str,
    file_format: str | None = None,
    *,
    split: str = "test",
    keep: tuple[str, ...] | None = None,
    dataset: str | None = None,
    unit: Unit = "clips",
) -> BenchmarkFile:
    """The file's captions and videos, or Unreadable.

    file: seekable, read in pieces; name: what to call it. file_format: one of BENCHMARK_FORMATS,
    guessed when not given.
    split: of a file that has several; "all" for all. dataset: of a FIRE release with several.
    keep: the only videos wanted, in the order that matrices have them (MSVD's test_list.txt).
    """
    with naming(name), unpacked(file) as plain:
        file_format = file_format or guess_format(plain)
        collection = Collection(Problems())
        _read(plain, file_format, collection, split=split, dataset=dataset)
        if unit != "clips" and not collection.problems.errors:
            take_whole(collection, unit)
        if keep is not None:
            _keep(collection, keep)
        return collection.finish(file_format)


def read_video_list(file: BinaryIO, name: str) -> tuple[str, ...]:
    """The video ids of a list: one on each line, as in MSVD's test_list.txt, below `video_id` as
    CLIP4Clip has them, or as one array of JSON."""
    with naming(name):
        text = open_text(file, Problems(), line_limit=None)
        if text.head().lstrip().startswith("["):
            return tuple(dict.fromkeys(_ids(text)))
        listed = dict(read_lines_once(file))
        if listed.get(LIST_HEADER) == 1 and len(listed) > 1:
            del listed[LIST_HEADER]
        return tuple(listed)


def _ids(text: Text) -> Iterator[str]:
    for item in read_elements(text, "an array of video ids"):
        if not isinstance(item.value, str):
            refuse(
                "type",
                f"{item.pointer}: expected a video's id, found {name_of(item.value)}",
                item.line,
            )
        yield item.value


def _read(
    file: BinaryIO, file_format: str, collection: Collection, *, split: str, dataset: str | None
) -> None:
    file.seek(0)
    if file_format == "msvd" and looks_pickled(file.read(HEAD)):
        read_msvd_pickle(file, collection)
        return
    is_document = file_format in ("msvd", "fire", "msrvtt", *LAYOUTS)
    text = open_text(file, collection.problems, line_limit=None if is_document else LINE_LIMIT)
    if file_format in LAYOUTS:
        take_told(LAYOUTS[file_format].told(text, collection.problems), split, collection)
        return
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
    called = {stem_of(key): key for key in collection.videos}
    keep = tuple(key if key in collection.videos else called.get(stem_of(key), key) for key in keep)
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
