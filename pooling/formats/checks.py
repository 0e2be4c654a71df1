"""What was looked at in a run's file before anybody scores it, each with what was found: a reader
that took the file has refused what is plainly wrong, and this is what may be."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from pooling.depth import UNKNOWN, Rankings
from pooling.formats.runs import MATRICES, RunFile, Wanted
from pooling.orientation import suspect_orientation

State = Literal["good", "warning", "unchecked"]
# Own targets within the depth kept, of those that would be there by chance: no model does so badly.
CHANCE = 2.0
FEWEST = 10  # items and targets, below which chance tells nothing
# What follows from which pairs are positive. Its author learns of it in words alone, from this many
# own videos on, and by a threshold that lies up to twice this many of them above chance.
OF_ORIGINALS = ("orientation", "order")
FEWEST_SHOWN = 100
MARGIN = 10
TOO_FEW = "not looked at: that takes rankings of 100 videos or more, and depths far from all"
BY_CHANCE = (
    "the own videos do not rank clearly better than by chance: are rows and columns in the"
    " benchmark's order, is the matrix transposed, is a higher score better?"
)
BETTER = "the own videos rank better than by chance"
ALL_EQUAL = "nothing can be told: every ranking has the same score throughout"


@frozen
class Check:
    check: str
    state: State
    detail: str

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def checks_of_submission(found: RunFile, wanted: Wanted, drawn: float) -> list[dict[str, Any]]:
    """The checks as JSON, exact for leads; what follows from original positives has beside it, as
    `author`, what its author is shown. drawn: from 0 to below 1, by the file, unknown to its
    author: where between chance and well above it the threshold lies. With a fixed one, a file
    could be made that is suspect if and only if one pair is no positive."""
    shown = {
        "orientation": _as_ranked(found, wanted),
        "order": _for_author(found.rankings, wanted, drawn),
    }
    return [
        one.as_json() | ({"author": shown[one.check].as_json()} if one.check in shown else {})
        for one in checks_of(found, wanted)
    ]


def for_author(checks: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What authors are shown of checks as JSON. Those that were kept before there was a wording for
    authors say that it is missing."""
    return [
        dict(one.get("author") or Check(one["check"], "unchecked", TOO_FEW).as_json())
        if one["check"] in OF_ORIGINALS
        else dict(one)
        for one in checks
    ]


def checks_of(found: RunFile, wanted: Wanted) -> tuple[Check, ...]:
    """Orientation, coverage, order, constant scores, ties, depth: always all of them."""
    return tuple(_all(found, wanted))


def _all(found: RunFile, wanted: Wanted) -> Iterator[Check]:
    ranked, keys = found.rankings, wanted.keys
    items, targets = keys.sides(wanted.direction)
    yield _orientation(found, wanted)
    missing = len(items) - len(ranked.items)
    yield _check(
        "coverage",
        f"{missing:,} of {len(items):,} {items.noun}s have no ranking, and score 0"
        if missing
        else "",
        f"all {len(items):,} {items.noun}s have a ranking, and every key is known",
    )
    yield _order(ranked, len(targets))
    yield _check(
        "constant",
        f"in {ranked.level:,} rankings all scores kept are the same" if ranked.level else "",
        "no ranking has the same score throughout",
    )
    yield _check(
        "ties",
        f"in {ranked.ties_across_depth:,} rankings a tie crosses rank {wanted.depth:,}: the key"
        " that sorts last came first"
        if ranked.ties_across_depth
        else "",
        "no tie decides which targets are kept",
    )
    expected = min(wanted.depth, len(targets))
    shallow = int(np.count_nonzero(ranked.lengths < expected))
    yield _check(
        "depth",
        f"{shallow:,} rankings have fewer than {expected:,} {targets.noun}s" if shallow else "",
        f"every ranking reaches rank {expected:,}",
    )


def _check(check: str, wrong: str, right: str) -> Check:
    return Check(check, "warning" if wrong else "good", wrong or right)


def _orientation(found: RunFile, wanted: Wanted) -> Check:
    """A matrix that is not square is refused by its shape; of one that is, the reader has looked
    which way the own videos score better."""
    doubts = [one.message for one in found.problems.warnings if one.code == "orientation"]
    turned = [doubt for doubt in doubts if "transposed" in doubt or "sign" in doubt]
    if turned:
        return Check("orientation", "warning", turned[0])
    return _as_ranked(found, wanted)


def _as_ranked(found: RunFile, wanted: Wanted) -> Check:
    """Which way it ranks, by the file alone."""
    if found.format in MATRICES and _all_level(found.rankings):
        return Check("orientation", "warning", ALL_EQUAL)
    shown = "by its keys" if found.format not in MATRICES else "by its shape, or by its own videos"
    ranked = "videos for captions" if wanted.direction == "t2v" else "captions for videos"
    return Check("orientation", "good", f"it ranks {ranked}, {shown}")


def _order(ranked: Rankings, width: int) -> Check:
    if _all_level(ranked):  # the order is that of the keys
        return Check("order", "warning", ALL_EQUAL)
    known = int(np.count_nonzero(ranked.own_ranks > UNKNOWN))
    if not ranked.full_ranks:
        return _order_in_part(ranked, width, known)
    if not known:
        return Check("order", "unchecked", "not looked at: there is no own video to tell it by")
    doubt = suspect_orientation(ranked.own_ranks, width) or ""
    median = float(np.median(ranked.own_ranks[ranked.own_ranks > UNKNOWN]))
    return _check("order", doubt, f"the own videos stand at median rank {median:,.0f} of {width:,}")


def _order_in_part(ranked: Rankings, width: int, known: int) -> Check:
    """The check of a file that ends somewhere: how many own targets are in what there is of it."""
    total, deep = len(ranked.items), float(ranked.lengths.mean()) if len(ranked.items) else 0.0
    by_chance = total * deep / max(width, 1)
    expected = CHANCE * by_chance if by_chance <= total / CHANCE else by_chance
    poor = known < expected and total >= FEWEST and width >= FEWEST
    found = f"{known:,} of {total:,} rankings have the own video, {by_chance:,.0f} would by chance"
    return _check("order", found if poor else "", found)


def _for_author(ranked: Rankings, wanted: Wanted, drawn: float) -> Check:
    """Good or suspect, by how many own videos are in what there is of a ranking, or in the upper
    half of a whole one. Captions of one video count as one: their positives are one fact."""
    if _all_level(ranked):
        return Check("order", "warning", ALL_EQUAL)
    width = len(wanted.keys.targets(wanted.direction))
    deep = np.full(len(ranked.items), width // 2) if ranked.full_ranks else ranked.lengths
    known = (ranked.own_ranks > UNKNOWN) & (ranked.own_ranks <= deep)
    weights = _weights(ranked, wanted)
    total, chance = float(weights.sum()), float((weights * deep).sum()) / max(width, 1)
    least = chance + 2 * chance**0.5
    if total < FEWEST_SHOWN or least + 2 * MARGIN > total:
        return Check("order", "unchecked", TOO_FEW)
    suspect = float(weights[known].sum()) < least + 2 * MARGIN * drawn
    return _check("order", BY_CHANCE if suspect else "", BETTER)


def _weights(ranked: Rankings, wanted: Wanted) -> NDArray[np.float64]:
    """The weight of each ranking, so that those of one own video weigh 1 together."""
    if wanted.direction != "t2v" or not len(ranked.items):
        return np.ones(len(ranked.items))
    own = wanted.keys.own_videos[ranked.items]
    _, group, sizes = np.unique(own, return_inverse=True, return_counts=True)
    return np.where(own >= 0, 1 / sizes[group], 0.0)


def _all_level(ranked: Rankings) -> bool:
    return len(ranked.items) > 0 and ranked.level == len(ranked.items)
