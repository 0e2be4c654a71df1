"""The doctor on what runs rank besides the originals: a run that scores well may still be noise in
all the rest."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np
from scipy import sparse

from measures.off_diagonal import (
    FLOOR,
    Others,
    Tops,
    depth_for,
    mean_rows,
    others_in_words,
    shared_others,
    tops_of,
    unit_rows,
)
from metrics.snapshot import Direction, Snapshot, StoredRun
from metrics.studies.doctor_found import SuspectRun
from metrics.words import percent
from pooling.formats.checks import Check
from semantics.paraphrase.near_texts import Sayings, Vocabulary
from semantics.paraphrase.plain_text import plain

DIRECTIONS: tuple[Direction, ...] = "t2v", "v2t"
BY_CHANCE, SHARES_NOTHING = "off_diagonal_chance", "shares_only_originals"
CHECK = "others"
UNTOLD = "nothing can be told: originals are not in front often enough, or there are too few"
FINE = "besides the originals, what is ranked first is not as by chance in words"


def look_at_others(
    snapshot: Snapshot, runs: Sequence[StoredRun], texts: Sayings
) -> Iterator[SuspectRun]:
    """Suspects among the good ones of the runs. texts: of the captions."""
    for direction in DIRECTIONS:
        of = [run for run in runs if run.direction == direction]
        if not of:
            continue
        columns = snapshot.videos if direction == "t2v" else snapshot.captions
        depth = depth_for(columns, *(run.depth for run in of))
        tops = {run.name: _tops(snapshot, run, depth) for run in of}
        good = {name: one for name, one in tops.items() if one.is_good}
        by_words = _by_words(snapshot, good, texts, direction) if good else {}
        yield from by_words.values()
        yield from _by_others(snapshot, good, by_words, direction)


def is_good(snapshot: Snapshot, run: StoredRun) -> bool:
    """Whether its originals are in front so often that the rest should make sense, too."""
    columns = snapshot.videos if run.direction == "t2v" else snapshot.captions
    return _tops(snapshot, run, depth_for(columns, run.depth)).is_good


def _tops(snapshot: Snapshot, run: StoredRun, depth: int) -> Tops:
    if run.direction == "t2v":
        return tops_of(run.targets, snapshot.own_videos, snapshot.videos, depth)
    top, own = run.targets[:, :depth], np.append(snapshot.own_videos, -1)
    original = own[top] == np.arange(snapshot.videos)[:, None]
    known = own[own >= 0]
    return Tops(top, original, np.bincount(known, minlength=snapshot.videos), snapshot.captions)


def _by_words(
    snapshot: Snapshot, good: Mapping[str, Tops], texts: Sayings, direction: Direction
) -> dict[str, SuspectRun]:
    nothing = sparse.csr_matrix((1, texts.weights.shape[1]))
    captions = unit_rows(sparse.vstack([texts.weights, nothing]).tocsr()[texts.saying])
    videos = mean_rows(captions, snapshot.own_videos, snapshot.videos)
    sides = (captions, videos) if direction == "t2v" else (videos, captions)
    dependence = snapshot.dependence(direction)
    return {
        name: _suspect(name, BY_CHANCE, seen, run.depth)
        for name, run in good.items()
        if (seen := others_in_words(run, *sides, dependence, len(good))) and seen.is_below
    }


def _by_others(
    snapshot: Snapshot,
    good: Mapping[str, Tops],
    known: Mapping[str, SuspectRun],
    direction: Direction,
) -> Iterator[SuspectRun]:
    """The one of two runs sharing nothing that has little in common with any run; both, where that
    is true of both. known: those that are suspected already, on whom it is."""
    dependence = snapshot.dependence(direction)
    pairs = list(combinations([name for name in good if name not in known], 2))
    seen = {
        (a, b): found
        for a, b in pairs
        if (found := shared_others(good[a], good[b], dependence, len(pairs)))
    }
    most = {
        name: max((found.times_chance for pair, found in seen.items() if name in pair), default=0.0)
        for name in good
    }
    named: dict[str, SuspectRun] = {}
    for (a, b), found in seen.items():
        for one, other in ((a, b), (b, a)):
            if found.is_below and most[one] <= FLOOR * most[other] and one not in named:
                named[one] = _suspect(one, SHARES_NOTHING, found, good[one].depth, other)
    yield from named.values()


def _suspect(run: str, kind: str, found: Others, depth: int, other: str = "") -> SuspectRun:
    if kind == BY_CHANCE:
        sentence = (
            f"Besides the original, what it ranks among the first {depth} is no nearer in words"
            f" than anything else: similarity {found.found:.3f}, by chance {found.chance:.3f}, of a"
            f" good run {found.floor:.3f} and more."
        )
    else:
        sentence = (
            f"It and {other} both find originals, and besides these share"
            f" {percent(found.found)} % of their first {depth}: by chance"
            f" {percent(found.chance)} %, of two good runs {percent(found.floor)} % and more. One"
            " of the two has other rows or columns than it passes for."
        )
    return SuspectRun(
        run, kind, sentence, share=found.found, chance=found.chance, depth=depth, other=other
    )


def check_others(snapshot: Snapshot, captions: Sequence[str]) -> Check:
    """A check of the snapshot's only run, by the texts of the captions."""
    (run,) = snapshot.runs
    if not is_good(snapshot, run):
        return Check(CHECK, "good", UNTOLD)
    given = [plain(text) for text in captions]
    texts = Vocabulary(list(dict.fromkeys(given))).read(given)
    found = next(look_at_others(snapshot, [run], texts), None)
    return Check(CHECK, "good", FINE) if found is None else Check(CHECK, "warning", found.detail)
