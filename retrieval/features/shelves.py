"""A file with arrays by name, and the two ways in which it has features of videos: an array for
each video, or arrays that have a row for each."""

from collections.abc import Callable, Sequence
from typing import ParamSpec, Protocol, TypeVar

import numpy as np

from foundation.frozen import frozen
from pooling.formats.npy_header import sides_of
from pooling.formats.problem import Problems, Unreadable, excerpt, refuse
from retrieval.features.keys import places_of
from retrieval.features.stored import Stored, check_rows, row_in, rows_in, texts_in
from retrieval.features.video_features import MOST_BYTES, Flags, Rows, check_finite

P = ParamSpec("P")
T = TypeVar("T")

MOST_LOOKED_AT = 64  # arrays, if none of them is a video's
MOST_NAMED = 3


@frozen
class Look:
    """What an array is, before it is read. sides: none where it is nothing that is read here."""

    sides: tuple[int, ...]
    is_texts: bool


class OfVideos(Protocol):
    """What has an array for each video."""

    @property
    def names(self) -> Sequence[str]: ...

    def videos(self, names: Sequence[str], over: str, problems: Problems) -> tuple[Rows, Flags]:
        """(names, numbers): the row of each, and whether there is any. What is wrong with one keeps
        no other from being looked at."""


class Shelf(OfVideos, Protocol):
    def look(self, name: str) -> Look: ...

    def texts(self, name: str) -> list[str]: ...

    def rows(self, name: str, over: str) -> tuple[Rows, Flags]:
        """(rows, numbers), and whether there is any row."""


@frozen
class Wanted:
    """keys: of the videos, of which the first `evaluated` are evaluated and the others are training
    videos. listed: the keys of rows that have none of their own, if there is a list."""

    keys: tuple[str, ...]
    evaluated: int
    listed: tuple[str, ...] | None = None
    over: str = "mean"


@frozen
class FoundFeatures:
    """In the order of what is wanted. own_keys: the file said which row is whose. otherwise: a
    file's key and the video's, where they are not the same, and how many are not."""

    values: Rows
    there: Flags
    own_keys: bool
    otherwise: tuple[str, str, int] | None = None


def find_each(shelf: OfVideos, wanted: Wanted) -> FoundFeatures:
    """Of what has no other arrays."""
    return _each(shelf, wanted, found_places(wanted, shelf.names))


def found_places(wanted: Wanted, names: Sequence[str]) -> list[int]:
    """The place of each video among the names, -1 where it has none."""
    problems = Problems()
    places = places_of(wanted.keys, names, problems)
    problems.raise_if_any()
    return places


def find_features(shelf: Shelf, wanted: Wanted) -> FoundFeatures:
    places = found_places(wanted, shelf.names)
    if any(place >= 0 for place in places):
        return _each(shelf, wanted, places)
    return _together(shelf, wanted)


def _each(shelf: OfVideos, wanted: Wanted, places: Sequence[int]) -> FoundFeatures:
    problems = Problems()
    has = [number for number, place in enumerate(places) if place >= 0]
    rows, given = shelf.videos([shelf.names[places[one]] for one in has], wanted.over, problems)
    check_finite(rows, [excerpt(wanted.keys[one]) for one in has], problems)
    problems.raise_if_any()
    if len(has) == len(places):
        values, there = rows, given
    else:
        values = np.zeros((len(places), rows.shape[1]), np.float32)
        there = np.zeros(len(places), bool)
        values[has], there[has] = rows, given
    return FoundFeatures(
        values, there, own_keys=True, otherwise=_otherwise(wanted, shelf.names, places)
    )


def _together(shelf: Shelf, wanted: Wanted) -> FoundFeatures:
    """Arrays with a row for each video, side by side; perhaps a list of keys among them."""
    looks: dict[str, Look] = {}
    if len(shelf.names) <= MOST_LOOKED_AT:
        looks = {name: shelf.look(name) for name in shelf.names}
    arrays = {name: look.sides for name, look in looks.items() if not look.is_texts and look.sides}
    if not any(len(sides) > 1 for sides in arrays.values()):
        _refuse_all(shelf, wanted)
    count = _count(arrays)
    keys = _own_keys(shelf, looks, count)
    if wanted.listed is not None and keys is not None:
        refuse("keys", "this file has its own keys; expected no list of them beside")
    named = keys or _named(wanted, count, next(iter(arrays.values())))
    problems = Problems()
    places = places_of(wanted.keys, named, problems)
    problems.raise_if_any()
    taken = [shelf.rows(name, wanted.over) for name in arrays]
    values = taken[0][0] if len(taken) == 1 else np.hstack([rows for rows, _ in taken])
    names = [f"row {row:,} ({key})" for row, key in enumerate(named)]
    check_finite(values, names, problems)
    problems.raise_if_any()
    rows = np.array(places, np.int64)
    there = (rows >= 0) & np.any([given[rows] for _, given in taken], axis=0)
    in_order = np.array_equal(rows, np.arange(len(values)))
    chosen = values if in_order else values[rows]  # which may be most of memory
    chosen[~there] = 0
    otherwise = _otherwise(wanted, named, places)
    return FoundFeatures(chosen, there, own_keys=keys is not None, otherwise=otherwise)


def _count(arrays: dict[str, tuple[int, ...]]) -> int:
    """How many rows all of them have."""
    (first, sides), *others = arrays.items()
    for name, there in arrays.items():
        with_name(name, check_rows, there)
    for name, there in others:
        if there[0] != sides[0]:
            found = f"{excerpt(name)} has {sides_of(there)}"
            refuse("shape", f"expected {sides[0]:,} rows as {excerpt(first)} has, {found}")
    return sides[0]


def _own_keys(shelf: Shelf, looks: dict[str, Look], count: int) -> list[str] | None:
    lists = [name for name, look in looks.items() if look.is_texts]
    fitting = [name for name in lists if looks[name].sides == (count,)]
    if len(fitting) > 1:
        two = " and ".join(map(excerpt, fitting[:2]))
        refuse("ambiguous", f"{two} could both be the keys of the rows; expected one list")
    if lists and not fitting:
        found = f"{excerpt(lists[0])} has {sides_of(looks[lists[0]].sides)}"
        refuse("shape", f"expected a key for each of {count:,} rows, {found}")
    return shelf.texts(fitting[0]) if fitting else None


def _named(wanted: Wanted, count: int, sides: Sequence[int]) -> Sequence[str]:
    """Whose the rows are, of a file that does not say it: as a list says, or all videos in their
    order, or those alone that are evaluated, or the training videos alone."""
    if wanted.listed is not None:
        if count != len(wanted.listed):
            _refuse_count(wanted.listed, sides, "key")
        return wanted.listed
    parts = wanted.keys, wanted.keys[: wanted.evaluated], wanted.keys[wanted.evaluated :]
    fitting = next((part for part in parts if len(part) == count), None)
    if fitting is None:
        _refuse_count(wanted.keys, sides, "video")
    return fitting or ()


def _refuse_count(named: Sequence[str], sides: Sequence[int], of: str) -> None:
    missing = len(named) - sides[0]
    which = f"{-missing:,} rows too many"
    if missing > 0:
        first = ", ".join(excerpt(key) for key in named[sides[0] :][:MOST_NAMED])
        which = f"{missing:,} rows missing, the first for {first}"
    found = f"found {sides_of(tuple(sides))}"
    refuse("shape", f"expected a row for each of {len(named):,} {of}s, {found}: {which}")


def _refuse_all(shelf: Shelf, wanted: Wanted) -> None:
    """No array is a video's, and none has a row for each."""
    has = ", ".join(excerpt(name) for name in shelf.names[:MOST_NAMED]) or "nothing"
    problems = Problems()
    for key in wanted.keys:
        problems.error("missing", f"no row for the video {excerpt(key)}; the file has {has}")
    if not wanted.keys:
        problems.error("empty", "no video is asked for")
    problems.raise_if_any()


def _otherwise(
    wanted: Wanted, keys: Sequence[str], places: Sequence[int]
) -> tuple[str, str, int] | None:
    pairs = zip(wanted.keys, places, strict=True)
    others = [(keys[place], key) for key, place in pairs if place >= 0 and keys[place] != key]
    return (*others[0], len(others)) if others else None


class OneByOne:
    """A shelf whose arrays are opened one after another."""

    names: Sequence[str]

    def stored(self, name: str) -> Stored | None:
        """None: it says that there is nothing."""
        raise NotImplementedError

    def look(self, name: str) -> Look:
        stored = with_name(name, self.stored, name)
        return Look((), is_texts=False) if stored is None else Look(stored.shape, stored.is_texts)

    def texts(self, name: str) -> list[str]:
        stored = self.stored(name)
        return [] if stored is None else with_name(name, texts_in, stored)

    def rows(self, name: str, over: str) -> tuple[Rows, Flags]:
        stored = self.stored(name)
        assert stored is not None  # noqa: S101  (it was looked at)
        rows = with_name(name, rows_in, stored, over)
        return rows, np.ones(len(rows), bool)

    def videos(self, names: Sequence[str], over: str, problems: Problems) -> tuple[Rows, Flags]:
        rows, there, first = np.zeros((len(names), 0), np.float32), np.zeros(len(names), bool), ""
        for place, name in enumerate(names):
            try:
                stored = self.stored(name)
                if stored is None or 0 in stored.shape:
                    continue
                if first and stored.shape and stored.shape[-1] != rows.shape[1]:
                    expected = f"{rows.shape[1]:,} numbers as {excerpt(first)} has"
                    refuse("length", f"expected {expected}, found {stored.shape[-1]:,}")
                row = row_in(stored, over)
                if not first and 4 * len(names) * len(row) > MOST_BYTES:
                    refuse("size", f"expected at most {MOST_BYTES:,} bytes of all videos")
            except Unreadable as unreadable:
                for wrong in unreadable.problems.errors:
                    problems.error(wrong.code, f"{excerpt(name)}: {wrong.message}")
                continue
            if not first:
                rows, first = np.zeros((len(names), len(row)), np.float32), name
            rows[place], there[place] = row, True
        return rows, there


def with_name(name: str, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """What is wrong inside is told with the array's name, where it has one."""
    try:
        return work(*given, **named)
    except Unreadable as unreadable:
        if not name:
            raise
        first = unreadable.problems.errors[0]
        refuse(first.code, f"{excerpt(name)}: {first.message}")
