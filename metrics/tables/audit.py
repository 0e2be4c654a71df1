"""What wrong original pairs do to C@K, a run and a measure a row."""

from collections.abc import Sequence

from measures.estimate import LEVEL, USUAL
from metrics.drawing import Of, cells_of, ends, listed, names_of, percents, plain
from metrics.studies.audit import Audit
from metrics.table import Table


def tables(found: Audit) -> Sequence[Table]:
    return [_share(found), _effect(found)]


def _share(found: Audit) -> Table:
    names = names_of([found.share], USUAL)
    columns, rows = listed(
        [found.originals],
        cells_of(lambda _: [found.sample.name], drawn="Drawn"),
        plain(asked="Pairs", judged="Judged", rejected="Rejected"),
        percents(share="Share"),
        ends("share", names, titles={USUAL: f"{LEVEL:.0%}"}),
    )
    return Table("originals", f"Original pairs of {found.benchmark}", columns, rows, [])


def _effect(found: Audit) -> Table:
    names, title = names_of((row.without for row in found.rows), USUAL), f"{LEVEL:.0%}"
    columns, rows = listed(
        found.rows,
        plain(run="Run", measure="Measure"),
        percents(corrected="Corrected", carried="Rests on original pairs alone", lost="Lost"),
        ends("lost", names, "lost_", titles={USUAL: f"{title} of lost"}),
        percents(without_wrong=Of("without", "Without wrong ones")),
        ends("without", names, titles={USUAL: title}),
        plain(n="n"),
    )
    about = f"What wrong original pairs do to C@K: {found.benchmark}"
    return Table("audit", about, columns, rows, found.notes())
