"""MDMMT's form of MSR-VTT, LSMDC and others: {VIDEO: {"text": [..], "start": [..], "end": [..]}}.
Where a video has one start and one end for all, these are the video's own, and it is not cut."""

from collections.abc import Iterator

from pooling.formats.json_items import Item, checked_item, read_items
from pooling.formats.problem import Problems
from pooling.formats.text import Text
from pooling.formats.told import Layout, Told


def _told(text: Text, problems: Problems) -> Iterator[Told]:
    for item in read_items(text, "an object of {video: {text, start, end}}"):
        found = checked_item(item, {"text": list}, problems)
        for number, sentence in enumerate(found["text"] if found else []):
            if isinstance(sentence, str):
                yield Told(item.line, item.key, sentence)
            else:
                where = f"{item.pointer}/text/{number}"
                problems.error("type", f"{where}: expected a string", item.line)


def _shown_by(item: Item) -> bool:
    return isinstance(item.value, dict) and {"text", "start", "end"} <= set(item.value)


LAYOUTS = (Layout("mdmmt", _told, shown_by=_shown_by),)
