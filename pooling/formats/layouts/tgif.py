"""TGIF: URL TAB sentence, without header and quotes; the URL is the id."""

import re
from collections.abc import Iterator

from pooling.formats.problem import Problems
from pooling.formats.text import Text
from pooling.formats.told import Layout, Told

LINE = re.compile(r"(?:https?://\S+|\S+\.(?:gif|avi|mp4|webm))\t[^\t]*", re.DOTALL)


def _told(text: Text, problems: Problems) -> Iterator[Told]:
    for line, written in enumerate(text.lines(), start=1):
        fields = written.rstrip("\r\n").split("\t")
        if len(fields) == 2:
            yield Told(line, fields[0], fields[1])
        elif written.strip():
            problems.error(
                "columns",
                f"expected a URL, a tab and a sentence, found {len(fields)} fields",
                line,
            )


LAYOUTS = (Layout("tgif", _told, line=LINE),)
