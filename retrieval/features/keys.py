"""A file's keys, held against the videos': the same, or the same but for what people put around
them."""

import re
from collections.abc import Sequence

from pooling.formats.problem import Problems, excerpt

# DiDeMo has ids that end in a bare full stop.
_ENDING = re.compile(
    r"\.(?:mp4|avi|webm|mkv|mov|m4v|flv|mpe?g|wmv|3gp|gif|npy|npz|h5|hdf5)?\Z", re.IGNORECASE
)
_PREFIX = "v_"  # of ActivityNet's ids, in some files


def bare(key: str) -> str:
    """Without the folders before it, the ending of a file, and ActivityNet's prefix."""
    return _ENDING.sub("", key.rpartition("/")[2]).removeprefix(_PREFIX)


def places_of(wanted: Sequence[str], keys: Sequence[str], problems: Problems) -> list[int]:
    """The place of each among the file's keys, -1 where it has none. A key as it is goes before one
    that is the same only once both are bare; where two could be meant, both are named."""
    there: dict[str, int] = {}
    for place, key in enumerate(keys):
        if key in there:
            where = f"rows {there[key]:,} and {place:,}"
            problems.error("duplicate", f"the key {excerpt(key)} is doubled: {where}")
        there.setdefault(key, place)
    found = [there.get(key, -1) for key in wanted]
    if -1 in found:
        _by_bare_key(wanted, keys, found, problems)
    return found


def _by_bare_key(
    wanted: Sequence[str], keys: Sequence[str], found: list[int], problems: Problems
) -> None:
    taken = {place: number for number, place in enumerate(found) if place >= 0}
    by_bare: dict[str, list[int]] = {}
    for place, key in enumerate(keys):
        by_bare.setdefault(bare(key), []).append(place)
    for number in [number for number, place in enumerate(found) if place < 0]:
        places = by_bare.get(bare(wanted[number]), [])
        if len(places) > 1:
            two = " and ".join(excerpt(keys[place]) for place in places[:2])
            problems.error("ambiguous", f"{two} could both be {excerpt(wanted[number])}")
        elif places and places[0] in taken:
            two = " and ".join(excerpt(wanted[one]) for one in (taken[places[0]], number))
            problems.error("ambiguous", f"{excerpt(keys[places[0]])} could be both {two}")
        elif places:
            found[number] = places[0]
            taken[places[0]] = number
