"""What is looked for: each clip as the file has it, the whole film that it is a piece of, or the
whole film by all that is said of it."""

from typing import Literal

from pooling.formats.benchmark_file import CaptionRow, Collection
from pooling.formats.problem import refuse

Unit = Literal["clips", "films", "paragraphs"]
UNITS: tuple[Unit, ...] = ("clips", "films", "paragraphs")


def take_whole(collection: Collection, unit: Unit) -> None:
    """Films in the place of clips; a video that is no piece of another is its own film. Of
    paragraphs, the captions of a film are one, joined by a space in the order of the file."""
    films = {key: clip.film for key, clip in collection.clips.items()}
    rows = [
        CaptionRow(row.line, row.key, films.get(row.video or "", row.video), row.text, row.groups)
        for row in collection.captions.values()
    ]
    clips = len(collection.videos)
    lines: dict[str, int] = {}
    for key, line in collection.videos.items():
        lines.setdefault(films.get(key, key), line)
    collection.videos, collection.clips = lines, {}
    if unit == "paragraphs":
        rows = _paragraphs(rows)
        collection.notes.append(f"{len(collection.captions):,} sentences became {len(rows):,}")
    elif films:
        collection.notes.append(f"{clips:,} clips became {len(lines):,} whole videos")
    collection.captions = {row.key: row for row in rows}


def _paragraphs(rows: list[CaptionRow]) -> list[CaptionRow]:
    """A column is kept where all parts of a paragraph say the same in it."""
    parts: dict[str, list[CaptionRow]] = {}
    for row in rows:
        if row.video is None:
            refuse("unit", "the file does not tell for which video a caption was written", row.line)
        parts.setdefault(row.video, []).append(row)
    return [
        CaptionRow(
            of[0].line,
            film,
            film,
            " ".join(part.text for part in of),
            {
                name: value
                for name, value in of[0].groups.items()
                if all(part.groups.get(name) == value for part in of)
            },
        )
        for film, of in parts.items()
    ]
