"""Table 1, and the intervals of its cells."""

from collections.abc import Iterator, Sequence
from functools import partial

from measures.estimate import USUAL, Estimate
from measures.measure import Measure
from measures.scoring import TIES
from metrics.studies.by_proxy import ProxyEvaluation
from metrics.studies.dependent import about_intervals, few_words, intervals_in
from metrics.studies.evaluation import Cell, Evaluation, value_of
from metrics.studies.judged import about_found, about_grades
from metrics.table import (
    MARK,
    Column,
    Corrected,
    Drawn,
    Of,
    Percent,
    Table,
    Word,
    cell_of,
    cells_of,
    drawn_table,
    ends,
    every_absent,
    plain,
)
from metrics.table import Cell as TableCell


def tables(found: Evaluation) -> Sequence[Table]:
    return [_table_1(found), *([_intervals(found)] if found.draws else [])]


def _table_1(found: Evaluation) -> Table:
    """A row for each measure, a column for each run."""
    of = {(cell.run, cell.measure): cell for cell in found.cells}
    marked = {run: f"{run} {MARK}" for run in found.saw}
    columns = (
        Column("measure", "Measure"),
        *(Column(run, marked.get(run, run)) for run in found.runs),
    )
    rows: list[tuple[TableCell, ...]] = []
    for measure in found.measures:
        cells = [of[run, measure] for run in found.runs]
        rows.append((str(measure), *(_shown(found, cell) for cell in cells)))
        residuals = [cell.main.residual for cell in cells]
        if any(residuals):
            rows.append(
                (f"{measure}, residual", *(one and Percent(one.value) for one in residuals))
            )
    if found.judged.measure not in found.measures:
        shares = (Percent(found.judged.shares[run].value) for run in found.runs)
        rows.append((str(found.judged.measure), *shares))
    title = f"Table 1: {found.benchmark}"
    if found.grades and found.grades.level:
        title = f"Table 1 from grade {found.grades.level}: {found.benchmark}"
    return Table("scores", title, columns, rows, _notes(found))


def _intervals(found: Evaluation) -> Table:
    return drawn_table(
        "intervals",
        f"Intervals: {found.benchmark}",
        found.cells,
        plain(run="Run", measure="Measure"),
        cell_of(partial(_shown, found), score="Score"),
        ends("score"),
        cell_of(lambda cell: score_cell(cell.measure, cell.delta.value), delta="Delta"),
        ends("delta", key="delta_", of=" of delta"),
        plain(n=Of("main.n", "n"), missing=Of("main.missing", "Without ranking")),
        sureness("score"),
        notes=_how_sure(found),
    )


def _shown(found: Evaluation, cell: Cell) -> TableCell:
    if found.positives == "both" and cell.measure.kind.needs_positives:
        a, b = value_of(cell.all), value_of(cell.original)
        return Corrected(a, b, cell.measure.kind.of_ranks)
    return score_cell(cell.measure, cell.main.value.value)


def score_cell(measure: Measure, value: float | None) -> TableCell:
    """A score, or a difference of two: of ranks, or in percent."""
    return value if measure.kind.of_ranks else Percent(value)


def _notes(found: Evaluation) -> tuple[str, ...]:
    definitions = dict.fromkeys(measure.definition for measure in found.measures)
    definitions[found.judged.definition] = None
    return (
        *found.judged.warnings(),
        *found.marks(),
        *(f"{run}: {what}." for run, what in found.trained.items()),
        _about_positives(found),
        *([_about_found(found)] if found.labels_given else []),
        *([] if found.grades is None else about_grades(found.grades)),
        *([found.no_grades] if found.no_grades else []),
        *definitions,
        *about_cells(found.cells, together=found.grades is not None),
    )


def _about_found(found: Evaluation) -> str:
    """Counts pairs of query and video, though scores count captions with the same text apart."""
    shared = " For scores, captions with the same text count apart."
    return about_found(found.found["relevant"], found.found["collected"]) + shared


def _about_positives(found: Evaluation) -> str:
    same = ", also those of captions with the same text" if found.same_text else ""
    counts = found.counts
    source = "from a file" if found.originals_from_file else f"each caption's own video{same}"
    original = f"the {counts['original']:,} original positives ({source})"
    collected = (
        f"{counts['collected']:,} that people found relevant besides"
        if found.labels_given
        else "no labels"
    )
    return {
        "both": (
            f"A (B + C): A with {original} and {collected}, B with the original ones only, C ="
            " A - B; equally deep."
        ),
        "all": f"With {original} and {collected}.",
        "original": f"With {original} only.",
    }[found.positives]


def _about_depth(cells: Sequence[Cell]) -> list[str]:
    runs: dict[int, dict[str, None]] = {}
    for cell in cells:
        if cell.measure.depth is None:
            runs.setdefault(cell.main.depth, {})[cell.run] = None
    return [
        f"Where a measure names no depth: {depth} ranks, of {', '.join(named)}."
        for depth, named in runs.items()
    ]


def _about_captions(cells: Sequence[Cell]) -> list[str]:
    """Once for runs that say the same: n, what was left out, what had no ranking."""
    cells_of: dict[str, list[str]] = {}
    for cell in cells:
        main, rest = cell.main, ""
        if cell.all and cell.original and cell.original.n != cell.all.n:
            rest = f" ({cell.original.n:,} of them with original positives)"
        parts = [
            f"n = {main.n:,}{rest}",
            f"{main.left_out:,} without positives left out" if main.left_out else "",
            f"{main.missing:,} without a ranking, which found nothing" if main.missing else "",
        ]
        cells_of.setdefault("; ".join(filter(None, parts)), []).append(f"{cell.run} {cell.measure}")
    everywhere = len(cells_of) == 1
    return [
        f"{text}." if everywhere else f"{text}: {', '.join(cells)}."
        for text, cells in cells_of.items()
    ]


def _how_sure(found: Evaluation) -> list[str]:
    about_delta = "That of delta is of A - B as printed."
    deltas = {f"{cell.run} {cell.measure}, delta": cell.delta for cell in found.cells}
    return [*about_scores(found, about_delta), *every_absent(deltas)]


def about_scores(found: Evaluation | ProxyEvaluation, *also: str) -> list[str]:
    """How sure the scores are, and which have no interval. also: said in between."""
    if found.draws is None:
        return []
    scores = {f"{cell.run} {cell.measure}": cell.score for cell in found.cells}
    return [
        *about_intervals(found.draws.grouped, intervals_in(scores.values())),
        found.draws.about_clusters,
        *also,
        *every_absent(scores),
    ]


def about_cells(cells: Sequence[Cell], *, together: bool = False) -> list[str]:
    """What was looked at, and what is to be known of single scores. together: what is to be known
    of a measure whatever the run, as of grades, is said once."""
    return [
        f"Ties: {TIES}.",
        *_about_depth(cells),
        *_about_captions(cells),
        *dict.fromkeys(_about_each(cells, together)),
    ]


def _about_each(cells: Sequence[Cell], together: bool) -> Iterator[str]:
    told: dict[tuple[str, str], set[str]] = {}
    for cell in cells:
        for note in cell.notes():
            told.setdefault((str(cell.measure), note), set()).add(cell.run)
    runs = {cell.run for cell in cells}
    for cell in cells:
        for note in cell.notes():
            once = together and told[str(cell.measure), note] == runs
            yield f"{cell.measure}: {note}." if once else f"{cell.run}, {cell.measure}: {note}."


def sureness(name: str) -> Drawn:
    """The columns about the estimate of this name."""
    return cells_of(
        lambda row: _sure(getattr(row, name)),
        clusters="Clusters",
        text_groups="Texts",
        design_effect="Design effect",
        interval_kind="Kind of interval",
        few="Few",
    )


def _sure(one: Estimate) -> tuple[TableCell, ...]:
    interval = one.intervals.get(USUAL)
    if interval is None or not interval.clusters:
        return (None, None, None, "", "")
    effect = interval.design_effect
    return (
        interval.clusters,
        interval.text_groups,
        None if effect is None else f"{effect:.2f}",
        Word(interval.kind),
        few_words(interval),
    )
