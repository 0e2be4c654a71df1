"""What wrong original pairs do to C@K, a run and a measure a row."""

from collections.abc import Sequence

from measures.estimate import LEVEL, USUAL
from metrics.drawing import interval_cells, interval_columns, names_of
from metrics.studies.audit import Audit
from metrics.table import Column, Percent, Table, titled


def tables(found: Audit) -> Sequence[Table]:
    return [_share(found), _effect(found)]


def _share(found: Audit) -> Table:
    names, sample = names_of([found.share], USUAL), found.sample
    columns = (
        *titled(drawn="Drawn", asked="Pairs", judged="Judged", rejected="Rejected", share="Share"),
        *interval_columns(names, titles={USUAL: f"{LEVEL:.0%}"}),
    )
    row = (
        sample.name,
        len(sample.queries),
        int(sample.judged.sum()),
        int(sample.rejected.sum()),
        Percent(found.share.value),
        *interval_cells(found.share, names),
    )
    return Table("originals", f"Original pairs of {found.benchmark}", columns, [row], [])


def _effect(found: Audit) -> Table:
    names = names_of((row.without for row in found.rows), USUAL)
    title = f"{LEVEL:.0%}"
    columns = (
        *titled(
            run="Run",
            measure="Measure",
            corrected="Corrected",
            carried="Rests on original pairs alone",
            lost="Lost",
        ),
        *interval_columns(names, "lost_", titles={USUAL: f"{title} of lost"}),
        Column("without_wrong", "Without wrong ones"),
        *interval_columns(names, titles={USUAL: title}),
        Column("n", "n"),
    )
    rows = [
        (
            row.run,
            str(row.measure),
            Percent(row.corrected),
            Percent(row.carried),
            Percent(row.lost.value),
            *interval_cells(row.lost, names),
            Percent(row.without.value),
            *interval_cells(row.without, names),
            row.n,
        )
        for row in found.rows
    ]
    about = f"What wrong original pairs do to C@K: {found.benchmark}"
    return Table("audit", about, columns, rows, found.notes())
