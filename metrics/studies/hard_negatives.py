"""Hard negatives, audited: of the videos that a run ranks high for a caption and that no caption
claims, how many are relevant by a proxy, and by people (Falcon et al., 2024, section 5.1 and Figure
5)."""

from dataclasses import replace

import numpy as np

from foundation.finding.fields import Found, computed, derived, found
from foundation.frozen import frozen
from measures.arrays import Mask, Values
from measures.dependence import Dependence
from measures.estimate import Estimate, unknown
from measures.hits import Pairs, find_hits
from measures.mean_intervals import Moved, estimate_of
from measures.whole import Rankings
from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.dependent import Grouped
from metrics.studies.estimated import estimate
from metrics.studies.pooled import check_depth, of_videos, pooled_runs
from metrics.studies.proxied import Gains, Proxied, reaches, tenths
from metrics.studies.under_proxy import UnderOne, checked_draws

DEPTH = 10
NO_NEGATIVE = "the run ranks nothing that no caption claims"
NOT_JUDGED = "none of them was judged"
AUDITED = (0.25, 0.5, 0.75, 1.0)  # thresholds


@frozen
class AtLeast(Found):
    """The share of a run's hard negatives at a threshold or above."""

    threshold: float = found()
    share: Estimate = estimate(interval="interval", why="why")


@frozen
class Audited(Found):
    """One run's. people: of those that were judged, the share found relevant; low, high: of all, if
    every unjudged one were irrelevant, or relevant."""

    run: str = found()
    n: int = found()
    captions: int = found()  # that have one
    above_zero: Estimate = estimate(why="")  # the share with any relevance by the proxy
    by_proxy: tuple[AtLeast, ...] = found()
    # How many by tenths of the proxy: [0, 0.1), [0.1, 0.2) ... and 1.
    levels: tuple[int, ...] = found()
    judged = computed(int, lambda run: run.relevant + run.irrelevant)
    relevant: int = found()
    irrelevant: int = found()
    unjudged: int = found()
    people: Estimate = estimate()

    @property
    @derived()
    def bounds(self) -> tuple[float, float] | None:
        """None where there is none."""
        if not self.n:
            return None
        return self.relevant / self.n, (self.relevant + self.unjudged) / self.n


@frozen
class HardNegatives(UnderOne):
    depth: int = found()
    grouped: Grouped = found(key="dependence")
    rows: tuple[Audited, ...] = found()
    other_direction: tuple[str, ...] = found()  # runs that rank captions, which are not in it


def audit_negatives(
    snapshot: Snapshot, proxied: Proxied, depth: int = DEPTH, **draws: int
) -> HardNegatives:
    """The audit of the runs that rank videos for captions, down to a rank. NothingToStudy where
    there is none, or one is not stored so deep."""
    drawn = checked_draws(**draws)
    of = of_videos(snapshot)
    check_depth(pooled_runs(of), depth)
    claimed = replace(snapshot, same_text=True).original()
    relevant = snapshot.collected.spread(snapshot.caption_queries)
    judged = snapshot.verdicts().spread(snapshot.caption_queries)
    pairs, dependence = (claimed, relevant, judged), snapshot.dependence()
    targets = proxied.sides["t2v"].targets
    rows = tuple(_audited(run, targets[run.name][:, :depth], pairs, dependence) for run in of.runs)
    others = tuple(run.name for run in snapshot.runs if run.direction == "v2t")
    return HardNegatives.of(of, proxied, drawn, depth=depth, rows=rows, other_direction=others)


def _audited(
    run: StoredRun, values: Gains, pairs: tuple[Pairs, Pairs, Pairs], dependence: Dependence
) -> Audited:
    """values: by the proxy, (captions, depth). pairs: captions x videos that captions claim, that
    people found relevant, and that they judged."""
    targets = run.targets[:, : values.shape[1]]
    claimed, found, judged = (_among(targets, of) for of in pairs)
    negative = (targets >= 0) & ~claimed
    judged &= negative
    reached = [values > 0, *(reaches(values, threshold) for threshold in AUDITED)]
    cells = [*(_where(mask, negative) for mask in reached), _where(found, judged)]
    # A unit is a place in a ranking: those of a caption share its video and its text.
    places = dependence.only(np.repeat(np.arange(dependence.captions), negative.shape[1]))
    above_zero, *by_proxy, people = (
        estimate_of(Moved.means(of[None]), places, NO_NEGATIVE) for of in cells
    )
    n, known, relevant = (int(mask.sum()) for mask in (negative, judged, judged & found))
    return Audited(
        run.name,
        n,
        int(negative.any(axis=1).sum()),
        above_zero,
        tuple(map(AtLeast, AUDITED, by_proxy)),
        tuple(np.bincount(tenths(values[negative]), minlength=11).tolist()),
        relevant,
        known - relevant,
        n - known,
        unknown(NOT_JUDGED) if people.value is None else people,
    )


def _among(targets: Rankings, pairs: Pairs) -> Mask:
    hits = find_hits(targets, pairs)
    found = np.zeros(targets.shape, bool)
    found[hits.row, hits.rank - 1] = True
    return found


def _where(mask: Mask, counted: Mask) -> Values:
    """(units,): nan for a place that does not count."""
    return np.where(counted, mask.astype(np.float64), np.nan).reshape(-1)
