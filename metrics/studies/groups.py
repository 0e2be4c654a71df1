"""What scores are sliced by: captions in groups, by what is stored of them."""

from collections.abc import Callable, Mapping

import numpy as np

from measures.arrays import Counts
from measures.sampling import strata_of
from measures.slicing import Groups
from metrics.snapshot import Snapshot

STRATA = 5
UP_TO = (1, 2, 5, 10)  # positives: where a group ends; the last has no end
OWN_TEXT, SHARED_TEXT, NO_SOURCE = (
    "a text of their own",
    "a text that others have too",
    "no known source video",
)
DEFINED = {
    "length": (
        f"Groups by length in words: at most {STRATA} of about equal size, captions of equal length"
        " together."
    ),
    "positives": (
        "Groups by the number of positives that a caption has, original and collected. More"
        " positives are easier to find: compare runs inside a group, not groups with each other."
    ),
    "source": (
        "Groups by what is known of a caption's source, since benchmarks keep no other: no known"
        " source video; a known one, and a text that several captions have; a known one, and a text"
        " of its own."
    ),
}


def group_captions(snapshot: Snapshot, by: str) -> Groups:
    return _without_empty(WAYS[by](snapshot))


def _by_length(snapshot: Snapshot) -> Groups:
    words = snapshot.words
    strata = strata_of(words, len(words), by="length", strata=STRATA)
    ends = [words[strata == stratum] for stratum in range(int(strata.max(initial=-1)) + 1)]
    names = tuple(
        f"{_range(low, high)} {'word' if high == 1 else 'words'}"
        for low, high in ((int(of.min()), int(of.max())) for of in ends)
    )
    return Groups("length", names, strata)


def _by_positives(snapshot: Snapshot) -> Groups:
    """A caption without positives is in no group: it has no score."""
    counts = snapshot.positives("all").counts
    starts = (1, *(end + 1 for end in UP_TO[:-1]))
    names = [_range(*ends) for ends in zip(starts, UP_TO, strict=True)]
    last = f"{UP_TO[-1] + 1} and more"
    names = [f"{name} {'positive' if name == '1' else 'positives'}" for name in [*names, last]]
    return Groups("positives", tuple(names), np.where(counts, np.searchsorted(UP_TO, counts), -1))


def _by_source(snapshot: Snapshot) -> Groups:
    shared = np.bincount(snapshot.caption_queries)[snapshot.caption_queries] > 1
    of = np.where(snapshot.own_videos < 0, 2, np.where(shared, 1, 0))
    return Groups("source", (OWN_TEXT, SHARED_TEXT, NO_SOURCE), of)


def _range(low: int, high: int) -> str:
    return f"{low}" if low == high else f"{low} to {high}"


def _without_empty(groups: Groups) -> Groups:
    there = np.flatnonzero(groups.captions)
    places: Counts = np.full(len(groups.names) + 1, -1)  # the last is that of -1
    places[there] = np.arange(len(there))
    names = tuple(groups.names[number] for number in there)
    return Groups(groups.by, names, places[groups.of])


WAYS: Mapping[str, Callable[[Snapshot], Groups]] = {
    "length": _by_length,
    "positives": _by_positives,
    "source": _by_source,
}
