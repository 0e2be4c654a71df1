"""Table 1 under a proxy, and the intervals of its cells."""

from collections.abc import Sequence

from measures.estimate import USUAL
from measures.scoring import TIES
from metrics.drawing import Of, absent_intervals, cells_of, ends, listed, names_of, plain
from metrics.studies.by_proxy import ProxyEvaluation
from metrics.studies.dependent import about_intervals, intervals_in
from metrics.studies.evaluation import Cell
from metrics.table import Cell as TableCell
from metrics.table import Column, Percent, Table, marked
from metrics.tables.evaluation import about_captions, about_depth
from metrics.tables.sureness import sureness
from metrics.words import format_cell


def evaluated(found: ProxyEvaluation) -> Sequence[Table]:
    return [_scores(found), *([_intervals(found)] if found.draws else [])]


def _scores(found: ProxyEvaluation) -> Table:
    of = {(cell.run, cell.measure): cell for cell in found.cells}
    columns = (
        Column("measure", "Measure"),
        *(Column(run, format_cell(marked(run, found.saw))) for run in found.runs),
    )
    rows = [
        (str(measure), *(_shown(of[run, measure]) for run in found.runs))
        for measure in found.measures
    ]
    title = f"Table 1 under {found.proxy}: {found.benchmark}"
    return Table("proxy_scores", title, columns, rows, _notes(found))


def _shown(cell: Cell) -> TableCell:
    value = cell.main.value.value
    return value if cell.measure.kind.of_ranks else Percent(value)


def _notes(found: ProxyEvaluation) -> list[str]:
    graded = [str(one) for one in found.measures if any(part.kind.graded for part in one.parts)]
    binary = [str(one) for one in found.measures if str(one) not in graded]
    return [
        *found.marks(),
        (
            f"With the proxy {found.proxy} ({found.title}) in place of positives: {found.pairs:,}"
            " pairs of caption and video have more than 0."
        ),
        *([f"{', '.join(graded)}: the proxy is the gain."] if graded else []),
        *([_about_binary(found, binary)] if binary else []),
        *dict.fromkeys(measure.definition for measure in found.measures),
        f"Ties: {TIES}.",
        *about_depth(found.cells),
        *about_captions(found.cells),
        *(f"{cell.run}, {cell.measure}: {note}." for cell in found.cells for note in cell.notes()),
    ]


def _about_binary(found: ProxyEvaluation, named: Sequence[str]) -> str:
    return (
        f"{', '.join(named)}: positive is what reaches {found.threshold:g}, {found.positive:,}"
        " pairs."
    )


def _intervals(found: ProxyEvaluation) -> Table:
    names = names_of((cell.score for cell in found.cells), USUAL)
    columns, rows = listed(
        found.cells,
        cells_of(lambda cell: [marked(cell.run, found.saw)], run="Run"),
        plain(measure="Measure"),
        cells_of(lambda cell: [_shown(cell)], score="Score"),
        ends("score", names),
        plain(n=Of("main.n", "n"), missing=Of("main.missing", "Without ranking")),
        sureness("score"),
    )
    title = f"Intervals under {found.proxy}: {found.benchmark}"
    return Table("proxy_intervals", title, columns, rows, _how_sure(found, names))


def _how_sure(found: ProxyEvaluation, names: Sequence[str]) -> list[str]:
    if found.draws is None:
        return []
    scores = {f"{cell.run} {cell.measure}": cell.score for cell in found.cells}
    return [
        *about_intervals(found.draws.grouped, intervals_in(scores.values())),
        found.draws.about_clusters,
        *(note for name in names for note in absent_intervals(scores, name)),
    ]
