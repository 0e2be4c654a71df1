"""TVR's and QVHighlights' queries, a line of JSON each. Who reads TVR's is told the moment; a
moment of QVHighlights may be several windows, so that its queries are of the clip of 150 s."""

import re
from collections.abc import Iterator

from pooling.formats.json_items import read_object
from pooling.formats.numbers import checked_segment
from pooling.formats.problem import Problems
from pooling.formats.text import Text
from pooling.formats.told import Layout, Told

TVR = {"desc_id": int, "desc": str}
HIGHLIGHTS = {"qid": int, "query": str, "vid": str}
PIECE = re.compile(r"(.+)_(\d+\.\d+)_(\d+\.\d+)")


def _tvr(text: Text, problems: Problems) -> Iterator[Told]:
    for line, written in enumerate(text.lines(), start=1):
        row = read_object(written, line, TVR, problems, others=True) if written.strip() else None
        if row is None:
            continue
        key, film = str(row["desc_id"]), row.get("vid_name")
        if not isinstance(film, str):  # the public test tells the queries alone
            yield Told(line, None, row["desc"], key)
        elif times := checked_segment(row.get("ts"), problems, line, "/ts"):
            kind = row.get("type")
            groups = {"type": kind} if isinstance(kind, str) else {}
            yield Told.of_segment(
                line, film, times, row["desc"], key=key, seconds=row.get("duration"), groups=groups
            )


def _highlights(text: Text, problems: Problems) -> Iterator[Told]:
    for line, written in enumerate(text.lines(), start=1):
        row = (
            read_object(written, line, HIGHLIGHTS, problems, others=True)
            if written.strip()
            else None
        )
        if row is None:
            continue
        key, video = str(row["qid"]), row["vid"]
        if piece := PIECE.fullmatch(video):
            film, start, stop = piece.groups()
            yield Told(line, video, row["query"], key, film, float(start), float(stop))
        else:
            yield Told(line, video, row["query"], key)


LAYOUTS = (
    Layout("tvr", _tvr, fields=frozenset(TVR)),
    Layout("qvhighlights", _highlights, fields=frozenset(HIGHLIGHTS)),
)
