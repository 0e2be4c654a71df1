"""How many captions must be labelled (the paper's section 4.3, Figures 4, 9 and 10), and how many
two runs need to be told apart, from how often exactly one of them is right.

Half the width of one mean's interval says nothing of that: two runs are right about many of the
same captions, so that their difference is surer than either score."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from foundation.finding.fields import Found, always, found
from foundation.frozen import frozen
from measures.arrays import Values
from measures.dependence import Dependence, Errors, errors_of_means
from measures.estimate import LEVEL, Estimate, known
from measures.measure import Measure
from measures.power import ALPHA, captions_needed, smallest_detectable
from measures.quantity import Quantity, undefined
from measures.resampling import RESAMPLES, SampleSize, study_cells
from measures.scoring import TIES, Summary
from measures.spread import vary
from metrics.snapshot import Rule, Snapshot
from metrics.studies.comparison import EQUAL, NO_SPREAD
from metrics.studies.description import Setup, Study
from metrics.studies.estimated import estimate, whole
from metrics.studies.opinions import Opinions
from metrics.studies.pooled import of_videos
from metrics.studies.questions import ENOUGH
from metrics.studies.sampled import PoolSample
from metrics.studies.scored import ScoredRun, check_draws, require_means, score_runs
from metrics.studies.study import NothingToStudy
from metrics.studies.witness_sizes import WITHIN, Needed, SpreadOfScores, needed_with_witnesses

SIZES = (500, 1_000, 3_000)
# Of the distances from the mean of all: where a box of Figures 4, 9 and 10 begins and ends.
QUANTILES = {"q05": 0.05, "q25": 0.25, "q50": 0.5, "q75": 0.75, "q95": LEVEL}
ALL_EQUAL = (
    "every caption has the same value, so nothing tells how far the mean of a sample may be off"
)


NO_VALUES = "no caption has a value in both"


@frozen
class TwoRuns(Found):
    """discordant: the share of captions for which exactly one of the two is right, or whose scores
    differ. detectable: the smallest true difference that a test of `size` captions finds with the
    usual power. needed: captions at which a test would find the difference that was observed."""

    a: str = found()
    b: str = found()
    measure: Measure = found()
    size: int = found(key="n")
    difference: float | None = found()
    discordant: float | None = found()
    detectable: Estimate = estimate(interval="", why="why")
    needed: Quantity = whole("captions_needed")
    captions: int = found()


def every_two(
    values: Mapping[str, Values], measure: Measure, sizes: Sequence[int], of: Dependence
) -> Iterator[TwoRuns]:
    """values: (captions,) by run, all of one direction. sizes: how many captions are thought of."""
    for (a, one), (b, other) in combinations(values.items(), 2):
        paired = one - other
        errors = errors_of_means(paired[None], of)
        there = paired[~np.isnan(paired)]
        for size in sizes:
            yield _of_two((a, b), measure, size, there, errors)


def _of_two(
    runs: tuple[str, str], measure: Measure, size: int, there: Values, errors: Errors
) -> TwoRuns:
    n, error, degrees = len(there), errors.error, errors.degrees
    difference = float(there.mean()) if n else None
    why = _why_none(n, errors)
    if why:
        seen, needed = Estimate(None, why), undefined(why)
    else:
        # An error shrinks with the root of the number of captions.
        of_size = error * (n / size) ** 0.5
        seen = Estimate(known(smallest_detectable(of_size, degrees)[0]))
        wanted = captions_needed(error, there.mean(), n, degrees)[0]
        needed = undefined(EQUAL) if np.isnan(wanted) else Quantity(float(wanted))
    discordant = float((there != 0).mean()) if n else None
    return TwoRuns(*runs, measure, size, difference, discordant, seen, needed, n)


def _why_none(n: int, errors: Errors) -> str:
    if not n:
        return NO_VALUES
    clusters = int(min(errors.clusters[0], errors.text_groups[0]))
    smallest = 2.0 ** (1 - clusters)
    if smallest > ALPHA:
        return (
            f"with {clusters} clusters the smallest possible p is {smallest:.3g}, so no difference"
            " could be significant"
        )
    return "" if errors.error[0] > 0 else NO_SPREAD


@frozen
class HalfWidth:
    """Half the width of a 95 % interval of this run's mean over `size` captions, or why none is
    known. It is of one mean: what two runs need is in `TwoRuns`."""

    run: str
    summary: Summary
    size: int
    half_width: Estimate
    expected: Estimate
    quantiles: Mapping[str, float | None]  # of the means drawn, by their names in QUANTILES

    def as_json(self) -> dict[str, Any]:
        return {
            "run": self.run,
            "measure": str(self.summary.measure),
            "n": self.size,
            "detectable": self.half_width.value,  # as it was called before
            "half_width": self.half_width.value,
            "expected": self.expected.value,
            "quantiles": dict(self.quantiles),
            "why": self.half_width.reason or None,
            "score": self.summary.value.value,
            "captions": self.summary.n,
            "left_out": self.summary.left_out,
            "missing": self.summary.missing,
            "depth": self.summary.depth,
            "notes": list(self.summary.notes),
        }


@frozen
class SampleSizes(Found):
    benchmark: str = found()
    rule: str = found(key="positives")
    rows: tuple[HalfWidth, ...] = found()
    two_runs: tuple[TwoRuns, ...] = found()  # every two of one direction
    witnesses: tuple[str, ...] = found()
    needed: tuple[Needed, ...] = found("What people have to label, alone and with the witnesses.")
    pooled: bool = found("Whether a pool drew what people judged, so that its design is known.")
    ties = always(TIES)
    level = always(LEVEL)
    seed: int = found()
    resamples: int = found()


def sample_sizes(
    snapshot: Snapshot,
    measures: Sequence[Measure],
    sizes: Sequence[int] | None = None,
    positives: Rule = "all",
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> SampleSizes:
    """Sizes for all the runs of the snapshot. sizes: None for those of the paper that the benchmark
    has captions for.

    NothingToStudy where more captions are asked for than have a value.
    """
    check_draws(seed, resamples=resamples)
    require_means(measures, "drawn")
    pairs = snapshot.positives(positives)
    cells = [
        _Cell(one, measure, one.by_rule[positives].values[measure])
        for one in score_runs(snapshot, measures, {positives: pairs})
        for measure in measures
    ]
    found = _studied(cells, sizes, resamples, seed)
    rows = [
        _row(cell, positives, one) for number, cell in enumerate(cells) for one in found[number]
    ]
    two = tuple(_two_runs(snapshot, cells, sizes))
    return SampleSizes(
        snapshot.benchmark, pairs.rule, tuple(rows), two, (), (), False, seed, resamples
    )


def with_witnesses(
    found: SampleSizes,
    snapshot: Snapshot,
    measures: Sequence[Measure],
    opinions: Sequence[Opinions],
    sample: PoolSample | None = None,
    within: Sequence[float] = WITHIN,
) -> SampleSizes:
    """And what people have to label until corrected scores are sure to within so much, alone and
    with these. The rest is as in `needed_with_witnesses`."""
    scores = {
        (row.run, str(row.summary.measure)): SpreadOfScores.of(
            row.expected, row.size, row.summary.n
        )
        for row in found.rows
    }
    needed = needed_with_witnesses(of_videos(snapshot), measures, opinions, scores, sample, within)
    names = tuple(one.name for one in opinions)
    return replace(found, witnesses=names, needed=needed, pooled=sample is not None)


def _two_runs(
    snapshot: Snapshot, cells: Sequence["_Cell"], sizes: Sequence[int] | None
) -> Iterator[TwoRuns]:
    for direction in dict.fromkeys(cell.scored.run.direction for cell in cells):
        own = [cell for cell in cells if cell.scored.run.direction == direction]
        of = snapshot.dependence(direction)
        for measure in dict.fromkeys(cell.measure for cell in own):
            named = {c.scored.run.name: c for c in own if c.measure == measure}
            asked = _asked(sizes, min(cell.known for cell in named.values()))
            values = {name: cell.values for name, cell in named.items()}
            yield from every_two(values, measure, asked, of)


def _row(cell: "_Cell", positives: Rule, found: SampleSize) -> HalfWidth:
    summary = cell.scored.by_rule[positives].summaries[cell.measure]
    varies = vary(cell.values)
    half_width, expected = (
        Estimate(number) if varies else Estimate(None, ALL_EQUAL)
        for number in (found.half_width, found.expected)
    )
    spread = np.quantile(found.differences, list(QUANTILES.values())).tolist()
    quantiles = dict(zip(QUANTILES, spread if varies else [None] * 5, strict=True))
    name = cell.scored.run.name
    return HalfWidth(name, summary, found.size, half_width, expected, quantiles)


@frozen
class _Cell:
    scored: ScoredRun
    measure: Measure
    values: Values

    @property
    def known(self) -> int:
        return int((~np.isnan(self.values)).sum())


def _studied(
    cells: Sequence[_Cell], sizes: Sequence[int] | None, resamples: int, seed: int
) -> dict[int, list[SampleSize]]:
    """Sizes by cells' places. Cells with as many captions with a value share their draws."""
    together: dict[int, list[int]] = {}
    for number, cell in enumerate(cells):
        together.setdefault(cell.known, []).append(number)
        _check_sizes(_asked(sizes, cell.known), cell.known, cell.scored.run.direction == "t2v")
    found: dict[int, list[SampleSize]] = {}
    for there, numbers in together.items():
        values = [cells[number].values for number in numbers]
        studies = study_cells(values, _asked(sizes, there), resamples=resamples, seed=seed)
        found |= dict(zip(numbers, studies, strict=True))
    return found


def _asked(sizes: Sequence[int] | None, known: int) -> Sequence[int]:
    """Of the paper's sizes, if none are given, those that there are; all that there are, where even
    the least of them is more."""
    return sizes if sizes is not None else [size for size in SIZES if size <= known] or [known]


def _check_sizes(sizes: Sequence[int], known: int, captions: bool) -> None:
    items = "captions" if captions else "videos"
    if not sizes:
        raise NothingToStudy("at least one sample size has to be named, such as --n 500")
    for size in sizes:
        if not 1 <= size <= known:
            raise NothingToStudy(
                f"a sample has 1 to {known:,} {items}, those that have a positive, not {size:,}:"
                " ask for fewer"
            )


def _part(setup: Setup) -> SampleSizes:
    """Witnesses and a pool need no naming here: they are read for the parts that they ask for."""
    sizes, snapshot = setup.asked.sample_sizes, setup.snapshot
    found = sample_sizes(snapshot, setup.tested, sizes, setup.rule, **setup.draws)
    if not setup.context.opinions or setup.rule == "original" or not of_videos(snapshot).runs:
        return found
    shape = snapshot.caption_queries, snapshot.queries, snapshot.videos
    opinions = [one.spread(*shape) for one in setup.context.opinions]
    return with_witnesses(found, snapshot, setup.tested, opinions, setup.context.sample)


STUDY = Study(
    name="sample_size",
    title="Sample sizes",
    question=ENOUGH,
    version=6,
    findings=(SampleSizes,),
    part=_part,
    option="sample_sizes",
    place=5,
)
