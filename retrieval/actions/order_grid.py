"""Ask for the job that trains a grid, and begin it: its row, and a row for each cell."""

from typing import Any

from django.db import transaction

from foundation.refused import Refused
from jobs.models import Job
from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.actions.hand_in import hand_in
from retrieval.actions.read_features import Files
from retrieval.asked.grid import GridAsked
from retrieval.extra import require_extra
from retrieval.models import GridCell, TrainingGrid
from retrieval.queries.grids import find_grid, key_of

JOB = "retrieval.train_grid"


class OtherGrid(Refused):
    """There is a grid of this name that was ordered otherwise."""


def order_grid(actor: Actor, wanted: GridAsked) -> Job:
    """Raises ExtraMissing, OtherGrid."""
    require_extra()
    if (known := find_grid(wanted.benchmark, wanted.name)) is not None:
        _check_same(known, wanted, known.base | wanted.base())
    title = f"Train grid {wanted.name} on {wanted.benchmark}"
    return hand_in(actor, JOB, wanted.files(), title=title, **wanted.arguments())


@transaction.atomic
def begin_grid(actor: Actor, wanted: GridAsked, files: Files, job_id: int) -> TrainingGrid:
    """The grid, new or continued, with a cell for each combination. What another job has spent is
    not this one's. Raises OtherGrid."""
    base = wanted.base() | {"files": _checksums(files)}
    facts = {"varied": wanted.varied, "base": base, "score_by": list(wanted.scored_by())}
    grid = find_grid(wanted.benchmark, wanted.name)
    if grid is None:
        grid = TrainingGrid.objects.create(
            benchmark=wanted.benchmark,
            name=wanted.name,
            keep_runs=wanted.keep_runs,
            hours=wanted.hours,
            created_by=actor.user,
            **facts,
        )
        record_audit(actor, "ordered grid", grid, after={"name": grid.name, "varied": grid.varied})
    _check_same(grid, wanted, base)
    if grid.job_id != job_id:
        grid.job_id, grid.spent = job_id, 0.0
    grid.hours = wanted.hours
    grid.save(update_fields=["job_id", "spent", "hours"])
    _add_cells(grid, wanted)
    return grid


def _add_cells(grid: TrainingGrid, wanted: GridAsked) -> None:
    known = {key_of(values) for values in grid.cells.values_list("values", flat=True)}
    new = [cell.values for cell in wanted.cells() if key_of(cell.values) not in known]
    GridCell.objects.bulk_create(
        GridCell(grid=grid, number=number, values=values)
        for number, values in enumerate(new, start=len(known) + 1)
    )


def _checksums(files: Files) -> dict[str, Any]:
    return {
        "features": [one.sha256 for one in files.features],
        "keys": files.keys and files.keys.sha256,
        "vectors": files.vectors and files.vectors.sha256,
    }


def _check_same(grid: TrainingGrid, wanted: GridAsked, base: dict[str, Any]) -> None:
    """Cells of one table differ in nothing but what is varied."""
    pairs: list[tuple[str, Any, Any]] = [
        ("vary", sorted(grid.varied), sorted(wanted.varied)),
        ("score_by", grid.score_by, list(wanted.scored_by())),
        ("keep_runs", grid.keep_runs, wanted.keep_runs),
    ]
    names = [*base, *(name for name in grid.base if name not in base)]
    pairs += [(name, grid.base.get(name), base.get(name)) for name in names]
    for name, before, now in pairs:
        if before != now:
            raise OtherGrid(
                f"Grid {grid} of {grid.benchmark} was ordered with {name} {before}, and now with"
                f" {now}: order it as before, or under another name.",
                field=name if name != "files" else "features",
            )
