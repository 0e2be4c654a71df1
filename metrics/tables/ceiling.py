"""Instance-based scores as reported, and the least and the most that they could be."""

from collections.abc import Sequence

from measures.scoring import TIES
from metrics.studies.ceiling import KINDS, Ceilings
from metrics.studies.dependent import about_intervals, intervals_in
from metrics.table import Table, absent_intervals, cell_of, drawn_table, plain, run_names, with_ends
from metrics.tables.graded import WAYS
from semantics.graded.instances import SAME_ABOVE


def tables(found: Ceilings) -> Sequence[Table]:
    table = drawn_table(
        "ceiling",
        f"Least and most of instance-based scores: {found.benchmark}",
        found.rows,
        run_names(found.saw),
        cell_of(lambda row: WAYS[row.direction], direction="Direction"),
        plain(measure="Measure"),
        with_ends("least", "Least", "95 % of least"),
        with_ends("reported", "Reported", "95 % of reported"),
        with_ends("most", "Most", "95 % of most"),
        plain(n="n", open="Not in the ranking"),
        notes=_notes(found),
    )
    return [table]


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
            f" {SAME_ABOVE:g}, as if it were the caption's own (Wray et al., 2021, section"
            " 5.2 and Figure 5)."
        ),
        (
            "Not in the ranking: captions (or videos) with some such one below the ranks that the"
            " run stores, or unranked; their least is 0."
        ),
        *found.definitions,
        f"Ties: {TIES}.",
        *about_intervals(found.grouped, intervals_in(rows.values())),
        found.about_clusters,
        *absent_intervals(known),
    ]
