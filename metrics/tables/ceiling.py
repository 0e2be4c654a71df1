"""Instance-based scores as reported, and the least and the most that they could be."""

from collections.abc import Sequence

from measures.estimate import USUAL, Interval
from measures.scoring import TIES
from metrics.drawing import absent_intervals, interval_cells
from metrics.studies.ceiling import KINDS, Ceiling, Ceilings
from metrics.studies.dependent import about_intervals, intervals_in
from metrics.table import Cell, Column, Percent, Table, marked, titled
from metrics.tables.graded import WAYS
from semantics.graded.instances import SAME_ABOVE

TITLES = {
    "least": "Least",
    "least_interval": "95 % of least",
    "reported": "Reported",
    "reported_interval": "95 % of reported",
    "most": "Most",
    "most_interval": "95 % of most",
}


def tables(found: Ceilings) -> Sequence[Table]:
    columns = [*titled(run="Run", direction="Direction", measure="Measure")]
    for name in KINDS:
        columns += [Column(key, TITLES[key]) for key in (name, f"{name}_interval")]
    columns += [*titled(n="n", open="Not in the ranking")]
    title = f"Least and most of instance-based scores: {found.benchmark}"
    return [
        Table("ceiling", title, columns, [_cells(row, found) for row in found.rows], _notes(found))
    ]


def _cells(row: Ceiling, found: Ceilings) -> list[Cell]:
    cells: list[Cell] = [marked(row.run, found.saw), WAYS[row.direction], row.measure]
    for name in KINDS:
        one = getattr(row, name)
        cells += [Percent(one.value), *interval_cells(one, [USUAL])]
    return [*cells, row.n, row.open]


def _notes(found: Ceilings) -> list[str]:
    rows = {
        f"{row.run}, {row.measure}, {name}": getattr(row, name)
        for row in found.rows
        for name in KINDS
    }
    known = {name: one for name, one in rows.items() if one.value is not None}
    return [
        *found.marks(),
        (
            "Reported: by each caption's own video. Most, least: by the highest and the lowest"
            f" ranked of all that the proxy {found.proxy} ({found.title}) has above"
            f" {SAME_ABOVE:g}, as if it were the caption's own (000, section 5.2 and Figure 5)."
        ),
        (
            "Not in the ranking: captions (or videos) with some such one below the ranks that the"
            " run stores, or unranked; their least is 0."
        ),
        *found.definitions,
        f"Ties: {TIES}.",
        *about_intervals(found.grouped, _intervals(found)),
        found.about_clusters,
        *absent_intervals(known),
    ]


def _intervals(found: Ceilings) -> list[Interval]:
    return [one for row in found.rows for one in intervals_in([row.least, row.reported, row.most])]
