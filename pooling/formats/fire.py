"""The FIRE release, {"annotations": [...], "disagreements": [...], ...}: its queries and videos,
not its labels."""

import hashlib
from collections import Counter
from dataclasses import dataclass, field

from pooling.formats.benchmark_file import CaptionRow, Collection
from pooling.formats.json_items import Item, checked_item, read_items
from pooling.formats.problem import excerpt, refuse
from pooling.formats.text import Text

LISTS = ("annotations", "disagreements")
_ABOUT = (
    *("source_ds", "source_data_md5", "source_annotator_map_md5", "created_ds", "email"),
    *("creator", "website", "license", "datasets"),
)
_FIELDS: dict[str, type] = {"query": str, "video_id": str, "dataset": str}


def query_key(text: str) -> str:
    """A query's key where the file gives none: the same text has the same key in every release."""
    return "q" + hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(slots=True)
class _Found:
    """Distinct queries and videos, in the order of their first mention."""

    datasets: Counter[str] = field(default_factory=Counter)
    queries: dict[str, int] = field(default_factory=dict)  # and the line of the first mention
    videos: dict[str, int] = field(default_factory=dict)
    pairs: int = 0


def read_fire(text: Text, collection: Collection, dataset: str | None) -> None:
    """dataset: MSVD or MSRVTT; needed when the file has several, because their queries are of
    different benchmarks."""
    found = _Found()
    for item in read_items(text, 'an object with "annotations" and "disagreements"'):
        if item.key in LISTS:
            _judgement(item, found, collection, dataset)
        elif item.key not in _ABOUT and not item.index:
            collection.problems.warn(
                "fields",
                f"{excerpt(item.pointer)}: not known of a FIRE release; left out",
                item.line,
                item.column,
            )
    _check_datasets(found, collection, dataset)
    for query, line in found.queries.items():
        collection.add(CaptionRow(line, query_key(query), None, query))
    for video, line in found.videos.items():
        collection.add_video(video, line)
    collection.notes.append(
        f"{len(found.queries):,} queries and {len(found.videos):,} videos from {found.pairs:,}"
        " judged pairs"
    )
    collection.notes.append(
        "a FIRE release does not tell for which video a caption was written: there are no original"
        " positives"
    )


def _judgement(item: Item, found: _Found, collection: Collection, dataset: str | None) -> None:
    if item.is_empty_array:
        return
    value = checked_item(item, _FIELDS, collection.problems)
    if value is None:
        return
    found.datasets[value["dataset"]] += 1
    if dataset in (None, value["dataset"]):
        found.queries.setdefault(value["query"], item.line)
        found.videos.setdefault(value["video_id"], item.line)
        found.pairs += 1


def _check_datasets(found: _Found, collection: Collection, dataset: str | None) -> None:
    if collection.problems.errors:
        return
    listed = ", ".join(
        f"{name} ({count:,} pairs)" for name, count in sorted(found.datasets.items())
    )
    if dataset is None and len(found.datasets) > 1:
        refuse(
            "dataset",
            f"the file has several data sets, {excerpt(listed)[1:-1]}; name the one to read",
        )
    if dataset is not None and not found.datasets[dataset]:
        refuse(
            "dataset",
            f"the file has nothing of {excerpt(dataset)}; it has"
            f" {excerpt(listed)[1:-1] or 'no judgements'}",
        )
