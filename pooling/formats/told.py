"""What a published file says of a caption, and how its rows become the captions of a benchmark:
which split, which unit, and what happens to the flaws that real files have."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from foundation.frozen import frozen
from pooling.formats.benchmark_file import CaptionRow, Collection, Excerpt, checked_groups
from pooling.formats.json_items import Item
from pooling.formats.problem import Problems, excerpt, refuse
from pooling.formats.text import Text

ALL = "all"
# What files call the same split. The one that is evaluated is the first that a file has of these.
SPLITS = {
    "train": ("train", "training", "restval"),
    "val": ("val", "validation", "validate", "dev"),
    "test": ("test", "testing", "val", "validation", "validate", "dev"),
}
_BREAKS = re.compile(r"\s*[\r\n\t\x0b\x0c\x85\u2028\u2029]\s*")


@frozen
class Told:
    """One sentence, as a row tells it.

    video: what the sentence is about, and the key of its video; None where the file does not tell.
    film, start, stop: where the video is a piece of a longer one; seconds. key: the sentence's own,
    where it has one. sentence: empty where the video has none. groups: columns that are kept.
    """

    line: int
    video: str | None
    sentence: str
    key: str = ""
    film: str = ""
    start: float | None = None
    stop: float | None = None
    seconds: float | None = None  # of the film
    split: str = ""
    groups: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of_segment(
        cls, line: int, film: str, times: tuple[float, float], sentence: str, **more: Any
    ) -> "Told":
        """Of a piece that has no id of its own: its key is the film's with both times."""
        start, stop = times
        video = f"{film}_{plain(start)}_{plain(stop)}"
        return cls(line, video, sentence, film=film, start=start, stop=stop, **more)


@frozen
class Layout:
    """One way in which a data set is published. A file is known by its content: a table by the
    columns that it has, lines of JSON by the fields of the first, a document by its first values,
    other text by its first line."""

    name: str
    told: Callable[[Text, Problems], Iterator[Told]]
    columns: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()
    shown_by: Callable[[Item], bool] | None = None
    by_all: bool = False  # whether all values have to show it, not only one
    line: re.Pattern[str] | None = None


@dataclass(slots=True)
class _Flaws:
    """What real files have and nobody is helped by refusing: counted here, said once each."""

    spaces: int = 0
    empty: int = 0
    silent: dict[str, int] = field(default_factory=dict)  # videos without a sentence, and a line
    reversed: list[Told] = field(default_factory=list)
    beyond: list[Told] = field(default_factory=list)


def take_told(rows: Iterable[Told], split: str, collection: Collection) -> None:
    """The rows as captions and videos of the collection."""
    flaws = _Flaws()
    numbers: Counter[str | None] = Counter()
    for row in _of_split(rows, split, collection):
        one = _mended(row, flaws)
        if one.video is not None:
            collection.add_video(one.video, one.line)
            _note_clip(one, collection)
        if one.sentence:
            key = one.key or f"{one.video}#{numbers[one.video]}"
            numbers[one.video] += 1
            groups = checked_groups(one.groups, one.line, collection.problems)
            collection.add(CaptionRow(one.line, key, one.video, one.sentence, groups))
    _say(flaws, collection)


def _of_split(rows: Iterable[Told], split: str, collection: Collection) -> Iterator[Told]:
    """Rows of the wanted split. All are gathered where rows name one: which is evaluated shows at
    the end."""
    kept: list[Told] = []
    counts: Counter[str] = Counter()
    for row in rows:
        counts[row.split] += 1
        kept.append(row)
    if set(counts) <= {""} or split == ALL:
        yield from kept
        return
    names = SPLITS.get(split, (split,))
    if split == "test":  # evaluated is one, and not all that may be
        names = next(((name,) for name in names if counts[name]), names)
    listed = ", ".join(f"{name} ({count:,} sentences)" for name, count in sorted(counts.items()))
    if not any(counts[name] for name in names) and not collection.problems.errors:
        refuse("split", f"nothing is of the split {excerpt(split)}; the file has {listed}")
    read = " and ".join(name for name in names if counts[name])
    collection.notes.append(f"splits in the file: {excerpt(listed)[1:-1]}; read: {read}")
    yield from (row for row in kept if row.split in names)


def _mended(row: Told, flaws: _Flaws) -> Told:
    """White space around a sentence or a name goes, line ends and tabs inside become one space.
    Times stay as they are."""
    sentence = _BREAKS.sub(" ", row.sentence.strip())
    video = None if row.video is None else row.video.strip()
    if (sentence, video) != (row.sentence, row.video):
        flaws.spaces += 1
        row = replace(row, sentence=sentence, video=video)
    if not sentence:
        flaws.empty += 1
        flaws.silent.setdefault(video or row.key, row.line)
    if row.start is not None and row.stop is not None:
        if row.stop <= row.start:
            flaws.reversed.append(row)
        elif row.seconds is not None and row.stop > row.seconds:
            flaws.beyond.append(row)
    return row


def _note_clip(one: Told, collection: Collection) -> None:
    if one.video is None or not one.film:
        return
    clip = Excerpt(one.film, one.start, one.stop)
    first = collection.clips.setdefault(one.video, clip)
    if first != clip:
        collection.problems.error(
            "duplicate",
            f"video {excerpt(one.video)} is a piece of {excerpt(clip.film)} from"
            f" {plain(clip.start)} to {plain(clip.stop)} here, and in line"
            f" {collection.videos[one.video]} another one",
            one.line,
        )


def _say(flaws: _Flaws, collection: Collection) -> None:
    warn = collection.problems.warn
    if flaws.spaces:
        collection.notes.append(
            f"in {flaws.spaces:,} rows white space around the sentence or the name was left out,"
            " and line ends inside became one space"
        )
    if flaws.empty:
        collection.notes.append(f"{flaws.empty:,} rows without a sentence were left out")
    silent = [key for key in flaws.silent if key not in _with_sentence(collection)]
    if silent:
        warn(
            "empty",
            f"{len(silent):,} videos have no sentence; the first is {excerpt(silent[0])}",
            flaws.silent[silent[0]],
        )
    for rows, fault in (
        (flaws.reversed, "do not end after their start"),
        (flaws.beyond, "end after the end of their film"),
    ):
        if rows:
            warn(
                "segment",
                f"{len(rows):,} segments {fault}; they were kept as they are; the first is"
                f" {excerpt(str(rows[0].video))}",
                rows[0].line,
            )


def _with_sentence(collection: Collection) -> set[str | None]:
    return {row.video for row in collection.captions.values()}


def plain(seconds: float | None) -> str:
    """A time as keys have it: 5, not 5.0; 12.34."""
    return f"{seconds or 0:.3f}".rstrip("0").rstrip(".")
