"""VATEX: a list of {"videoID", "enCap": [...]}, or {videoID: {"enCap": [...]}}. Only the English
captions are read. An id is the film's with its first and last second."""

import re
from collections.abc import Iterator

from pooling.formats.json_items import Item, checked_item, read_elements, read_items
from pooling.formats.problem import Problems
from pooling.formats.text import Text
from pooling.formats.told import Layout, Told

ID = re.compile(r"(.+)_(\d{6})_(\d{6})")


def _told(text: Text, problems: Problems) -> Iterator[Told]:
    is_list = text.head().lstrip().startswith("[")
    wanted: dict[str, type] = {"videoID": str, "enCap": list} if is_list else {"enCap": list}
    read = read_elements if is_list else read_items
    for item in read(text, "VATEX's captions"):
        found = checked_item(item, wanted, problems)
        if found is None:
            continue
        video = found.get("videoID", item.key)
        film, start, stop = parts.groups() if (parts := ID.fullmatch(video)) else ("", None, None)
        for number, sentence in enumerate(found["enCap"]):
            if isinstance(sentence, str):
                times = (
                    None if start is None else float(start),
                    None if stop is None else float(stop),
                )
                yield Told(item.line, video, sentence, "", film, *times)
            else:
                where = f"{item.pointer}/enCap/{number}"
                problems.error("type", f"{where}: expected a string", item.line)


def _shown_by(item: Item) -> bool:
    return isinstance(item.value, dict) and "enCap" in item.value


LAYOUTS = (Layout("vatex", _told, shown_by=_shown_by),)
