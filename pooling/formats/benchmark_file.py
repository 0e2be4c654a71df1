"""What a benchmark's file says, whatever its format."""

from dataclasses import dataclass, field

from foundation.frozen import frozen
from pooling.formats.characters import (
    check_alike,
    check_key,
    check_lost_zeros,
    check_text,
    refused_in,
)
from pooling.formats.csv_rows import header_of, read_rows, read_table
from pooling.formats.json_items import read_object
from pooling.formats.problem import Problems, excerpt, refuse
from pooling.formats.text import Text

CAPTION_LIMIT = 2_000_000


@frozen
class CaptionRow:
    """A caption as the file has it, byte for byte. video: its source, None where the file does not
    tell. line: 0 in a pickle. groups: what else its row says of it, by column."""

    line: int
    key: str
    video: str | None
    text: str
    groups: dict[str, str] = field(default_factory=dict)


@frozen
class Excerpt:
    """Where a video is a piece of a longer one: of which, and from where to where, in seconds."""

    film: str
    start: float | None
    stop: float | None


@frozen
class BenchmarkFile:
    """A whole file, readable and checked. Captions and videos stand in the order that matrices of
    this benchmark have."""

    format: str
    captions: tuple[CaptionRow, ...]
    videos: tuple[str, ...]
    clips: dict[str, Excerpt]  # by video, of those that are pieces
    notes: tuple[str, ...]
    problems: Problems  # only warnings: a file with an error has no BenchmarkFile

    def values_by_column(self) -> dict[str, list[str]]:
        """What the file says of its captions besides, each value once, sorted."""
        found: dict[str, set[str]] = {}
        for row in self.captions:
            for column, value in row.groups.items():
                found.setdefault(column, set()).add(value)
        return {column: sorted(values) for column, values in found.items()}


@dataclass(slots=True)
class Collection:
    """Captions and videos as a reader finds them; checks each, then all of them together."""

    problems: Problems
    captions: dict[str, CaptionRow] = field(default_factory=dict)
    videos: dict[str, int] = field(default_factory=dict)  # and the line of each one's first mention
    clips: dict[str, Excerpt] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    key_name: str = "caption_id"

    def add(self, row: CaptionRow) -> None:
        check_key(row.key, self.key_name, row.line, self.problems)
        check_text(row.text, row.line, self.problems)
        if row.video is not None:
            self.add_video(row.video, row.line)
        first = self.captions.setdefault(row.key, row)
        if first is not row:
            self._twice(first, row)
        elif len(self.captions) > CAPTION_LIMIT:
            refuse("size", f"more than {CAPTION_LIMIT:,} captions", row.line, 0)

    def add_video(self, key: str, line: int) -> None:
        if key not in self.videos:
            check_key(key, "video_id", line, self.problems)
            self.videos[key] = line

    def finish(self, file_format: str) -> BenchmarkFile:
        if not self.captions and not self.problems.errors:
            refuse("empty", "the file has no captions")
        check_alike(
            ((row.line, row.key) for row in self.captions.values()), self.key_name, self.problems
        )
        check_alike(((line, key) for key, line in self.videos.items()), "video_id", self.problems)
        check_lost_zeros(self.captions, self.key_name, self.problems)
        check_lost_zeros(self.videos, "video_id", self.problems)
        self._warn_of_shared_texts()
        self._warn_of_lone_videos()
        self.problems.raise_if_any()
        return BenchmarkFile(
            file_format,
            tuple(self.captions.values()),
            tuple(self.videos),
            {key: clip for key, clip in self.clips.items() if key in self.videos},
            tuple(self.notes),
            self.problems,
        )

    def _twice(self, first: CaptionRow, row: CaptionRow) -> None:
        same = (
            "the same caption"
            if (first.video, first.text) == (row.video, row.text)
            else "another caption"
        )
        self.problems.error(
            "duplicate",
            f"{self.key_name} {excerpt(row.key)} stands in line {first.line} and again, with"
            f" {same}, in line {row.line}",
            row.line,
        )

    def _warn_of_shared_texts(self) -> None:
        first: dict[str, CaptionRow] = {}
        shared = [
            row for row in self.captions.values() if first.setdefault(row.text, row) is not row
        ]
        if shared:
            row = shared[0]
            self.problems.warn(
                "same-text",
                f"{len(shared):,} captions have the same text as an earlier one and share its"
                f" query; the first is {excerpt(row.key)}, with the text of"
                f" {excerpt(first[row.text].key)} in line {first[row.text].line}",
                row.line,
            )

    def _warn_of_lone_videos(self) -> None:
        sources = {row.video for row in self.captions.values()}
        lone = [key for key in self.videos if key not in sources] if sources != {None} else []
        if lone:
            self.problems.warn(
                "no-caption",
                f"{len(lone):,} videos have no caption; the first is {excerpt(lone[0])}",
            )


COLUMNS = ("caption_id", "video_id", "caption")
COLUMNS_1K_A = ("key", "vid_key", "video_id", "sentence")


def read_csv(text: Text, collection: Collection) -> None:
    """Further columns are kept beside the captions; one of scores makes it a run."""
    header = header_of(text.head().partition("\n")[0].rstrip("\r"))
    if header > set(COLUMNS) and "score" not in header:
        for line, row in read_table(text, COLUMNS, collection.problems):
            groups = {name: value for name, value in row.items() if name not in COLUMNS}
            key, video, caption = (row[name] for name in COLUMNS)
            checked = checked_groups(groups, line, collection.problems)
            collection.add(CaptionRow(line, key, video, caption, checked))
        return
    for line, (key, video, caption) in read_rows(text, COLUMNS, collection.problems):
        collection.add(CaptionRow(line, key, video, caption))


def checked_groups(groups: dict[str, str], line: int, problems: Problems) -> dict[str, str]:
    for name, value in groups.items():
        if refused := refused_in(value):
            problems.error("character", f"{excerpt(name)} {excerpt(value)} has {refused}", line)
    return groups


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
