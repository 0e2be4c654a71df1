"""Charades' table, whose cell of descriptions has several parted by ";", and the lines of
Charades-STA, ID START END##sentence."""

import re
from collections.abc import Iterator

from pooling.formats.csv_rows import read_table
from pooling.formats.numbers import NUMBER, seconds_of
from pooling.formats.problem import Problems, excerpt
from pooling.formats.text import Text
from pooling.formats.told import Layout, Told

COLUMNS = ("id", "scene", "descriptions", "actions")
LINE = re.compile(rf"(\S+) ({NUMBER}) ({NUMBER})##(.*)", re.DOTALL)


def _table(text: Text, problems: Problems) -> Iterator[Told]:
    for line, row in read_table(text, COLUMNS, problems):
        classes = dict.fromkeys(one.split(" ")[0] for one in row["actions"].split(";") if one)
        groups = {"scene": row["scene"], "action_classes": ";".join(classes)}
        for sentence in row["descriptions"].split(";"):
            yield Told(line, row["id"], sentence, groups=groups)


def _moments(text: Text, problems: Problems) -> Iterator[Told]:
    for line, written in enumerate(text.lines(), start=1):
        if found := LINE.fullmatch(written.rstrip("\r\n")):
            film, start, stop, sentence = found.groups()
            times = seconds_of(start, "the start", line), seconds_of(stop, "the end", line)
            yield Told.of_segment(line, film, times, sentence)
        elif written.strip():
            problems.error(
                "columns",
                f"expected ID START END##sentence, found {excerpt(written.rstrip())}",
                line,
            )


LAYOUTS = (
    Layout("charades", _table, columns=frozenset(COLUMNS)),
    Layout("charades-sta", _moments, line=LINE),
)
