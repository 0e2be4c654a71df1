"""YouCook2: the official JSON, {"database": {VIDEO: {"subset", "annotations": [...]}}}, and
MIL-NCE's table of validation segments."""

from collections.abc import Iterator

from pooling.formats.csv_rows import read_table
from pooling.formats.json_items import Item, checked_fields, read_items
from pooling.formats.numbers import checked_segment, seconds_of
from pooling.formats.problem import Problems
from pooling.formats.text import Text
from pooling.formats.told import Layout, Told

FILM: dict[str, type] = {"subset": str, "annotations": list}
PIECE: dict[str, type] = {"segment": list, "sentence": str}
COLUMNS = ("end", "start", "task", "text", "video_id")


def _official(text: Text, problems: Problems) -> Iterator[Told]:
    for item in read_items(text, 'an object with "database"'):
        if item.key == "database" and isinstance(item.value, dict):
            for film, value in item.value.items():
                yield from _of_film(film, value, item, problems)


def _of_film(film: str, value: object, item: Item, problems: Problems) -> Iterator[Told]:
    pointer = f"{item.pointer}/{film}"
    known = checked_fields(value, FILM, problems, item.line, pointer=pointer, others=True)
    for number, piece in enumerate(known["annotations"] if known else []):
        where = f"{pointer}/annotations/{number}"
        found = checked_fields(piece, PIECE, problems, item.line, pointer=where, others=True)
        times = found and checked_segment(found["segment"], problems, item.line, where)
        if known and found and times:
            yield Told.of_segment(
                item.line,
                film,
                times,
                found["sentence"],
                seconds=known.get("duration"),
                split=known["subset"],
                groups={"recipe_type": str(known.get("recipe_type", ""))},
            )


def _table(text: Text, problems: Problems) -> Iterator[Told]:
    for line, row in read_table(text, COLUMNS, problems):
        times = seconds_of(row["start"], "start", line), seconds_of(row["end"], "end", line)
        yield Told.of_segment(
            line, row["video_id"], times, row["text"], groups={"recipe_type": row["task"]}
        )


LAYOUTS = (
    Layout("youcook2", _official, shown_by=lambda item: item.key == "database"),
    Layout("youcook2-csv", _table, columns=frozenset(COLUMNS)),
)
