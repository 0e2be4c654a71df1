"""Runs of moments, which find places within films: a film stands where its best moment does."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from pooling.formats.csv_rows import read_rows
from pooling.formats.json_items import Item, checked_item, name_of, read_items
from pooling.formats.numbers import seconds_of
from pooling.formats.problem import Problems, refuse
from pooling.formats.text import Text

COLUMNS = ("caption_id", "video_id", "start", "end", "score")
LISTS = ("VR", "VCMR")  # of TVR's lists those that rank films, the one about films alone first
FIELDS = {"desc_id": int, "predictions": list}
SUBMISSION = "a submission of TVR, an object with video2idx and VR or VCMR"

# line, caption, video, score as written
Written = tuple[int, str, str, str]
Placed = tuple[int, str, str, float]


def read_moments(text: Text, problems: Problems) -> Iterator[Written]:
    """Rows without their moments, which must be some."""
    for line, (caption, video, start, end, score) in read_rows(text, COLUMNS, problems):
        seconds_of(start, "start", line)
        seconds_of(end, "end", line)
        yield line, caption, video, score


def best_moments(rows: Iterator[Placed]) -> Iterator[Placed]:
    """The best row of each film, among rows of a caption that stand together."""
    for _, of_caption in groupby(rows, key=lambda row: row[1]):
        best: dict[str, Placed] = {}
        for row in of_caption:
            if row[2] not in best or row[3] > best[row[2]][3]:
                best[row[2]] = row
        yield from best.values()


def read_predictions(text: Text, problems: Problems) -> Iterator[Placed]:
    """TVR's order counts and not its scores, which may be of any kind: a film's score is minus its
    place."""
    films, wanted = _films(text)
    for item in read_items(text, SUBMISSION):
        if item.key != wanted or item.is_empty_array:
            continue
        row = checked_item(item, FIELDS, problems)
        for place, film in enumerate(_in_order(row, films, item, problems) if row else (), 1):
            yield item.line, str(item.value["desc_id"]), film, -float(place)


def _films(text: Text) -> tuple[dict[int, str], str]:
    """Names by number, and the list that is read."""
    films: dict[int, str] = {}
    keys = set()
    for item in read_items(text, SUBMISSION):
        keys.add(item.key)
        if item.key == "video2idx":
            names = item.value if isinstance(item.value, dict) else {}
            films = {number: name for name, number in names.items() if type(number) is int}
            if not films or len(films) < len(names):
                refuse("type", "/video2idx: expected a number for each video", item.line)
    wanted = next((one for one in LISTS if one in keys), None)
    if wanted is None or not films:
        refuse("fields", f"expected {SUBMISSION}; found {', '.join(sorted(keys)) or 'nothing'}")
    return films, wanted


def _in_order(
    row: dict[str, Any], films: dict[int, str], item: Item, problems: Problems
) -> dict[str, None]:
    """Each film once."""
    found: dict[str, None] = {}
    for place, one in enumerate(row["predictions"]):
        number = one[0] if isinstance(one, list) and one else one
        film = films.get(number) if type(number) is int else None
        if film is None:
            problems.error(
                "type",
                f"{item.pointer}/predictions/{place}: expected [a number of video2idx, start, end,"
                f" score], found {name_of(number)}",
                item.line,
            )
            break
        found[film] = None
    return found
