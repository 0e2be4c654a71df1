"""Table 4: what each run would score had it, or its family, not been in the pool."""

from collections.abc import Sequence

from measures.scoring import TIES
from metrics.studies.judged import about_found
from metrics.studies.leave_one_out import LeaveOneOut, LeftOut
from metrics.table import Cell, Of, Table, cells_of, drawn_table, named_note, plain
from metrics.tables.evaluation import score_cell


def tables(found: LeaveOneOut) -> Sequence[Table]:
    table = drawn_table(
        "leave_one_out",
        f"Table 4: {found.benchmark}",
        found.rows,
        plain(run=Of("run.name", "Run"), measure=Of("all.measure", "Measure")),
        cells_of(_scores, all="All", new="New", difference="Difference"),
        plain(lost="Positives lost", n=Of("all.n", "n")),
        notes=_notes(found),
    )
    return [table]


def _scores(row: LeftOut) -> list[Cell]:
    every = row.all.value, row.new.value, row.difference
    return [score_cell(row.all.measure, one.value) for one in every]


def _notes(found: LeaveOneOut) -> list[str]:
    others = "other runs" if found.by == "run" else "runs of other families"
    unfound = (
        f" {found.unfound:,} of them no run found: they are in All and in nobody's New."
        if found.unfound
        else ""
    )
    left_out = max(row.all.left_out for row in found.rows)
    return [
        (
            f"All: {found.rule}. New: the original ones, and those collected that {others} have"
            f" within {found.depth} ranks."
        ),
        f"{about_found(found.relevant, found.collected)}{unfound}",
        *found.says,
        *named_note("Not in the pool, and so not here", found.not_pooled),
        *dict.fromkeys(row.all.measure.definition for row in found.rows),
        f"Ties: {TIES}.",
        *([f"{left_out:,} captions without positives left out."] if left_out else []),
        *_about_runs(found.rows),
        *(
            f"{row.run.name}, {row.all.measure}: {note}."
            for row in found.rows
            for note in row.notes()
        ),
    ]


def _about_runs(rows: Sequence[LeftOut]) -> list[str]:
    missing = {row.run.name: row.all.missing for row in rows if row.all.missing}
    whole = {row.run.name: row.all.depth for row in rows if not row.all.measure.depth}
    return [
        *(
            f"{run}: {count:,} without a ranking, which found nothing."
            for run, count in missing.items()
        ),
        *(
            f"{run}: {depth} ranks are looked at where a measure names no depth."
            for run, depth in whole.items()
        ),
    ]
