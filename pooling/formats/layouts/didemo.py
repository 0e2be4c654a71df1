"""DiDeMo: a list of {"annotation_id", "description", "video", "times"}. Annotators disagree on the
times, so a description is of its whole video."""

from collections.abc import Iterator

from pooling.formats.json_items import checked_item, read_elements
from pooling.formats.problem import Problems
from pooling.formats.text import Text
from pooling.formats.told import Layout, Told

FIELDS = {"annotation_id": int, "description": str, "video": str}


def _told(text: Text, problems: Problems) -> Iterator[Told]:
    for item in read_elements(text, "an array of annotations"):
        found = checked_item(item, FIELDS, problems)
        if found:
            key = str(found["annotation_id"])
            yield Told(item.line, found["video"], found["description"], key)


LAYOUTS = (
    Layout(
        "didemo",
        _told,
        shown_by=lambda item: isinstance(item.value, dict) and set(FIELDS) <= set(item.value),
    ),
)
