"""MSVD: {video: [caption, ...]} as JSON, or with tokenised captions as the pickle that the field
passes around."""

from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

from pooling.formats.benchmark_file import CAPTION_LIMIT, CaptionRow, Collection
from pooling.formats.characters import TEXT_LIMIT
from pooling.formats.json_items import bad_string, name_of, read_items
from pooling.formats.pickles import read_pickle
from pooling.formats.problem import excerpt, refuse
from pooling.formats.text import Text

# (line, video, number of the caption within its video, caption); no caption: the video has none
Found = tuple[int, str, int, Any]


def read_msvd_json(text: Text, collection: Collection) -> None:
    for item in read_items(text, "an object of {video: [caption, ...]}"):
        if item.index is not None:
            _add((item.line, item.key, item.index, item.value), collection)
        elif item.is_empty_array:
            collection.add_video(item.key, item.line)
        else:
            collection.problems.error(
                "type",
                f"{excerpt(item.pointer)}: expected an array of captions, found"
                f" {name_of(item.value)}",
                item.line,
                item.column,
            )


def read_msvd_pickle(file: BinaryIO, collection: Collection) -> None:
    for found in _of_pickle(read_pickle(file)):
        _add(found, collection)
    collection.notes.append("tokens are joined by one space")


def _of_pickle(value: Any) -> Iterator[Found]:
    if not isinstance(value, dict):
        refuse(
            "shape", f"expected a pickled dict of {{video: [caption, ...]}}, found {_kind(value)}"
        )
    count = 0
    for video, captions in value.items():
        if not isinstance(video, str) or not isinstance(captions, list | tuple):
            refuse(
                "type",
                f"expected a string and its list of captions, found {_kind(video)} with"
                f" {_kind(captions)}",
            )
        # The same list may stand under every video at no cost to the file, so what comes out is
        # counted, not what went in.
        count += len(captions)
        if count > CAPTION_LIMIT:
            refuse("size", f"more than {CAPTION_LIMIT:,} captions")
        yield from ((0, video, number, caption) for number, caption in enumerate(captions))


def _add(found: Found, collection: Collection) -> None:
    line, video, number, value = found
    key = f"{video}#{number}"
    text = _text(value)
    if text is None:
        collection.problems.error(
            "type", f"{excerpt(key)}: expected a caption or its tokens, found {_kind(value)}", line
        )
    elif fault := bad_string(text):
        collection.problems.error("character", f"{excerpt(key)}: {fault}", line)
    else:
        collection.add(CaptionRow(line, key, video, text))


def _text(value: Any) -> str | None:
    if isinstance(value, str):
        return value
    if not isinstance(value, list | tuple) or not all(isinstance(token, str) for token in value):
        return None
    return " ".join(_until(value, TEXT_LIMIT + 1))


def _until(tokens: Iterable[str], limit: int) -> Iterator[str]:
    """Tokens up to the limit of a caption, which says the rest."""
    total = 0
    for token in tokens:
        yield token
        total += len(token) + 1
        if total > limit:
            return


def _kind(value: Any) -> str:
    return type(value).__name__
