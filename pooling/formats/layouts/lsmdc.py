"""LSMDC's tables: no header, six or seven fields between tabs, no quoting. The fourth and fifth are
the times of the clip that was cut."""

import re
from collections.abc import Iterator

from pooling.formats.numbers import dotted_seconds
from pooling.formats.problem import Problems
from pooling.formats.text import Text
from pooling.formats.told import Layout, Told

_TIME = r"\d{2}\.\d{2}\.\d{2}\.\d{3}"
CLIP = re.compile(rf"(\S+?)_{_TIME}-{_TIME}")
LINE = re.compile(rf"{CLIP.pattern}(\t[^\t]*){{5,6}}", re.DOTALL)
FIELDS = (6, 7)


def _told(text: Text, problems: Problems) -> Iterator[Told]:
    for line, written in enumerate(text.lines(), start=1):
        fields = written.rstrip("\r\n").split("\t")
        clip = CLIP.fullmatch(fields[0])
        if clip is None and line == 1:
            continue  # some copies have a header
        if clip is None or len(fields) not in FIELDS:
            problems.error(
                "columns",
                f"expected a clip's id and 5 or 6 more fields between tabs, found {len(fields)}"
                " fields in all",
                line,
            )
            continue
        start, stop = (dotted_seconds(field, line) for field in fields[3:5])
        yield Told(line, fields[0], fields[5], "", clip[1], start, stop)


LAYOUTS = (Layout("lsmdc", _told, line=LINE),)
