"""The keys that files name, where no list of captions and videos is given: each once.

The readers of runs and of labels want to know all keys beforehand, and say what is wrong with a
file. So a file is looked through twice, and whatever is amiss with it is left for them to say.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from annotator.formats import triplets
from annotator.formats.tables import read_tables
from pooling.formats import scores, trec
from pooling.formats.csv_rows import header_of
from pooling.formats.json_items import read_object
from pooling.formats.keys import Direction
from pooling.formats.moments import read_moments, read_predictions
from pooling.formats.problem import Problems, naming
from pooling.formats.text import LINE_LIMIT, Text, open_text

Mention = tuple[str, str]  # caption, video
QRELS_FIELDS = (4, 5)


@dataclass(slots=True)
class Mentioned:
    captions: dict[str, None] = field(default_factory=dict)
    videos: dict[str, None] = field(default_factory=dict)

    def take(self, mentions: Iterable[Mention]) -> None:
        for caption, video in mentions:
            self.captions[caption] = None
            self.videos[video] = None


def mentions_of_run(
    file: BinaryIO, name: str, file_format: str, direction: Direction
) -> Iterator[Mention]:
    """file_format: of text; a matrix names nothing."""
    with naming(name):
        limit = None if file_format == "tvr" else LINE_LIMIT
        text = open_text(file, Problems(), line_limit=limit, gzip_allowed=True)
        if file_format in ("moments", "tvr"):
            read = read_moments if file_format == "moments" else read_predictions
            yield from ((caption, video) for _, caption, video, _ in read(text, Problems()))
            return
        if file_format != "trec":
            yield from _of_table(text, file_format, scores.COLUMNS, {"score": float})
            return
        for item, target in _of_columns(text, (trec.FIELDS,)):
            yield (item, target) if direction == "t2v" else (target, item)


def guess_label_format(file: BinaryIO, name: str) -> str:
    """triplets or qrels; what is neither is left to the reader of qrels to explain."""
    with naming(name):
        head = open_text(file, Problems()).head().lstrip()
    first = head.splitlines()[0] if head else ""
    return (
        "triplets" if first.startswith("{") or header_of(first) & set(triplets.COLUMNS) else "qrels"
    )


def mentions_of_labels(file: BinaryIO, name: str, file_format: str) -> Iterator[Mention]:
    """file_format: triplets or qrels."""
    with naming(name):
        text = open_text(file, Problems())
        if file_format == "qrels":
            yield from _of_columns(text, QRELS_FIELDS)
        else:
            kind = "jsonl" if text.head().lstrip().startswith("{") else "csv"
            columns = triplets.columns_in(text) if kind == "csv" else triplets.COLUMNS
            yield from _of_table(text, kind, columns, {"label": str}, triplets.FURTHER)


def _of_columns(text: Text, counts: tuple[int, ...]) -> Iterator[Mention]:
    """The first column and the third, of runs and qrels alike."""
    for _, lines in text.blocks():
        for line in lines:
            fields = line.split()
            if len(fields) in counts:
                yield fields[0].decode(), fields[2].decode()


def _of_table(
    text: Text,
    kind: str,
    columns: tuple[str, ...],
    third: dict[str, type],
    ignored: Collection[str] = (),
) -> Iterator[Mention]:
    unheard = Problems()
    if kind == "csv":
        for _, (caption, video, *_) in read_tables(text, columns, unheard):
            yield caption, video
        return
    fields: dict[str, type] = {"caption_id": str, "video_id": str, **third}
    for number, line in enumerate(text.lines(), start=1):
        row = read_object(line, number, fields, unheard, ignored=ignored) if line.strip() else None
        if row is not None:
            yield row["caption_id"], row["video_id"]
