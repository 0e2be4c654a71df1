"""MSR-VTT's own JSON: {"videos": [{"video_id", "split"}], "sentences": [{"sen_id", "video_id",
"caption"}]}."""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from pooling.formats.benchmark_file import CaptionRow, Collection
from pooling.formats.json_items import Item, bad_string, checked_fields, name_of, read_items
from pooling.formats.problem import excerpt, refuse
from pooling.formats.text import Text

ALL = "all"


@dataclass(slots=True)
class _Document:
    """Sentences may come before the videos that tell their split, so both are gathered first."""

    splits: dict[str, str] = field(default_factory=dict)
    categories: dict[str, str] = field(default_factory=dict)
    video_lines: dict[str, int] = field(default_factory=dict)
    sentences: list[CaptionRow] = field(default_factory=list)


def read_msrvtt(text: Text, collection: Collection, split: str) -> None:
    collection.key_name = "sen_id"
    document = _Document()
    for item in read_items(text, 'an object with "videos" and "sentences"'):
        if item.is_empty_array:
            continue
        if item.key == "videos":
            _video(item, document, collection)
        elif item.key == "sentences":
            _sentence(item, document, collection)
        elif item.key != "info" and not item.index:
            collection.problems.warn(
                "fields",
                f"{excerpt(item.pointer)}: not known of MSR-VTT; left out",
                item.line,
                item.column,
            )
    counts = Counter(document.splits.values())
    listed = excerpt(
        ", ".join(f"{name} ({count:,} videos)" for name, count in sorted(counts.items()))
    )[1:-1]
    if split != ALL and not counts[split] and not collection.problems.errors:
        refuse(
            "split",
            f"no video is of the split {excerpt(split)}; the file has {listed or 'no videos'}",
        )
    _choose(document, collection, split)
    collection.notes.append(f"splits in the file: {listed}; read: {split}")


def _choose(document: _Document, collection: Collection, split: str) -> None:
    chosen = {video for video, of in document.splits.items() if split in (of, ALL)}
    for row in document.sentences:
        if row.video in chosen:
            category = document.categories.get(row.video or "")
            collection.add(replace(row, groups={"category": category}) if category else row)
        elif row.video not in document.splits:
            collection.problems.error(
                "unknown-video",
                f"sentence {excerpt(row.key)} is of {excerpt(str(row.video))}, not a video here",
                row.line,
            )
    for video in document.splits:
        if video in chosen:
            collection.add_video(video, document.video_lines[video])
    # Matrices have the videos in the order of the file's list of them, not of its sentences.
    collection.videos = {
        video: document.video_lines[video] for video in document.splits if video in chosen
    }


def _video(item: Item, document: _Document, collection: Collection) -> None:
    value = _object(item, {"video_id": str, "split": str}, collection)
    if value is None:
        return
    key = value["video_id"]
    if key in document.splits:
        collection.problems.error(
            "duplicate",
            f"video {excerpt(key)} stands in line {document.video_lines[key]} and again in line"
            f" {item.line}",
            item.line,
            item.column,
        )
    document.splits[key] = value["split"]
    if type(value.get("category")) is int:
        document.categories[key] = str(value["category"])
    document.video_lines.setdefault(key, item.line)


def _sentence(item: Item, document: _Document, collection: Collection) -> None:
    value = _object(item, {"video_id": str, "caption": str}, collection)
    if value is None:
        return
    key = value.get("sen_id")
    if type(key) not in (int, str) or (isinstance(key, str) and bad_string(key)):
        found = name_of(key) if "sen_id" in value else "nothing"
        collection.problems.error(
            "type",
            f"{item.pointer}/sen_id: expected a whole number or a string, found {found}",
            item.line,
            item.column,
        )
        return
    document.sentences.append(CaptionRow(item.line, str(key), value["video_id"], value["caption"]))


def _object(item: Item, fields: dict[str, type], collection: Collection) -> dict[str, Any] | None:
    return checked_fields(
        item.value, fields, collection.problems, item.line, pointer=item.pointer, others=True
    )
