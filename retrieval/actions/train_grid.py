"""Train the cells of a grid one by one, until all are done or its hours are spent.

A cell that is done is a row, and is never trained again. One that cannot be trained keeps the
sentence that says why, and the others are still trained. One that is interrupted has its checkpoint
(train_model.py), from which the next attempt, or the next order, continues.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass, field, replace
from time import monotonic

from django.db import transaction

from foundation.database.rows import lock_row, row_of
from foundation.frozen import frozen
from foundation.progress import Report
from foundation.refused import Refused
from jobs.kinds import Run
from jobs.one_by_one import plain_reason, stops_the_job
from people.actor import Actor
from pooling.formats.problem import Unreadable
from retrieval.actions.gather_material import Once, gather
from retrieval.actions.keep_model import card_of, keep_model, kept_weights
from retrieval.actions.order_training import check_free
from retrieval.actions.read_features import Files
from retrieval.actions.train_model import Ended, run_training
from retrieval.asked.grid import CellAsked, GridAsked
from retrieval.models import GridCell, TrainingGrid
from retrieval.protocols.scored import packed, score
from retrieval.queries.grids import key_of
from retrieval.queries.scoring import read_relevances
from retrieval.queries.training_captions import read_evaluated
from semantics.proxies.relevance import Relevance

logger = logging.getLogger(__name__)

NOTED_EVERY = 5  # seconds between two notes of what was spent
LOCK_SPACE = 7_403  # of advisory locks: ours for grids


class GridUnderWay(Refused):
    """This grid is being trained."""


class Spent(Exception):
    """The hours of the grid are over."""


@dataclass(slots=True)
class Budget:
    """What a job has spent on a grid, over all its attempts."""

    grid: TrainingGrid
    begun: float = field(default_factory=monotonic)
    noted: float = field(default_factory=monotonic)

    @property
    def seconds(self) -> float:
        return self.grid.spent + monotonic() - self.begun

    def check(self) -> None:
        """Raises Spent."""
        over = self.seconds > self.grid.hours * 3600
        if over or monotonic() - self.noted > NOTED_EVERY:
            self.note()
        if over:
            raise Spent

    def note(self) -> None:
        self.noted = monotonic()
        of = TrainingGrid.objects.filter(pk=self.grid.pk, job_id=self.grid.job_id)
        of.update(spent=self.seconds)


@frozen
class Worker:
    """What all cells of one job are trained with."""

    actor: Actor
    run: Run
    grid: TrainingGrid
    files: Files
    relevances: dict[str, Relevance]
    budget: Budget
    once: Once

    def report_of(self, row: GridCell, title: str, count: int) -> Report:
        def report(done: int, total: int, message: str = "") -> None:
            self.budget.check()
            self.run.report(row.number - 1, count, f"{title}: {message}")

        return report


def train_cells(
    actor: Actor, run: Run, grid: TrainingGrid, wanted: GridAsked, files: Files
) -> bool:
    """Whether the hours were enough. Raises GridUnderWay, Unreadable, and what is refused of
    scoring before anything was trained."""
    with _alone(grid):
        axes = read_evaluated(grid.benchmark).axes
        relevances = read_relevances(grid.benchmark, axes, wanted.scored_by())
        worker = Worker(actor, run, grid, files, relevances, Budget(grid), Once())
        try:
            for cell, row in _to_train(grid, wanted, run.job.pk):
                worker.budget.check()
                _try_cell(worker, row, cell)
        except Spent:
            return False
        finally:
            worker.budget.note()
    return True


def _to_train(
    grid: TrainingGrid, wanted: GridAsked, job: int
) -> Iterator[tuple[CellAsked, GridCell]]:
    """Not what this job has tried before it was interrupted, and could not train."""
    asked = {key_of(cell.values): cell for cell in wanted.cells()}
    for row in grid.cells.defer("by_caption", "card", "curve"):
        tried = row.state == GridCell.State.FAILED and row.job_id == job
        if row.state != GridCell.State.DONE and not tried and key_of(row.values) in asked:
            yield asked[key_of(row.values)], row


def _try_cell(worker: Worker, row: GridCell, cell: CellAsked) -> None:
    wanted = replace(cell.asked, name=f"{worker.grid.name} {row.number}")
    report = worker.report_of(row, cell.title, worker.grid.cells.count())
    try:
        if worker.grid.keep_runs:
            check_free(wanted)
        ended = run_training(gather(wanted, worker.files, report, worker.once), report)
        _keep_cell(worker, row, ended)
    except (Spent, Unreadable):
        raise
    except Exception as error:
        if stops_the_job(error):
            raise
        if not isinstance(error, Refused):
            logger.exception("cell %s failed, and the others go on", row)
        why = plain_reason(error, (Refused,))
        failed = {"state": GridCell.State.FAILED, "error": why, "job_id": worker.run.job.pk}
        GridCell.objects.filter(pk=row.pk).exclude(state=GridCell.State.DONE).update(**failed)
    else:
        ended.files.remove()


def _keep_cell(worker: Worker, row: GridCell, ended: Ended) -> None:
    """Once, whichever attempt comes first."""
    axes = ended.gathered.evaluated.axes
    scored = score(ended.similarity[axes.caption_queries], axes.own_videos, worker.relevances)
    worker.run.stop_if_asked()
    model = kept_weights(ended) if worker.grid.keep_runs else nullcontext()
    with model as weights, transaction.atomic():
        locked = lock_row(GridCell, row.pk)
        if locked.state == GridCell.State.DONE:
            return
        if weights is not None:
            locked.model, _ = keep_model(worker.actor, ended, weights, worker.run.job.pk)
        locked.state, locked.error, locked.job_id = GridCell.State.DONE, "", worker.run.job.pk
        locked.scores, locked.by_caption = scored.means, packed(scored.by_caption)
        locked.curve = [asdict(point) for point in ended.trained.curve]
        locked.best, locked.card = ended.trained.best, card_of(ended)
        locked.seconds = ended.seconds
        locked.save()


@contextmanager
def _alone(grid: TrainingGrid) -> Iterator[None]:
    """No two jobs train one grid: they would write one checkpoint. The lock is the connection's,
    and so a process that was killed holds none."""
    if not row_of("SELECT pg_try_advisory_lock(%s, %s)", [LOCK_SPACE, grid.pk])[0]:
        raise GridUnderWay(f"Grid {grid} of {grid.benchmark} is being trained: wait until it ends.")
    try:
        yield
    finally:
        row_of("SELECT pg_advisory_unlock(%s, %s)", [LOCK_SPACE, grid.pk])
