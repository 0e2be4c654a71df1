"""ActivityNet Captions, {"v_ID": {"duration", "timestamps": [[s, e]], "sentences": [text]}}, as
COOT has YouCook2, too; and its paragraphs, {"v_ID": text}."""

from collections.abc import Iterator

from pooling.formats.json_items import Item, checked_item, name_of, read_items
from pooling.formats.numbers import checked_segment
from pooling.formats.problem import Problems
from pooling.formats.text import Text
from pooling.formats.told import Layout, Told

FIELDS: dict[str, type] = {"timestamps": list, "sentences": list}


def _segments(text: Text, problems: Problems) -> Iterator[Told]:
    for item in read_items(text, "an object of {video: {timestamps, sentences}}"):
        found = checked_item(item, FIELDS, problems)
        if found is None:
            continue
        times, sentences = found["timestamps"], found["sentences"]
        if len(times) != len(sentences) or not all(isinstance(one, str) for one in sentences):
            problems.error(
                "shape",
                f"{item.pointer}: expected as many sentences as timestamps, found"
                f" {len(sentences)} and {len(times)}",
                item.line,
            )
            continue
        for number, (pair, sentence) in enumerate(zip(times, sentences, strict=True)):
            where = f"{item.pointer}/timestamps/{number}"
            if segment := checked_segment(pair, problems, item.line, where):
                seconds = found.get("duration")
                yield Told.of_segment(item.line, item.key, segment, sentence, seconds=seconds)


def _paragraphs(text: Text, problems: Problems) -> Iterator[Told]:
    for item in read_items(text, "an object of {video: text}"):
        if isinstance(item.value, str):
            yield Told(item.line, item.key, item.value, key=item.key)
        else:
            found = name_of(item.value)
            problems.error("type", f"{item.pointer}: expected a string, found {found}", item.line)


def _is_segments(item: Item) -> bool:
    return isinstance(item.value, dict) and set(FIELDS) <= set(item.value)


def _is_paragraph(item: Item) -> bool:
    return bool(item.key) and item.index is None and isinstance(item.value, str)


LAYOUTS = (
    Layout("activitynet", _segments, shown_by=_is_segments),
    Layout("paragraphs", _paragraphs, shown_by=_is_paragraph, by_all=True),
)
