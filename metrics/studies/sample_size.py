"""How many captions must be labelled (the paper's section 4.3, Figures 4, 9 and 10)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from metrics.measures.hits import Values
from metrics.measures.measure import Measure
from metrics.measures.resampling import RESAMPLES, SampleSize, SampleSizeStudy, study_cells
from metrics.measures.scoring import TIES, Summary
from metrics.measures.spread import vary
from metrics.snapshot import Rule, Snapshot
from metrics.studies.scored import ScoredRun, check_draws, score_runs
from metrics.studies.study import NothingToStudy
from metrics.tables import Column, Percent, Table

VERSION = 2
SIZES = (500, 1_000, 3_000)
LEVEL = 0.95
ALL_EQUAL = (
    "every caption has the same value, so nothing tells how far the mean of a sample may be off"
)
COLUMNS = (
    Column("run", "Run"), Column("measure", "Measure"), Column("n", "N"), Column("detectable", "Detectable"),
    Column("expected", "Expected"), Column("score", "Score"), Column("captions", "Drawn from"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Detectable:
    """The smallest difference that `found.size` captions of this run can show under this measure,
    or why none is known."""

    run: str
    summary: Summary
    found: SampleSize
    why: str

    @property
    def detectable(self) -> float | None:
        return None if self.why else self.found.detectable

    @property
    def expected(self) -> float | None:
        return None if self.why else self.found.expected

    def as_json(self) -> dict[str, Any]:
        return {
            "run": self.run,
            "measure": str(self.summary.measure),
            "n": self.found.size,
            "detectable": self.detectable,
            "expected": self.expected,
            "why": self.why or None,
            "score": self.summary.value.value,
            "captions": self.summary.n,
            "left_out": self.summary.left_out,
            "missing": self.summary.missing,
            "depth": self.summary.depth,
            "notes": list(self.summary.notes),
        }


@dataclass(frozen=True, slots=True)
class SampleSizes:
    benchmark: str
    rule: str
    rows: tuple[Detectable, ...]
    resamples: int
    seed: int

    def as_json(self) -> dict[str, Any]:
        return {
            "benchmark": self.benchmark,
            "positives": self.rule,
            "rows": [row.as_json() for row in self.rows],
            "ties": TIES,
            "level": LEVEL,
            "seed": self.seed,
            "resamples": self.resamples,
        }

    def tables(self) -> Sequence[Table]:
        rows = [
            (
                row.run, str(row.summary.measure), row.found.size, Percent(row.detectable), Percent(row.expected),
                Percent(row.summary.value.value), row.summary.n,
            )
            for row in self.rows
        ]  # fmt: skip
        return (
            Table(
                "sample_size",
                f"What N labelled captions can show: {self.benchmark}",
                COLUMNS,
                rows,
                self._notes(),
            ),
        )

    def _notes(self) -> list[str]:
        summaries = list(dict.fromkeys(row.summary for row in self.rows))
        return [
            f"Positives: {self.rule}.",
            *dict.fromkeys(one.measure.definition for one in summaries),
            f"Ties: {TIES}.",
            (
                f"Detectable: {LEVEL:.0%} of the means of N captions stand no further from the mean"
                " of all."
            ),
            f"N captions are drawn {self.resamples:,} times, with replacement, seed {self.seed}.",
            "Expected: the same without drawing, where means are normal: 1.96 sd / sqrt(N).",
            (
                "Captions are drawn one by one, as in the paper. Where several captions share a"
                " video, less can be shown."
            ),
            *dict.fromkeys(
                f"{row.run}, {row.summary.measure}: {row.why}." for row in self.rows if row.why
            ),
            *_about_captions(self.rows),
        ]


def _about_captions(rows: Sequence[Detectable]) -> list[str]:
    notes = []
    for row in rows:
        name, one = f"{row.run}, {row.summary.measure}", row.summary
        notes += [f"{name}: {one.left_out:,} without positives left out."] if one.left_out else []
        notes += (
            [f"{name}: {one.missing:,} without a ranking, which found nothing."]
            if one.missing
            else []
        )
        notes += [] if one.measure.depth else [f"{name}: {one.depth} ranks are looked at."]
        notes += [f"{name}: {note}." for note in one.notes]
    return list(dict.fromkeys(notes))


def sample_sizes(
    snapshot: Snapshot,
    measures: Sequence[Measure],
    sizes: Sequence[int] | None = None,
    positives: Rule = "all",
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> SampleSizes:
    """Of all the runs of the snapshot. sizes: None for those of the paper that the benchmark has
    captions for.

    NothingToStudy where more captions are asked for than have a value.
    """
    check_draws(seed, resamples=resamples)
    _check_measures(measures)
    pairs = snapshot.positives(positives)
    cells = [
        _Cell(one, measure, one.by_rule[positives].values[measure])
        for one in score_runs(snapshot, measures, {positives: pairs})
        for measure in measures
    ]
    found = _studied(cells, sizes, resamples, seed)
    rows = [
        Detectable(
            cell.scored.run.name,
            cell.scored.by_rule[positives].summaries[cell.measure],
            one,
            "" if vary(cell.values) else ALL_EQUAL,
        )
        for number, cell in enumerate(cells)
        for one in found[number].sizes
    ]
    return SampleSizes(snapshot.benchmark, pairs.rule, tuple(rows), resamples, seed)


@dataclass(frozen=True, slots=True)
class _Cell:
    scored: ScoredRun
    measure: Measure
    values: Values

    @property
    def known(self) -> int:
        return int((~np.isnan(self.values)).sum())


def _studied(
    cells: Sequence[_Cell], sizes: Sequence[int] | None, resamples: int, seed: int
) -> dict[int, SampleSizeStudy]:
    """By the cells' places. Those in which as many captions have a value share their draws."""
    together: dict[int, list[int]] = {}
    for number, cell in enumerate(cells):
        together.setdefault(cell.known, []).append(number)
        _check_sizes(_asked(sizes, cell.known), cell.known, cell.scored.run.direction == "t2v")
    found: dict[int, SampleSizeStudy] = {}
    for known, numbers in together.items():
        values = [cells[number].values for number in numbers]
        studies = study_cells(
            values, _asked(sizes, known), resamples=resamples, level=LEVEL, seed=seed
        )
        found |= dict(zip(numbers, studies, strict=True))
    return found


def _asked(sizes: Sequence[int] | None, known: int) -> Sequence[int]:
    return _fitting(known) if sizes is None else sizes


def _fitting(known: int) -> Sequence[int]:
    """All that there are, where even the least of the paper's sizes is more."""
    return [size for size in SIZES if size <= known] or [known]


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


def _check_measures(measures: Sequence[Measure]) -> None:
    for measure in measures:
        if measure.kind.instead:
            raise NothingToStudy(
                f"{measure} has no score for each caption whose mean could be drawn: ask for"
                f" {measure.kind.instead} instead"
            )
