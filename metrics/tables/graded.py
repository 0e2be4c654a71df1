"""nDCG of the runs under a proxy, with that of a random order beside it."""

from collections.abc import Sequence

from measures.scoring import TIES
from metrics.studies.by_proxy import ProxyEvaluation
from metrics.studies.dependent import about_intervals, intervals_in
from metrics.studies.evaluation import Cell
from metrics.studies.graded import Graded, GradedScores
from metrics.table import Cell as TableCell
from metrics.table import (
    Column,
    Marked,
    Of,
    Table,
    Word,
    cell_of,
    cells_of,
    drawn_table,
    ends,
    every_absent,
    marked,
    percents,
    plain,
    run_names,
    with_ends,
)
from metrics.tables.evaluation import about_cells, about_scores, score_cell, sureness
from metrics.words import format_cell

WAYS = {
    "t2v": Word("text to video"),
    "v2t": Word("video to text"),
    "both": Word("both, the mean (Eq. 3)"),
}

BOTH = "Both: of a model with one run each way; a video and its captions are one cluster."

ABOUT_TAU = (
    "Tau: Kendall's tau-b between all that is ranked and the proxy, 0 on average for a random"
    " order. What is as relevant cannot be ranked as such, so that the best order stays below 1."
    " Its mean leaves out where all that is ranked is as relevant."
)


def tables(found: GradedScores | ProxyEvaluation) -> Sequence[Table]:
    return evaluated(found) if isinstance(found, ProxyEvaluation) else [_graded(found)]


def _graded(found: GradedScores) -> Table:
    return drawn_table(
        "graded",
        f"nDCG under {found.proxy}: {found.benchmark}",
        found.rows,
        cells_of(
            lambda row: [_run(row, found), WAYS[row.direction]], run="Run", direction="Direction"
        ),
        percents(ndcg=Of("value", "nDCG")),
        ends("value"),
        percents(random="Random order", whole="nDCG-whole", random_whole="Random, whole"),
        with_ends("tau", "Tau", percent=False),
        plain(n="n", missing="Without ranking", depth="Ranks", cut="Cut", tau_n="n of tau"),
        notes=_notes(found),
    )


def _run(row: Graded, found: GradedScores) -> TableCell:
    """What is of both directions has the mark of either."""
    if row.direction != "both":
        return marked(row.run, found.saw)
    saw = {one.model for one in found.rows if one.run in found.saw}
    return Marked(row.run) if row.model in saw else row.run


def _notes(found: GradedScores) -> list[str]:
    rows = {f"{row.run}, {WAYS[row.direction]}": row.value for row in found.rows}
    known = {name: one for name, one in rows.items() if one.value is not None}
    undefined = [name for name in rows if name not in known]
    return [
        *found.marks(),
        (
            f"nDCG (Wray et al., 2021, Eq. 2) under the proxy {found.proxy} ({found.title}):"
            " gain 2^s - 1,"
            " discount log2(rank + 1), as many ranks as there are items with a proxy above 0, over"
            " the same of the best order. nDCG-whole, as trec_eval has it, goes over the whole"
            " ranking instead."
        ),
        *_about_depth(found),
        *_about_tau(found),
        "Random order: what a random order of all there is comes to on average, cut the same.",
        *([BOTH] if any(row.direction == "both" for row in found.rows) else []),
        f"Ties: {TIES}.",
        *about_intervals(found.grouped, intervals_in(row.value for row in found.rows)),
        found.about_clusters,
        *every_absent(known),
        *([f"No score of {'; '.join(undefined)}: nothing is relevant."] if undefined else []),
    ]


def _about_depth(found: GradedScores) -> list[str]:
    """What is cut, direction by direction."""
    cut = {row.direction: row for row in found.rows if row.cut and row.direction != "both"}
    return [
        (
            f"{WAYS[direction].capitalize()}: {row.depth:,} ranks are looked at, those of the"
            f" shallowest run; {row.cut:,} of {row.n:,} have more that is relevant. Where a"
            " ranking is cut, so is the best order: 100 % is the best that can be had in as many"
            " ranks."
        )
        for direction, row in cut.items()
    ]


def _about_tau(found: GradedScores) -> list[str]:
    """What of a ranking it is of, where that is not all."""
    of = {"t2v": found.videos, "v2t": found.captions}
    cut = [
        f"{WAYS[way].capitalize()}: of {depth:,} ranks of {of[way]:,}, those of the shallowest run."
        for way, depth in {row.direction: row.depth for row in found.rows}.items()
        if depth < of.get(way, 0)
    ]
    return [ABOUT_TAU, *(f"Tau, {one[0].lower()}{one[1:]}" for one in cut)]


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
    return Table("proxy_scores", title, columns, rows, _about_measures(found))


def _shown(cell: Cell) -> TableCell:
    return score_cell(cell.measure, cell.main.value.value)


def _about_measures(found: ProxyEvaluation) -> list[str]:
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
