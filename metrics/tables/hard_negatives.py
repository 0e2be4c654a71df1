"""What runs rank high and no caption claims: how much is relevant, by a proxy and by people."""

from collections.abc import Sequence

from measures.estimate import USUAL, Interval
from metrics.studies.dependent import about_intervals, intervals_in
from metrics.studies.hard_negatives import AUDITED, Audited, HardNegatives
from metrics.table import (
    NO_SPAN,
    Cell,
    Drawn,
    Percent,
    Span,
    Table,
    absent_intervals,
    cell_of,
    cells_of,
    drawn_table,
    interval_cells,
    marked,
    named_note,
    percents,
    plain,
    run_names,
    titled,
    with_ends,
)


def tables(found: HardNegatives) -> Sequence[Table]:
    return [_audit(found), _levels(found)]


def _audit(found: HardNegatives) -> Table:
    return drawn_table(
        "hard_negatives",
        f"Hard negatives that are relevant: {found.benchmark}",
        found.rows,
        run_names(found.saw),
        plain(n="Hard negatives"),
        percents(above_zero="Proxy above 0"),
        *(_at_least(at, threshold) for at, threshold in enumerate(AUDITED)),
        with_ends("people", "Relevant, of judged", "95 % of judged"),
        plain(judged="Judged", relevant="Found relevant", unjudged="Unjudged"),
        cell_of(_bounds, bounds="Of all, between"),
        notes=_notes(found),
    )


def _at_least(at: int, threshold: float) -> Drawn:
    key = f"at_{100 * threshold:g}"

    def cells(row: Audited) -> list[Cell]:
        one = row.by_proxy[at].share
        return [Percent(one.value), *interval_cells(one, [USUAL])]

    return cells_of(
        cells, **{key: f"Proxy ≥ {threshold:g}", f"{key}_interval": f"95 % of ≥ {threshold:g}"}
    )


def _bounds(row: Audited) -> Cell:
    return NO_SPAN if row.bounds is None else Span(*row.bounds, percent=True)


def _notes(found: HardNegatives) -> list[str]:
    rows = {f"{row.run}, judged": row.people for row in found.rows if row.people.value is not None}
    without = [row.run for row in found.rows if row.people.value is None]
    return [
        *found.marks(),
        (
            f"Hard negatives: the first {found.depth} videos of a run for each caption, but those"
            " that a caption with the same text was written for."
        ),
        (
            f"Proxy: {found.proxy} ({found.title}), as relevance of the pair (Falcon et al., 2024,"
            " Figure 5). Of"
            " judged: pairs that people found relevant; a pair without consensus counts as not"
            " relevant."
        ),
        "Of all, between: if every unjudged pair were irrelevant, and if it were relevant.",
        *about_intervals(found.grouped, _intervals(found)),
        found.about_clusters,
        *named_note("No judged hard negative", without),
        *named_note("Not here, as they rank captions for videos", found.other_direction),
        *absent_intervals(rows),
    ]


def _levels(found: HardNegatives) -> Table:
    """How many there are of each tenth of the proxy, as the paper draws them."""
    columns = titled(run="Run", level="Proxy", n="n", share="Share")
    rows = [
        (
            marked(row.run, found.saw),
            level_name(level),
            number,
            Percent(number / row.n if row.n else None),
        )
        for row in found.rows
        for level, number in enumerate(row.levels)
    ]
    notes = [*found.marks(), "From the lower number to below the higher one; 1 apart."]
    title = f"Hard negatives by their proxy: {found.benchmark}"
    return Table("negatives_by_proxy", title, columns, rows, notes)


def level_name(level: int) -> str:
    return "1" if level == 10 else f"{level / 10:g} to {(level + 1) / 10:g}"


def _intervals(found: HardNegatives) -> list[Interval]:
    estimates = [
        one
        for row in found.rows
        for one in (row.above_zero, *(step.share for step in row.by_proxy), row.people)
    ]
    return intervals_in(estimates)
