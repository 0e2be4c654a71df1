"""MSR-VTT's own JSON: {"videos": [{"video_id", "split"}], "sentences": [{"sen_id", "video_id",
"caption"}]}."""

from collections import Counter
from dataclasses import dataclass, field

from pooling.formats.benchmark_file import CaptionRow, Collection
from pooling.formats.json_items import Item, bad_string, checked_item, name_of, read_items
from pooling.formats.problem import excerpt, refuse
from pooling.formats.text import Text

ALL = "all"
_VIDEO: dict[str, type] = {"video_id": str, "split": str}
_SENTENCE: dict[str, type] = {"video_id": str, "caption": str}


@dataclass(slots=True)
class _Document:
    """Sentences may come before the videos that tell their split, so both are gathered first."""

    splits: dict[str, str] = field(default_factory=dict)
    groups: dict[str, dict[str, str]] = field(default_factory=dict)  # of videos with a category
    video_lines: dict[str, int] = field(default_factory=dict)
    sentences: list[tuple[int, str, str, str]] = field(default_factory=list)  # as of CaptionRow


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
    for line, key, video, text in document.sentences:
        if video in chosen:
            collection.add(CaptionRow(line, key, video, text, document.groups.get(video, {})))
        elif video not in document.splits:
            collection.problems.error(
                "unknown-video",
                f"sentence {excerpt(key)} is of {excerpt(video)}, not a video here",
                line,
            )
    for video in document.splits:
        if video in chosen:
            collection.add_video(video, document.video_lines[video])
    # Matrices have the videos in the order of the file's list of them, not of its sentences.
    collection.videos = {
        video: document.video_lines[video] for video in document.splits if video in chosen
    }


def _video(item: Item, document: _Document, collection: Collection) -> None:
    value = checked_item(item, _VIDEO, collection.problems)
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
        document.groups[key] = {"category": str(value["category"])}
    document.video_lines.setdefault(key, item.line)


def _sentence(item: Item, document: _Document, collection: Collection) -> None:
    value = checked_item(item, _SENTENCE, collection.problems)
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
    document.sentences.append((item.line, str(key), value["video_id"], value["caption"]))
