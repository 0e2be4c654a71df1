"""What wrong original pairs do to C@K, a run and a measure a row."""

from collections.abc import Sequence

from measures.estimate import LEVEL, USUAL
from metrics.studies.audit import Audit
from metrics.table import Of, Table, cell_of, drawn_table, ends, percents, plain

TITLES = {USUAL: f"{LEVEL:.0%}"}


def tables(found: Audit) -> Sequence[Table]:
    return [_share(found), _effect(found)]


def _share(found: Audit) -> Table:
    return drawn_table(
        "originals",
        f"Original pairs of {found.benchmark}",
        [found.originals],
        cell_of(lambda _: found.sample.name, drawn="Drawn"),
        plain(asked="Pairs", judged="Judged", rejected="Rejected"),
        percents(share="Share"),
        ends("share", titles=TITLES),
    )


def _effect(found: Audit) -> Table:
    return drawn_table(
        "audit",
        f"What wrong original pairs do to C@K: {found.benchmark}",
        found.rows,
        plain(run="Run", measure="Measure"),
        percents(corrected="Corrected", carried="Rests on original pairs alone", lost="Lost"),
        ends("lost", key="lost_", titles={USUAL: f"{LEVEL:.0%} of lost"}),
        percents(without_wrong=Of("without", "Without wrong ones")),
        ends("without", titles=TITLES),
        plain(n="n"),
        notes=found.notes(),
    )
