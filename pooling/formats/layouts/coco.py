"""COCO's form, {"annotations": [{"id", "image_id", "caption"}]}, in which MSR-VTT is passed around
as well."""

from collections.abc import Iterator

from pooling.formats.json_items import Item, bad_string, name_of, read_items
from pooling.formats.problem import Problems
from pooling.formats.text import Text
from pooling.formats.told import Layout, Told


def _told(text: Text, problems: Problems) -> Iterator[Told]:
    for item in read_items(text, 'an object with "annotations"'):
        if item.key != "annotations" or item.is_empty_array:
            continue
        value = item.value if isinstance(item.value, dict) else {}
        video, sentence = value.get("image_id"), value.get("caption")
        is_named = type(video) is int or (isinstance(video, str) and not bad_string(video))
        if is_named and isinstance(sentence, str):
            key = value.get("id")
            yield Told(item.line, str(video), sentence, "" if key is None else str(key))
        else:
            problems.error(
                "type",
                f"{item.pointer}: expected image_id and caption, found {name_of(item.value)}",
                item.line,
            )


def _shown_by(item: Item) -> bool:
    if item.key != "annotations" or not isinstance(item.value, dict):
        return False
    return {"image_id", "caption"} <= set(item.value)


LAYOUTS = (Layout("coco", _told, shown_by=_shown_by),)
