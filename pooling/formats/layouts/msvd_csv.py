"""MSVD's own table of descriptions in many languages: those in English, from whatever source."""

from collections.abc import Iterator

from pooling.formats.csv_rows import read_table
from pooling.formats.numbers import seconds_of
from pooling.formats.problem import Problems
from pooling.formats.text import Text
from pooling.formats.told import Layout, Told

COLUMNS = ("VideoID", "Start", "End", "Language", "Description")


def _told(text: Text, problems: Problems) -> Iterator[Told]:
    for line, row in read_table(text, COLUMNS, problems):
        if row["Language"] != "English":
            continue
        times = seconds_of(row["Start"], "Start", line), seconds_of(row["End"], "End", line)
        groups = {"source": row["Source"]} if "Source" in row else {}
        yield Told.of_segment(line, row["VideoID"], times, row["Description"], groups=groups)


LAYOUTS = (Layout("msvd-csv", _told, columns=frozenset(COLUMNS)),)
