"""Karpathy's splits of Flickr8k, Flickr30k and COCO: {"images": [{"filename", "split",
"sentences"}]}; an older form has the images by number."""

from collections.abc import Iterator
from typing import Any

from pooling.formats.json_items import Item, checked_fields, read_items
from pooling.formats.problem import Problems
from pooling.formats.text import Text
from pooling.formats.told import Layout, Told

IMAGE: dict[str, type] = {"filename": str, "split": str, "sentences": list}


def _told(text: Text, problems: Problems) -> Iterator[Told]:
    for item in read_items(text, 'an object with "images"'):
        if item.key != "images" or item.is_empty_array:
            continue
        for pointer, value in _images(item):
            yield from _of_image(value, item.line, pointer, problems)


def _images(item: Item) -> Iterator[tuple[str, Any]]:
    if item.index is None and isinstance(item.value, dict):
        yield from ((f"{item.pointer}/{number}", value) for number, value in item.value.items())
    else:
        yield item.pointer, item.value


def _of_image(value: Any, line: int, pointer: str, problems: Problems) -> Iterator[Told]:
    found = checked_fields(value, IMAGE, problems, line, pointer=pointer, others=True)
    if found is None:
        return
    image, split = found["filename"], found["split"]
    if not found["sentences"]:
        yield Told(line, image, "", split=split)
    for number, sentence in enumerate(found["sentences"]):
        where = f"{pointer}/sentences/{number}"
        said = checked_fields(sentence, {"raw": str}, problems, line, pointer=where, others=True)
        if said:
            key = said.get("sentid")
            yield Told(line, image, said["raw"], "" if key is None else str(key), split=split)


def _shown_by(item: Item) -> bool:
    values = [value for _, value in _images(item)] if item.key == "images" else []
    return any(isinstance(value, dict) and "sentences" in value for value in values[:1])


LAYOUTS = (Layout("karpathy", _told, shown_by=_shown_by),)
