"""Hard negatives, audited: of the videos that a run ranks high for a caption and that no caption
claims, how many are relevant by a proxy, and by people (004, section 5.1 and Figure 5)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from measures.arrays import Mask, Values
from measures.dependence import Dependence
from measures.estimate import LEVEL, USUAL, Estimate, Interval
from measures.hits import Pairs, Rankings, find_hits
from measures.resampling import RESAMPLES
from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.dependent import Grouped
from metrics.studies.description import Need, Setup, Study
from metrics.studies.graded import estimates_of
from metrics.studies.marks import Marked, saw_of, told_marks
from metrics.studies.pooled import check_depth, of_videos, pooled_runs
from metrics.studies.proxied import Gains, Proxied, reaches
from metrics.studies.scored import check_draws
from metrics.studies.study import about_clusters

DEPTH = 10
NO_NEGATIVE = "the run ranks nothing that no caption claims"
NOT_JUDGED = "none of them was judged"
AUDITED = (0.25, 0.5, 0.75, 1.0)  # thresholds


@dataclass(frozen=True, slots=True)
class AtLeast:
    """The share of a run's hard negatives at a threshold or above."""

    threshold: float
    share: Estimate

    def as_json(self) -> dict[str, Any]:
        one = self.share
        return {
            "threshold": self.threshold,
            "share": one.value,
            "interval": one.ends(),
            "why": one.reason or one.why_not() or None,
        }


@dataclass(frozen=True, slots=True)
class Audited:
    """One run's. people: of those that were judged, the share found relevant; low, high: of all, if
    every unjudged one were irrelevant, or relevant."""

    run: str
    n: int
    captions: int  # that have one
    above_zero: Estimate  # the share with any relevance by the proxy
    by_proxy: tuple[AtLeast, ...]
    levels: tuple[int, ...]  # how many by tenths of the proxy: [0, 0.1), [0.1, 0.2) ... and 1
    relevant: int
    irrelevant: int
    unjudged: int
    people: Estimate

    @property
    def bounds(self) -> tuple[float, float] | None:
        """None where there is none."""
        if not self.n:
            return None
        return self.relevant / self.n, (self.relevant + self.unjudged) / self.n

    def as_json(self) -> dict[str, Any]:
        return {
            "run": self.run,
            "n": self.n,
            "captions": self.captions,
            "above_zero": self.above_zero.value,
            "above_zero_interval": self.above_zero.ends(),
            "by_proxy": [one.as_json() for one in self.by_proxy],
            "levels": list(self.levels),
            "judged": self.relevant + self.irrelevant,
            "relevant": self.relevant,
            "irrelevant": self.irrelevant,
            "unjudged": self.unjudged,
            "people": self.people.value,
            "people_interval": self.people.ends(),
            "people_why": self.people.reason or self.people.why_not() or None,
            "bounds": None if self.bounds is None else list(self.bounds),
        }


@dataclass(frozen=True, slots=True)
class HardNegatives(Marked):
    benchmark: str
    proxy: str
    title: str  # of the proxy's kind
    depth: int
    rows: tuple[Audited, ...]
    other_direction: tuple[str, ...]  # runs that rank captions, which are not in it
    seed: int
    resamples: int
    about_clusters: str  # for people
    grouped: Grouped
    saw: Mapping[str, str] = field(default_factory=dict)  # by run: what it must be marked for

    def as_json(self) -> dict[str, Any]:
        return {
            "benchmark": self.benchmark,
            "proxy": self.proxy,
            "depth": self.depth,
            "dependence": self.grouped.as_json(),
            "rows": [row.as_json() for row in self.rows],
            "other_direction": list(self.other_direction),
            "level": LEVEL,
            "seed": self.seed,
            "resamples": self.resamples,
            **told_marks(self.saw),
        }


def audit_negatives(
    snapshot: Snapshot,
    proxied: Proxied,
    depth: int = DEPTH,
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> HardNegatives:
    """Of the runs that rank videos for captions, down to a rank. NothingToStudy where there is
    none, or one is not stored so deep."""
    check_draws(seed, resamples=resamples)
    of = of_videos(snapshot)
    check_depth(pooled_runs(of), depth)
    claimed = replace(snapshot, same_text=True).original()
    relevant = snapshot.collected.spread(snapshot.caption_queries)
    judged = snapshot.verdicts().spread(snapshot.caption_queries)
    dependence = snapshot.dependence()
    return HardNegatives(
        snapshot.benchmark,
        proxied.name,
        proxied.title,
        depth,
        tuple(
            _audited(
                run.name,
                _Seen.of(run, proxied.at_targets[run.name], depth, (claimed, relevant, judged)),
                dependence,
            )
            for run in of.runs
        ),
        tuple(run.name for run in snapshot.runs if run.direction == "v2t"),
        seed,
        resamples,
        about_clusters(snapshot),
        Grouped.of(of),
        saw_of(of.runs),
    )


@dataclass(frozen=True, slots=True)
class _Seen:
    """The first ranks of a run. All (captions, depth)."""

    negative: Mask  # ranked, and no caption with the text claims it
    values: Gains  # by the proxy
    relevant: Mask
    judged: Mask

    @classmethod
    def of(
        cls, run: StoredRun, values: Gains, depth: int, pairs: tuple[Pairs, Pairs, Pairs]
    ) -> "_Seen":
        """pairs: captions x videos that captions claim, that people found relevant, and that they
        judged."""
        targets = run.targets[:, :depth]
        claimed, relevant, judged = (_among(targets, of) for of in pairs)
        return cls((targets >= 0) & ~claimed, values[:, :depth], relevant, judged)


def _among(targets: Rankings, pairs: Pairs) -> Mask:
    hits = find_hits(targets, pairs)
    found = np.zeros(targets.shape, bool)
    found[hits.row, hits.rank - 1] = True
    return found


def _audited(run: str, seen: _Seen, dependence: Dependence) -> Audited:
    negative, values = seen.negative, seen.values
    reached = [values > 0, *(reaches(values, threshold) for threshold in AUDITED)]
    cells = [_where(mask, negative) for mask in reached]
    cells.append(_where(seen.relevant, negative & seen.judged))
    # A unit is a place in a ranking: those of a caption share its video and its text.
    places = dependence.only(np.repeat(np.arange(dependence.captions), negative.shape[1]))
    above_zero, *by_proxy, people = _estimates(np.stack(cells), places)
    judged = int((negative & seen.judged).sum())
    relevant = int((negative & seen.judged & seen.relevant).sum())
    return Audited(
        run,
        int(negative.sum()),
        int(negative.any(axis=1).sum()),
        above_zero,
        tuple(AtLeast(*one) for one in zip(AUDITED, by_proxy, strict=True)),
        _levels(values[negative]),
        relevant,
        judged - relevant,
        int(negative.sum()) - judged,
        people,
    )


def _estimates(cells: Values, dependence: Dependence) -> list[Estimate]:
    """The last is of people's verdicts."""
    *by_proxy, people = estimates_of(cells, dependence, NO_NEGATIVE)
    if people.value is None:
        people = Estimate(None, NOT_JUDGED, {USUAL: Interval(reason=NOT_JUDGED)})
    return [*by_proxy, people]


def _where(mask: Mask, counted: Mask) -> Values:
    """(units,): nan for a place that does not count."""
    return np.where(counted, mask.astype(np.float64), np.nan).reshape(-1)


def _levels(values: NDArray[np.float32]) -> tuple[int, ...]:
    level = np.zeros(len(values), np.int64)
    for step in range(1, 11):
        level += reaches(values, step / 10)
    return tuple(np.bincount(level, minlength=11).tolist())


def _part(setup: Setup) -> HardNegatives:
    depth = min([DEPTH, *(run.depth for run in setup.snapshot.runs)])
    return audit_negatives(setup.snapshot, setup.proxied, depth, **setup.draws)


STUDY = Study(
    name="hard_negatives",
    title="Hard negatives that are relevant",
    version=3,
    findings=(HardNegatives,),
    part=_part,
    option="relevance",
    needs=(Need.PROXY,),
    place=23,
)
