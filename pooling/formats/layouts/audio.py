"""AudioCaps, a caption a row of a clip of ten seconds, and tables of Clotho's form, five captions a
row beside the name of a file."""

from collections.abc import Iterator

from pooling.formats.csv_rows import read_table
from pooling.formats.numbers import seconds_of
from pooling.formats.problem import Problems
from pooling.formats.text import Text
from pooling.formats.told import Layout, Told, plain

AUDIOCAPS = ("audiocap_id", "youtube_id", "start_time", "caption")
CLOTHO = ("file_name", "caption_1")
SECONDS = 10


def _audiocaps(text: Text, problems: Problems) -> Iterator[Told]:
    for line, row in read_table(text, AUDIOCAPS, problems):
        film, key = row["youtube_id"], row["audiocap_id"]
        start = seconds_of(row["start_time"], "start_time", line)
        video = f"{film}_{plain(start)}"
        yield Told(line, video, row["caption"], key, film, start, start + SECONDS)


def _clotho(text: Text, problems: Problems) -> Iterator[Told]:
    for line, row in read_table(text, CLOTHO, problems):
        for name, sentence in row.items():
            if name.startswith("caption_"):
                yield Told(line, row["file_name"], sentence)


LAYOUTS = (
    Layout("audiocaps", _audiocaps, columns=frozenset(AUDIOCAPS)),
    Layout("clotho", _clotho, columns=frozenset(CLOTHO)),
)
