"""Captions one a row: captions.csv, captions.jsonl, and the 1k-A split of MSR-VTT."""

from pooling.formats.benchmark_file import CaptionRow, Collection
from pooling.formats.csv_rows import read_rows
from pooling.formats.json_items import read_object
from pooling.formats.text import Text

COLUMNS = ("caption_id", "video_id", "caption")
COLUMNS_1K_A = ("key", "vid_key", "video_id", "sentence")


def read_csv(text: Text, collection: Collection) -> None:
    for line, (key, video, caption) in read_rows(text, COLUMNS, collection.problems):
        collection.add(CaptionRow(line, key, video, caption))


def read_1k_a(text: Text, collection: Collection) -> None:
    collection.key_name = "key"
    for line, (key, _, video, sentence) in read_rows(text, COLUMNS_1K_A, collection.problems):
        collection.add(CaptionRow(line, key, video, sentence))


def read_jsonl(text: Text, collection: Collection) -> None:
    fields: dict[str, type] = dict.fromkeys(COLUMNS, str)
    for number, line in enumerate(text.lines(), start=1):
        if not line.strip():
            collection.problems.warn("blank", "a blank line; it was left out", number, 0)
        elif row := read_object(line, number, fields, collection.problems):
            collection.add(CaptionRow(number, row["caption_id"], row["video_id"], row["caption"]))
