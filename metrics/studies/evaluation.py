"""Table 1: every run under every measure, with original and with all positives, "A (B + C)"."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from metrics.measures.hits import Pairs, Values
from metrics.measures.measure import Measure
from metrics.measures.resampling import RESAMPLES
from metrics.measures.scoring import TIES, Summary
from metrics.snapshot import Rule, Snapshot
from metrics.studies.intervals import LEVEL, CellInterval, Draws, Key, find_spans
from metrics.studies.judged import JudgedShares, about_found, judged_shares
from metrics.studies.scored import ScoredRun, check_draws, score_runs
from metrics.studies.study import NothingToStudy, absent_intervals
from metrics.tables import NO_SPAN, Column, Corrected, Percent, Span, Table, counted
from metrics.tables import Cell as TableCell

VERSION = 2
Positives = Literal["both", "original", "all"]
INTERVALS = (
    Column("run", "Run"), Column("measure", "Measure"), Column("score", "Score"), Column("interval", "95 %"),
    Column("delta", "Delta"), Column("delta_interval", "95 % of delta"), Column("n", "n"), Column("missing", "Without ranking"),
)  # fmt: skip
NOT_ASKED = CellInterval(None)
RULES: Mapping[str, tuple[Rule, ...]] = {
    "both": ("all", "original"),
    "original": ("original",),
    "all": ("all",),
}


@dataclass(frozen=True, slots=True)
class Cell:
    """One run under one measure. `all` and `original`: None where that was not asked for."""

    run: str
    measure: Measure
    all: Summary | None
    original: Summary | None
    drawn: Mapping[
        str, CellInterval
    ]  # by rule and of "delta"; empty where no intervals were asked for

    @property
    def corrected(self) -> Corrected:
        return Corrected(_value(self.all), _value(self.original), ranks=self.measure.kind.of_ranks)

    @property
    def main(self) -> Summary:
        """What n, missing and the interval are about: all positives where they were asked for."""
        main = self.all or self.original
        if main is None:
            raise ValueError(f"{self.run} was not scored under {self.measure}")
        return main

    @property
    def interval(self) -> CellInterval:
        return self.drawn.get("all" if self.all else "original", NOT_ASKED)

    @property
    def delta_interval(self) -> CellInterval:
        return self.drawn.get("delta", NOT_ASKED)

    def as_json(self) -> dict[str, Any]:
        """Of delta the interval is that of A - B as printed, each over its own captions."""
        corrected, main = self.corrected, self.main
        return {
            "run": self.run,
            "measure": str(self.measure),
            "all": corrected.all,
            "original": corrected.original,
            "delta": corrected.delta,
            "n": main.n,
            "missing": main.missing,
            "interval": _ends(self.interval.span),
            "why": self.interval.why or None,
            "delta_interval": _ends(self.delta_interval.span),
            "delta_why": self.delta_interval.why or None,
            "n_original": None if self.original is None else self.original.n,
            "left_out": main.left_out,
            "below_depth": main.below_depth,
            "depth": main.depth,
            "notes": list(self.notes()),
        } | ({} if main.residual is None else {"residual": main.residual.value})

    def notes(self) -> tuple[str, ...]:
        """Why a value is not there, and what else has to be known of it."""
        summaries = [summary for summary in (self.all, self.original) if summary is not None]
        reasons = [f"{one.positives}: {one.value.reason}" for one in summaries if one.value.reason]
        return tuple(dict.fromkeys([*reasons, *(note for one in summaries for note in one.notes)]))


@dataclass(frozen=True, slots=True)
class Evaluation:
    benchmark: str
    positives: Positives
    counts: Mapping[str, int]
    runs: tuple[str, ...]
    measures: tuple[Measure, ...]
    cells: tuple[Cell, ...]  # by runs, then measures
    values: Mapping[Key, Values]  # per caption (or video), nan for no value
    draws: Draws | None
    same_text: bool
    found: Mapping[
        str, int
    ]  # pairs of query and video that people found relevant, and how many of them are not original
    judged: JudgedShares
    originals_from_file: bool = False  # and not each caption's own video
    labels_given: bool = True  # whether people's verdicts were there to count

    def as_json(self) -> dict[str, Any]:
        return {
            "benchmark": self.benchmark,
            "positives": {"rule": self.positives, "same_text": self.same_text, **self.counts},
            "found": dict(self.found),
            "judged": self.judged.as_json(),
            "warnings": list(self.judged.warnings()),
            "rows": [cell.as_json() for cell in self.cells],
            "ties": TIES,
            "conventions": {str(measure): measure.kind.convention for measure in self.measures},
            "level": LEVEL if self.draws else None,
            "seed": self.draws.seed if self.draws else None,
            "resamples": self.draws.resamples if self.draws else None,
            "clusters": self.draws.clusters if self.draws else None,
        }

    def arrays(self) -> dict[str, Values]:
        """Values per caption by `RUN|MEASURE|RULE`; in the place of GMR its parts, of which it is a
        function."""
        return {
            f"{run}|{measure}|{rule}": values
            for (run, measure, rule), values in self.values.items()
        }

    def tables(self) -> Sequence[Table]:
        return [self.table_1(), *([self.table_of_intervals()] if self.draws else [])]

    def table_1(self) -> Table:
        """A row for each measure, a column for each run."""
        of = {(cell.run, cell.measure): cell for cell in self.cells}
        columns = (Column("measure", "Measure"), *(Column(run, run) for run in self.runs))
        rows: list[tuple[TableCell, ...]] = []
        for measure in self.measures:
            cells = [of[run, measure] for run in self.runs]
            rows.append((str(measure), *map(self._shown, cells)))
            residuals = [cell.main.residual for cell in cells]
            if any(residuals):
                rows.append(
                    (f"{measure}, residual", *(one and Percent(one.value) for one in residuals))
                )
        if self.judged.measure not in self.measures:
            rows.append(
                (str(self.judged.measure), *(Percent(self.judged.shares[run]) for run in self.runs))
            )
        return Table("scores", f"Table 1: {self.benchmark}", columns, rows, self.notes())

    def table_of_intervals(self) -> Table:
        rows: list[tuple[TableCell, ...]] = [
            (
                cell.run, str(cell.measure), self._shown(cell), cell.interval.span or NO_SPAN,
                Percent(cell.corrected.delta) if not cell.corrected.ranks else cell.corrected.delta,
                cell.delta_interval.span or NO_SPAN, cell.main.n, cell.main.missing,
            )
            for cell in self.cells
        ]  # fmt: skip
        return Table(
            "intervals", f"Intervals: {self.benchmark}", INTERVALS, rows, self._how_drawn()
        )

    def _shown(self, cell: Cell) -> TableCell:
        corrected = cell.corrected
        if self.positives == "both" and cell.measure.kind.needs_positives:
            return corrected
        value = cell.main.value.value
        return value if corrected.ranks else Percent(value)

    def notes(self) -> tuple[str, ...]:
        definitions = dict.fromkeys(measure.definition for measure in self.measures)
        definitions[self.judged.definition] = None
        found = [
            f"{cell.run}, {cell.measure}: {note}." for cell in self.cells for note in cell.notes()
        ]
        return (
            *self.judged.warnings(),
            self._about_positives(),
            *([self._about_found()] if self.labels_given else []),
            *definitions,
            f"Ties: {TIES}.",
            *self._about_depth(),
            *self._about_captions(),
            *found,
        )

    def _about_found(self) -> str:
        """In pairs of query and video, though scores count captions with the same text apart."""
        shared = " For scores, captions with the same text count apart."
        return about_found(self.found["relevant"], self.found["collected"]) + shared

    def _about_positives(self) -> str:
        same = ", also those of captions with the same text" if self.same_text else ""
        counts = self.counts
        source = "from a file" if self.originals_from_file else f"each caption's own video{same}"
        original = f"the {counts['original']:,} original positives ({source})"
        collected = (
            f"{counts['collected']:,} that people found relevant besides"
            if self.labels_given
            else "no labels"
        )
        return {
            "both": (
                f"A (B + C): A with {original} and {collected}, B with the original ones only, C ="
                " A - B; equally deep."
            ),
            "all": f"With {original} and {collected}.",
            "original": f"With {original} only.",
        }[self.positives]

    def _about_depth(self) -> list[str]:
        runs: dict[int, dict[str, None]] = {}
        for cell in self.cells:
            if cell.measure.depth is None:
                runs.setdefault(cell.main.depth, {})[cell.run] = None
        return [
            f"Where a measure names no depth: {depth} ranks, of {', '.join(named)}."
            for depth, named in runs.items()
        ]

    def _about_captions(self) -> list[str]:
        """Once for runs that say the same: n, what was left out, what had no ranking."""
        told: dict[str, list[str]] = {}
        for cell in self.cells:
            main, rest = cell.main, ""
            if cell.all and cell.original and cell.original.n != cell.all.n:
                rest = f" ({cell.original.n:,} of them with original positives)"
            parts = [
                f"n = {main.n:,}{rest}",
                f"{main.left_out:,} without positives left out" if main.left_out else "",
            ]
            parts += [
                f"{main.missing:,} without a ranking, which found nothing" if main.missing else ""
            ]
            told.setdefault("; ".join(filter(None, parts)), []).append(f"{cell.run} {cell.measure}")
        everywhere = len(told) == 1
        return [
            f"{text}." if everywhere else f"{text}: {', '.join(cells)}."
            for text, cells in told.items()
        ]

    def _how_drawn(self) -> tuple[str, ...]:
        if self.draws is None:
            return ()
        drawn = (
            f"{counted(self.draws.resamples, 'resample')} of"
            f" {counted(self.draws.clusters, 'cluster')}, seed {self.draws.seed}"
        )
        return (
            f"95 % percentile intervals from {drawn}; every cell saw the same ones.",
            self.draws.about_clusters,
            "That of delta is of A - B as printed.",
            *absent_intervals(
                (f"{cell.run} {cell.measure}", cell.interval.why) for cell in self.cells
            ),
            *absent_intervals(
                (f"{cell.run} {cell.measure}, delta", cell.delta_interval.why)
                for cell in self.cells
            ),
        )


def evaluate(
    snapshot: Snapshot,
    measures: Sequence[Measure],
    positives: Positives = "both",
    *,
    intervals: bool = False,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Evaluation:
    """All the runs of the snapshot, under all measures. NothingToStudy where there is nothing to
    score."""
    if positives not in RULES:
        raise NothingToStudy(f"positives are both, original or all, not {positives}")
    check_draws(seed, resamples=resamples)
    pairs = {rule: snapshot.positives(rule) for rule in ("all", "original")}
    scored = score_runs(snapshot, measures, {rule: pairs[rule] for rule in RULES[positives]})
    spans, draws = (
        find_spans(snapshot, scored, measures, seed, resamples) if intervals else ({}, None)
    )
    return Evaluation(
        snapshot.benchmark,
        positives,
        _counts(snapshot, pairs["original"], pairs["all"]),
        tuple(one.run.name for one in scored),
        tuple(measures),
        tuple(_cell(one, measure, spans) for one in scored for measure in measures),
        {
            (one.run.name, part, rule): values
            for one in scored
            for rule, part, values in one.values()
        },
        draws,
        snapshot.same_text,
        {
            "relevant": len(snapshot.collected.keys),
            "collected": len(snapshot.beyond_original().keys),
        },
        judged_shares(snapshot, measures),
        snapshot.originals is not None,
        bool(len(snapshot.judged.keys)),
    )


def _cell(scored: ScoredRun, measure: Measure, spans: Mapping[Key, CellInterval]) -> Cell:
    name = scored.run.name
    own = {
        rule: drawn
        for rule in ("all", "original", "delta")
        if (drawn := spans.get((name, measure, rule)))
    }
    return Cell(
        name, measure, scored.summary(measure, "all"), scored.summary(measure, "original"), own
    )


def _counts(snapshot: Snapshot, original: Pairs, every: Pairs) -> dict[str, int]:
    """In pairs of caption and video: captions with the same text count apart."""
    return {
        "original": len(original.keys),
        "collected": len(every.keys) - len(original.keys),
        "all": len(every.keys),
        "captions": snapshot.captions,
        "captions_with_positives": int((every.counts > 0).sum()),
        "judged": len(snapshot.verdicts().keys),
    }


def _value(summary: Summary | None) -> float | None:
    return None if summary is None else summary.value.value


def _ends(span: Span | None) -> list[float] | None:
    return None if span is None else [span.low, span.high]
