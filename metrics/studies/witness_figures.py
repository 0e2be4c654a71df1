"""Which figures of runs witnesses can help with, as samples: of C@K a run's misses, of P@K and RBP
captions that a pool drew, or pairs where any were judged; and differences of two runs."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Counts, Mask, Values, Whole
from measures.estimates import SampleMean
from measures.hits import locate
from measures.linear import as_even, columns_of, is_linear, rank_weights, weighted_pairs
from measures.measure import Measure
from measures.witness import filled
from measures.witness_units import WitnessedUnits
from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.known_right import LookedUp, known_right
from metrics.studies.opinions import SaidOfRuns
from metrics.studies.sampled import Sampled
from metrics.studies.study import NothingToStudy
from metrics.studies.witness_sample import OPEN, HowDrawn, SampledFigure, few_columns, whole_videos

NOT_LINEAR = (
    "people alone: witnesses help C@K, P@K and RBP; of {}, what a caption has depends on pairs that"
    " nobody was asked about"
)
OF_MISSES = "people alone: the pool drew misses alone, so it tells of C@K and of nothing else"
LEAST_EVEN = 20
TOO_UNEVEN = (
    "few pairs carry {measure}, so that those judged say as much as {even:.0f} of equal weight, and"
    f" it takes {LEAST_EVEN}: have more judged"
)
NOT_DRAWN = "people alone: some of its misses could not be drawn"
ORPHANS = "people alone: some of the misses drawn have no positive at all"


@frozen
class RunFigure:
    """A run under a measure; against: another run, where the figure is how much better it is."""

    run: StoredRun
    measure: Measure
    against: StoredRun | None = None

    @property
    def runs(self) -> list[tuple[StoredRun, float]]:
        """Each with the sign that it counts by."""
        other = [] if self.against is None else [(self.against, -1.0)]
        return [(self.run, 1.0), *other]

    @property
    def called(self) -> str:
        return f"{self.run.name} - {self.against.name}" if self.against else self.run.name


@frozen
class FigureFound:
    """A figure, and what was left out of it or filled in."""

    figure: SampledFigure
    left_out: int
    missing: int


@dataclass(frozen=True)
class Ground:
    """What figures are taken from. sampled: the pool that drew captions; None where what is judged
    counts as drawn. deepest: the last rank that any of the measures asks for."""

    snapshot: Snapshot
    said: SaidOfRuns
    how: HowDrawn
    deepest: int
    sampled: Sampled | None = None
    seen: dict[str, LookedUp] = field(default_factory=dict)

    def figure(self, of: RunFigure, people: SampleMean | None) -> FigureFound:
        """people: the line of people alone, from the pool. Raises NothingToStudy."""
        measure = of.measure
        if measure.kind.binary and measure.rises:
            return self._correct(of, people)
        if not is_linear(measure):
            raise NothingToStudy(NOT_LINEAR.format(measure))
        return self._pairs(of) if self.sampled is None else self._captions(of)

    # Captions of which some are right

    def _correct(self, of: RunFigure, people: SampleMean | None) -> FigureFound:
        depth = of.measure.depth or 1
        known = [known_right(self._ranks(run), depth) for run, _ in of.runs]
        missed = ~np.all([one.original for one in known], axis=0)[: self.captions]
        where = np.flatnonzero(missed)
        signs = [sign for _, sign in of.runs]
        y = _summed(signs, [one.y[where] for one in known])
        sure = _summed(signs, [one.original.astype(np.float64) for one in known])
        foretold = [
            np.where(one.original[:, None], 0.0, self._foretold(run, depth))
            for (run, _), one in zip(of.runs, known, strict=True)
        ]
        f = _summed(signs, foretold)
        alone = of.against is None
        free = np.empty((len(where), 0)) if alone else sure[where][:, None]
        drawn = self._drawn(where)
        partly = np.any([one.in_part for one in known], axis=0)[where]
        base = np.where(missed, 0.0, sure[: self.captions])
        made = _Made(where, np.where(drawn, y, np.nan), free, f[where], base, where)
        ground = self._why_not(where, drawn & np.isnan(y))
        figure, missing = self._figure(made, ground, share=alone)
        lowest = 0.0 if alone else -1.0
        unit = "misses" if alone else "captions"
        figure = replace(figure, people=people, lowest=lowest, unit=unit)
        return FigureFound(figure, int(partly.sum()) if self.sampled is None else 0, missing)

    def _foretold(self, run: StoredRun, depth: int) -> Values:
        """(captions, p), centred where known: an opinion of a run that needs none is then 0."""
        top = run.targets[:, :depth]
        found = self.said.of_run(run.name, run.targets, depth, self.deepest)
        each = [
            one.of_captions(found[..., number], top >= 0)
            for number, one in enumerate(self.said.opinions)
        ]
        columns = np.column_stack(each)
        return columns - np.array([_mean(column) for column in columns.T])

    def _why_not(self, where: Counts, open_: Mask) -> str:
        """Why no witness helps with what a pool drew."""
        if self.sampled is None:
            return ""
        positives = self.sampled.positives.counts[where] > 0
        if (self.sampled.stratum_of_captions[where] < 0).any():
            return NOT_DRAWN
        if open_.any():
            return OPEN
        return "" if positives[self._drawn(where)].all() else ORPHANS

    # Sums over pairs

    def _captions(self, of: RunFigure) -> FigureFound:
        """A pool's captions, each with its value."""
        assert self.sampled is not None  # noqa: S101  (where there is none pairs are the units)
        if self.sampled.sample.among is not None:
            raise NothingToStudy(OF_MISSES)
        snapshot, where = self.snapshot, np.arange(self.captions)
        sure, f = np.zeros(self.captions), np.zeros((self.captions, len(self.said.opinions)))
        y, missing = np.zeros(len(self.sampled.sample.captions)), 0
        for run, sign in of.runs:
            weights = rank_weights(of.measure, run.depth)
            top = run.targets[: self.captions, : len(weights)]
            found = self.said.of_run(run.name, run.targets, len(weights), self.deepest)
            there, counts = top >= 0, len(self.said.opinions)
            original = _among(snapshot.original().keys, top, snapshot.videos) & there
            opinions, lacking = filled(found[: self.captions][there & ~original])
            each = np.zeros((*top.shape, counts))
            each[there & ~original] = opinions
            sure += sign * (original * weights).sum(axis=1)
            f += sign * (each * weights[:, None]).sum(axis=1)
            missing += lacking
            known = self.sampled.known(run, [of.measure])[of.measure]
            y += sign * np.where(known.low == known.high, known.low, np.nan)
        values = np.full(self.captions, np.nan)
        drawn = self.sampled.sample.captions
        values[drawn] = y - sure[drawn]
        ground = OPEN if np.isnan(y).any() else ""
        made = _Made(where, values, sure[:, None], f, sure, where)
        figure, _ = self._figure(made, ground)
        lowest = -1.0 if of.against else 0.0
        return FigureFound(replace(figure, lowest=lowest, unit="captions"), 0, missing)

    def _pairs(self, of: RunFigure) -> FigureFound:
        """Pairs of texts and videos that have a weight, of which those count as drawn that were
        judged."""
        snapshot, captions, videos = self.snapshot, self.captions, self.snapshot.videos
        weights = rank_weights(of.measure, max(run.depth for run, _ in of.runs))
        pairs = weighted_pairs([(run.targets, sign) for run, sign in of.runs], weights, videos)
        original = locate(snapshot.original().keys, pairs.keys)[0]
        row, column = np.divmod(pairs.keys, videos)
        base = captions * np.bincount(row[original], pairs.weights[original], captions).astype(
            np.float64
        )
        asked = (snapshot.caption_queries[row] * videos + column)[~original]
        keys, first, place = np.unique(asked, return_index=True, return_inverse=True)
        weight = captions * np.bincount(
            place.reshape(-1), pairs.weights[~original], len(keys)
        ).astype(np.float64)
        owner = row[~original][first]
        judged = locate(snapshot.judged.keys, keys)[0]
        relevant = locate(snapshot.collected.keys, keys)[0]
        y = np.where(judged, weight * relevant, np.nan)
        opinions, missing = filled(self.said.of_pairs(owner * videos + keys % videos))
        made = _Made(owner, y, weight[:, None], columns_of(weight, opinions), base, owner)
        figure, _ = self._figure(made, "")
        even = figure.units.n / as_even(weight)
        if even < LEAST_EVEN:
            raise NothingToStudy(TOO_UNEVEN.format(measure=of.measure, even=even))
        figure = replace(figure, units=replace(figure.units, uneven=True))
        positives, lowest = int((judged & relevant).sum()), -1.0 if of.against else 0.0
        figure = replace(figure, positives=positives, lowest=lowest, unit="pairs")
        return FigureFound(figure, 0, missing)

    # What all have

    def _ranks(self, run: StoredRun) -> LookedUp:
        """Looked up once for all depths of a run."""
        if run.name not in self.seen:
            snapshot, top = self.snapshot, run.targets[:, : self.deepest].astype(np.int64)
            there = top >= 0
            asked = snapshot.caption_queries[:, None] * snapshot.videos + np.maximum(top, 0)
            original = _among(snapshot.original().keys, top, snapshot.videos)
            found = (
                original,
                *(locate(pairs.keys, asked)[0] for pairs in (snapshot.collected, snapshot.judged)),
            )
            self.seen[run.name] = (there, *(one & there for one in found))
        return self.seen[run.name]

    @property
    def captions(self) -> int:
        return self.snapshot.captions if self.sampled is None else self.sampled.sample.whole

    def _drawn(self, where: Counts) -> Mask:
        if self.sampled is None:
            return np.ones(len(where), bool)
        return np.isin(where, self.sampled.sample.captions)

    def _figure(
        self, made: "_Made", ground: str, *, share: bool = False
    ) -> tuple[SampledFigure, int]:
        snapshot, how = self.snapshot, self.how
        own = snapshot.clusters()
        clusters = np.arange(snapshot.captions) if own is None else own
        clusters = np.unique(clusters[made.where], return_inverse=True)[1].reshape(-1)
        strata = np.zeros(len(made.where), np.int64)
        if self.sampled is not None:
            of = np.unique(self.sampled.stratum_of_captions[made.where], return_inverse=True)[1]
            strata = of.reshape(-1)
        y = whole_videos(made.y, clusters) if how.videos else made.y
        f, missing = filled(made.f)
        n, p = int((~np.isnan(y)).sum()), f.shape[1]
        varies = made.free[:, np.ptp(made.free, axis=0) > 0] if len(y) else made.free
        free = few_columns(varies, n, p)
        crossed = not how.videos and (how.learnt or p > 1)
        units = WitnessedUnits(y, free, f, strata, clusters.astype(np.int64), crossed)
        dependence = snapshot.dependence().only(np.arange(self.captions))
        positives = int((np.nan_to_num(y) != 0).sum())
        return (
            SampledFigure(
                units, how, made.base, made.owner, dependence,
                share=share, positives=positives, ground=ground,
            ),
            missing,
        )  # fmt: skip


@frozen
class _Made:
    """where: (N,), the caption of each unit. The others are as units and figures have them."""

    where: Counts
    y: Values
    free: Values
    f: Values
    base: Values
    owner: Counts


def _among(keys: Counts, top: Whole, videos: int) -> Mask:
    """Of captions x ranks, whether the pair there is among the keys."""
    rows = np.arange(len(top))[:, None] * videos
    return locate(keys, rows + np.maximum(top, 0).astype(np.int64))[0]


def _summed(signs: Sequence[float], parts: Sequence[Values]) -> Values:
    found = signs[0] * parts[0]
    for sign, part in zip(signs[1:], parts[1:], strict=True):
        found += sign * part
    return found


def _mean(values: Values) -> float:
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else 0.0
