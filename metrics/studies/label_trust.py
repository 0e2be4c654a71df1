"""Whether estimates with the labels' errors rest on the labels, or on what is assumed of raters.

Of two labels on a pair, data tell how often raters call relevant what is not only where pairs of
one kind are relevant much less often than those of another, and how often they miss something only
by relevant pairs with several labels. Else gold and decisions tell.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from foundation.finding.fields import Found, found
from foundation.frozen import frozen
from measures.estimate import Estimate
from measures.label_check import (
    BOTH,
    DIFFER,
    SINGLE,
    THIRD,
    PatternCount,
    check_patterns,
    unlike_expected,
)
from measures.label_draws import LabelDraws
from measures.posterior import OPEN, Evidence
from metrics.studies.label_evidence import BANDS
from metrics.studies.label_means import LABELS, LabelEstimates
from metrics.table import Word

LEAST_RELEVANT = 5  # pairs that are relevant and looked at by several people
LEAST_OF_BAND = 30  # labels, to say how often those of its pairs say relevant
WORDS = {
    SINGLE: Word("one label, which says relevant"),
    BOTH: Word("both labels say relevant"),
    DIFFER: Word("labels differ"),
    THIRD: Word("the third label says relevant where two differ"),
}
APART = 0.5  # of the share in the band with most, that in the band with fewest is at most
ENOUGH_KNOWN = 20  # relevant pairs, and others, that are decided or gold: bands may be alike then
# Of the interval's half-width, how far a flat prior may move the estimate; and where most labels
# were imported, and so are of raters who passed no training here.
MOVES, IMPORTED_MOVES = 0.5, 0.25


@frozen
class Assumed(Found):
    """Why something rests on what is assumed of raters, and what would change that."""

    why: str = found()
    next: str = found()


@frozen
class Trust:
    """assumed: of every estimate; empty where each is to be trusted but for its own mark. imported:
    whether most labels are."""

    assumed: tuple[Assumed, ...]
    patterns: tuple[PatternCount, ...]
    imported: bool = False

    def moved(self, one: Estimate, moves: float | None) -> bool:
        """Whether a flat prior moves it far within its interval."""
        ends, most = one.ends(LABELS), IMPORTED_MOVES if self.imported else MOVES
        return bool(ends and moves is not None and abs(moves) > most * (ends[1] - ends[0]) / 2)

    def mark(self, one: LabelEstimates) -> str:
        """One estimate's mark; empty where it rests on the labels, or has no part of theirs."""
        flat, whys = one.flat.ends(LABELS), [each.why for each in self.assumed]
        if flat is None or one.moves is None or not one.share:
            return ""
        if self.moved(one.usual, one.moves):
            whys.append(
                f"where nothing is known of raters beforehand it moves by {100 * one.moves:+.1f}"
                f" points{', and most labels were imported' if self.imported else ''}"
            )
        if not whys:
            return ""
        return (
            f"this rests on what is assumed of raters ({'; '.join(whys)}), and on the data it would"
            f" be {100 * flat[0]:.1f} to {100 * flat[1]:.1f} %"
        )


def trust_of(evidence: Evidence, drawn: LabelDraws, imported: int = 0) -> Trust:
    patterns = check_patterns(evidence, drawn)
    every = (few_relevant(evidence, drawn), bands_alike(evidence), unlike(patterns))
    most = 2 * imported > len(evidence.pair)
    return Trust(tuple(one for one in every if one), patterns, most)


def few_relevant(evidence: Evidence, drawn: LabelDraws) -> Assumed | None:
    looked_at = (evidence.per_pair() > 1) | ((evidence.known != OPEN) & (evidence.per_pair() > 0))
    expected = drawn.posterior()[looked_at].sum() + evidence.checks[:, 1].sum()
    if expected >= LEAST_RELEVANT:
        return None
    return Assumed(
        f"of {looked_at.sum():,} pairs that several raters labelled or somebody decided, and of"
        f" hidden gold, only {expected:.1f} are expected to be relevant, fewer than"
        f" {LEAST_RELEVANT}, so labels hardly tell how often raters miss something",
        "let other raters label more of the pairs that rank high, or give gold that is relevant",
    )


def bands_alike(evidence: Evidence) -> Assumed | None:
    """No matter how many pairs are labelled twice: rare and careful, or frequent and overlooked,
    explain the same labels."""
    known = [
        int((evidence.known == truth).sum() + evidence.checks[:, truth].sum()) for truth in (0, 1)
    ]
    if min(known) >= ENOUGH_KNOWN:
        return None
    band = evidence.stratum[evidence.pair]
    many = np.bincount(band)
    enough = many >= LEAST_OF_BAND
    shares = np.bincount(band, evidence.value)[enough] / many[enough]
    if len(shares) > 1 and shares.min() <= APART * shares.max():
        return None
    return Assumed(
        "labels say relevant about as often of pairs that rank high as of others, so they do not"
        " tell what is relevant from what was called so by mistake",
        f"give hidden gold or decide pairs, at least {ENOUGH_KNOWN} that are relevant and"
        f" {ENOUGH_KNOWN} that are not: more labels of the same kind change nothing",
    )


def unlike(patterns: Sequence[PatternCount]) -> Assumed | None:
    these = unlike_expected(tuple(patterns))
    if not these:
        return None
    each = "; ".join(
        f"{WORDS[one.pattern]} ({band_name(one.stratum)}): {one.observed:,} of {one.pairs:,} pairs,"
        f" {one.expected:,.1f} expected"
        for one in these
    )
    return Assumed(
        f"the model of their errors does not reproduce their labels ({each})",
        "look at the pairs that raters differ about: some may be hard for everybody, and decisions"
        " tell what they are",
    )


def band_name(stratum: int) -> str:
    if stratum < 0:
        return Word("all together")
    name = BANDS[stratum % len(BANDS)]
    return Word(f"{name} (original)") if stratum >= len(BANDS) else name


def patterns_as_json(patterns: Sequence[PatternCount]) -> list[dict[str, Any]]:
    unlike_these = unlike_expected(tuple(patterns))
    return [
        {
            "of": None if one.stratum < 0 else BANDS[one.stratum % len(BANDS)],
            "original": one.stratum >= len(BANDS),
            "pattern": one.pattern,
            "pairs": one.pairs,
            "observed": one.observed,
            "expected": one.expected,
            "p": one.p,
            "reproduced": one not in unlike_these,
        }
        for one in patterns
    ]
