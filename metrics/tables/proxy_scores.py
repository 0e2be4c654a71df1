"""Table 1 under a proxy, and the intervals of its cells."""

from collections.abc import Sequence

from metrics.studies.by_proxy import ProxyEvaluation
from metrics.studies.evaluation import Cell
from metrics.table import Cell as TableCell
from metrics.table import Column, Of, Table, cell_of, drawn_table, ends, marked, plain, run_names
from metrics.tables.evaluation import about_cells, about_scores, score_cell, sureness
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
    return score_cell(cell.measure, cell.main.value.value)


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
        *about_cells(found.cells),
    ]


def _about_binary(found: ProxyEvaluation, named: Sequence[str]) -> str:
    return (
        f"{', '.join(named)}: positive is what reaches {found.threshold:g}, {found.positive:,}"
        " pairs."
    )


def _intervals(found: ProxyEvaluation) -> Table:
    return drawn_table(
        "proxy_intervals",
        f"Intervals under {found.proxy}: {found.benchmark}",
        found.cells,
        run_names(found.saw),
        plain(measure="Measure"),
        cell_of(_shown, score="Score"),
        ends("score"),
        plain(n=Of("main.n", "n"), missing=Of("main.missing", "Without ranking")),
        sureness("score"),
        notes=about_scores(found),
    )
