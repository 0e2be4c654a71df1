"""EPIC-KITCHENS-100's tables for retrieval and EPIC-KITCHENS-55's tables of actions. Classes, the
kitchen and its owner are kept."""

from collections.abc import Iterator
from functools import partial

from pooling.formats.csv_rows import read_table
from pooling.formats.numbers import clock_seconds
from pooling.formats.problem import Problems
from pooling.formats.text import Text
from pooling.formats.told import Layout, Told

TIMES = ("start_timestamp", "stop_timestamp")
OF_100 = ("narration_id", "video_id", *TIMES, "narration")
SENTENCES = ("narration_id", "narration")
OF_55 = ("uid", "video_id", *TIMES, "narration")
NARRATIONS = ("participant_id", "video_id", *TIMES, "narration")
KEPT = (
    *("participant_id", "verb", "verb_class", "noun", "noun_class"),
    *("all_nouns", "all_noun_classes", "noun_classes", "nouns"),
)


def _groups(row: dict[str, str]) -> dict[str, str]:
    return {name: row[name] for name in KEPT if name in row}


def _segments(text: Text, problems: Problems, columns: tuple[str, ...]) -> Iterator[Told]:
    """Named by the first column, where that is an id of the segment."""
    own = columns[0] if columns is not NARRATIONS else ""
    for line, row in read_table(text, columns, problems):
        start, stop = (clock_seconds(row[name], name, line) for name in TIMES)
        if own:
            name, film = row[own], row["video_id"]
            yield Told(line, name, row["narration"], name, film, start, stop, groups=_groups(row))
        else:
            yield Told.of_segment(
                line, row["video_id"], (start, stop), row["narration"], groups=_groups(row)
            )


def _sentences(text: Text, problems: Problems) -> Iterator[Told]:
    """The distinct sentences of a split, each with the segment that had it first."""
    for line, row in read_table(text, SENTENCES, problems):
        name = row["narration_id"]
        yield Told(line, name, row["narration"], name, groups=_groups(row))


LAYOUTS = (
    *(
        Layout(name, partial(_segments, columns=columns), columns=frozenset(columns))
        for name, columns in (
            ("epic100", OF_100),
            ("epic55", OF_55),
            ("epic55-narrations", NARRATIONS),
        )
    ),
    Layout("epic100-sentences", _sentences, columns=frozenset(SENTENCES)),
)
