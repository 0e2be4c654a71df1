"""Lists of {"video" or "image", "caption"}, as LAVIS, Singularity and others have them: a caption
may be one or several."""

from collections.abc import Iterator
from typing import Any

from pooling.formats.json_items import Item, name_of, read_elements
from pooling.formats.problem import Problems
from pooling.formats.text import Text
from pooling.formats.told import Layout, Told

NAMES = ("video", "image")


def _told(text: Text, problems: Problems) -> Iterator[Told]:
    for item in read_elements(text, 'an array of {"video", "caption"}'):
        value = item.value if isinstance(item.value, dict) else {}
        video = next((value[name] for name in NAMES if name in value), None)
        captions = _listed(value.get("caption"))
        if isinstance(video, str) and all(isinstance(one, str) for one in captions):
            for sentence in captions:
                yield Told(item.line, video, sentence)
        else:
            problems.error(
                "type",
                f"{item.pointer}: expected a video and its caption or captions, found"
                f" {name_of(item.value)}",
                item.line,
            )


def _listed(caption: Any) -> list[Any]:
    return caption if isinstance(caption, list) else [caption]


def _shown_by(item: Item) -> bool:
    return (
        isinstance(item.value, dict)
        and "caption" in item.value
        and "annotation_id" not in (item.value)
        and bool(set(NAMES) & set(item.value))
    )


LAYOUTS = (Layout("lavis", _told, shown_by=_shown_by),)
