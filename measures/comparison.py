"""Whether two runs differ: paired scores in; effect with interval, p, p corrected for all tests in
two ways, and the smallest detectable difference out."""

from dataclasses import dataclass, fields, replace

import numpy as np

from measures.arrays import Counts, Values
from measures.clusters import Scores, check_scores
from measures.dependence import Dependence, Errors, errors_of_means
from measures.flips import Flipped, flip_signs
from measures.mean_intervals import ALIKE, ONE_TEXT
from measures.power import ALPHA, captions_needed, smallest_detectable
from measures.resampling import Pairs, difference
from measures.spread import NO_VALUE, ONE_GROUP, ROUNDING

PERMUTATIONS = 10_000
MOST_PERMUTATIONS = 1_000_000
# As many permutations as let a test be rejected that so many of them, less one, reach by chance.
REACHED = 5


@dataclass(frozen=True, slots=True)
class Comparisons(Flipped):
    """Each array (pairs,). A pair without a caption that both score has no effect and no p: nan,
    and is not in the count of tests. Ends are as far out as they can be where no difference is
    rejected. permutations: that were drawn, at least those that were asked for."""

    effect: Values  # mean of a - b
    why: tuple[str, ...]  # why there is no interval; empty where there is one
    errors: Errors  # of the effect, with what captions hang together by
    holm: Values
    # Smallest difference seen with the usual power by one such test; nan where the test cannot
    # reject.
    detectable: Values
    # The same where p is to hold for all tests together; nan where it then cannot reject.
    detectable_corrected: Values
    # Captions at which one such test would find the effect; nan likewise, and for an effect of 0.
    needed: Values
    smallest_p: Values  # that this test could have given
    n: Counts  # captions with both values

    @property
    def tests(self) -> int:
        return int((self.n > 0).sum())


def compare(
    scores: Scores,
    pairs: Pairs,
    *,
    dependence: Dependence | None = None,
    permutations: int = PERMUTATIONS,
    seed: int,
) -> Comparisons:
    """All comparisons asked for, which are also those that p is corrected for.

    scores: (cells, captions), nan for no value; where all lie between 0 and 1, no difference is
    taken to be farther from 0 than 1. pairs: cells (a, b). dependence: which captions share a video
    or a text; None where each stands alone.
    """
    check_scores(scores)
    if not pairs:
        raise ValueError("there is nothing to compare: no pairs were given")
    paired = difference(scores, pairs)
    of = Dependence.of(scores.shape[1]) if dependence is None else dependence
    n = (~np.isnan(paired)).sum(axis=1)
    tests = int((n > 0).sum())
    permutations = enough_permutations(tests, permutations)
    flipped = flip_signs(paired, of, permutations=permutations, seed=seed)
    errors = errors_of_means(paired, of)
    effect = np.where(n > 0, np.nansum(paired, axis=1) / np.maximum(n, 1), np.nan)
    why = tuple(_why_no_interval(errors, n, at) for at in range(len(paired)))
    none, most = [bool(one) for one in why], _farthest(scores)
    low, high = (
        np.where(none, np.nan, np.clip(end, -most, most)) for end in (flipped.low, flipped.high)
    )
    smallest = smallest_p(flipped.differing, permutations)
    # A test that cannot reject has too few clusters for its standard error to foretell anything.
    alpha = ALPHA / max(tests, 1)
    alone, corrected = (np.where(smallest <= one, errors.error, np.nan) for one in (ALPHA, alpha))
    found = replace(flipped, low=low, high=high)
    return Comparisons(
        **{one.name: getattr(found, one.name) for one in fields(found)},
        effect=effect,
        why=why,
        errors=errors,
        holm=holm(flipped.p),
        detectable=smallest_detectable(alone, errors.degrees),
        detectable_corrected=smallest_detectable(corrected, errors.degrees, alpha=alpha),
        needed=captions_needed(alone, effect, n, errors.degrees),
        smallest_p=smallest,
        n=n,
    )


def enough_permutations(tests: int, permutations: int) -> int:
    """Those asked for; more where the smallest p that they can give, times the tests, is above
    alpha, so that nothing could be significant. ValueError where that would be too many."""
    if permutations < 1:
        raise ValueError(f"at least 1 permutation is drawn, not {permutations}")
    if tests <= ALPHA * (1 + permutations):
        return permutations
    if tests > ALPHA * (1 + MOST_PERMUTATIONS):
        raise ValueError(
            f"{tests:,} tests at once are too many: with {MOST_PERMUTATIONS:,} permutations, the"
            f" most that are drawn, none of more than {int(ALPHA * (1 + MOST_PERMUTATIONS)):,}"
            " could be significant; compare fewer runs or fewer measures"
        )
    return min(int(np.ceil(REACHED * tests / ALPHA)), MOST_PERMUTATIONS)


def _farthest(scores: Scores) -> float:
    """That a difference can be from 0."""
    shares = np.nanmin(scores, initial=0.0) >= 0 and np.nanmax(scores, initial=1.0) <= 1
    return 1.0 if shares else np.inf


def _why_no_interval(errors: Errors, n: Counts, at: int) -> str:
    if not n[at]:
        return NO_VALUE
    if errors.clusters[at] < 2:
        return ONE_GROUP
    if errors.text_groups[at] < 2:
        return ONE_TEXT
    return "" if errors.error[at] > ROUNDING else ALIKE


def smallest_p(differing: Counts, permutations: int) -> Values:
    """(tests,): what `flip_signs` gives at best, when all of `differing` units point the same way.

    Of all 2^n ways to flip n clusters two are as far out: none turned, and all. Of B random ones, p
    is at least 1 / (1 + B).
    """
    exact = np.minimum(1.0, 2.0 ** (1 - differing.astype(np.float64)))
    return np.maximum(exact, 1 / (1 + permutations))


def holm(p: Values) -> Values:
    """(comparisons,): p adjusted by Holm (1979), to be held against alpha itself: the i-th smallest
    of m times m - i + 1, never below a smaller one's, at most 1. nan stays nan and does not
    count."""
    adjusted = np.full(len(p), np.nan)
    order = np.argsort(p, kind="stable")[: int((~np.isnan(p)).sum())]  # nan sorts last
    steps = p[order] * np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return adjusted
