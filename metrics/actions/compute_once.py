"""What pages show from what was kept: when it is computed again, and by which job."""

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any, ClassVar, Generic, TypeVar

from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from foundation.frozen import frozen
from jobs.actions.request import start_job
from jobs.models import FINISHED, Job
from metrics.models import KeptResult
from metrics.queries.kept import Kept, LogState, Question, find_kept, packed
from people.actor import Actor
from pooling.models import Benchmark

# While labels keep coming, something large would be computed all the time: it rests for so many
# times as long as it took, and at least for so long.
REST = 20
SHORTEST_REST = timedelta(seconds=30)
Kind = TypeVar("Kind")
Progress = Callable[[int, int, str], None]


def unheard(done: int, total: int, message: str) -> None:
    """The progress of what is computed while somebody waits: it is dropped."""


@frozen
class Visit(Generic[Kind]):
    """kept: what is known, of this state or of an older one. job: what computes it, where that is
    under way."""

    kept: Kept[Kind] | None
    job: Job | None


class KeptStudy(Generic[Kind]):
    """A study and what it is asked, of which the answer is kept: what was found, for the state of
    all that it follows from, and the job that computes it again."""

    __slots__ = ()
    JOB: ClassVar[str]
    finds: ClassVar[type[Any]]
    benchmark: Benchmark

    @classmethod
    def of_job(cls, arguments: dict[str, Any]) -> "KeptStudy[Kind]":
        """What was asked when the job was started."""
        raise NotImplementedError

    @property
    def question(self) -> Question:
        raise NotImplementedError

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of its job."""
        return {"benchmark": self.benchmark.pk} | dict(self.question.asked)

    @property
    def kind(self) -> type[Any]:
        return self.finds

    def state(self) -> LogState:
        raise NotImplementedError

    def at_once(self, state: LogState) -> bool:
        """Whether it is computed while somebody waits."""
        return False

    def compute(self, report: Progress = unheard) -> Kind:
        raise NotImplementedError

    def start(self, actor: Actor) -> Job:
        """The job that is under way already, or a new one."""
        raise NotImplementedError

    def done(self, kept: Kept[Kind]) -> dict[str, Any]:
        """The result of its job."""
        return {"labels": kept.row.labels, "log_position": kept.row.position}

    def find(self) -> Visit[Kind]:
        kept = find_kept(self.question, self.kind, self.state())
        return Visit(kept, job_under_way(self.JOB, self.arguments))

    def find_newest(self, actor: Actor) -> Visit[Kind]:
        """What is newer than what was kept is computed at once, or by a job. Raises
        NothingToStudy."""
        state = self.state()
        kept: Kept[Kind] | None = find_kept(self.question, self.kind, state)
        if kept is not None and kept.current:
            return Visit(kept, None)
        if self.at_once(state):
            return Visit(self.keep(), None)
        return Visit(kept, self.start(actor) if has_rested(kept) else None)

    def keep(self, report: Progress = unheard) -> Kept[Kind]:
        """Computed now. Raises NothingToStudy."""
        began, state = time.perf_counter(), self.state()
        found = self.compute(report)
        row = keep_result(self.question, state, found, time.perf_counter() - began)
        return Kept(found, row, 0, current=True)


def has_rested(kept: Kept[Any] | None) -> bool:
    if kept is None:
        return True
    rest = max(SHORTEST_REST, timedelta(seconds=REST * kept.row.seconds))
    return timezone.now() - kept.row.computed_at > rest


def job_under_way(kind: str, asked: dict[str, Any]) -> Job | None:
    return Job.objects.filter(kind=kind, arguments=asked).exclude(state__in=FINISHED).first()


@transaction.atomic
def job_for(actor: Actor, of: Model, kind: str, title: str, asked: dict[str, Any]) -> Job:
    """The one that is under way already, or a new one: a hundred people who look at a page start
    one. The row of what it is of is the lock, so that two of them do not both find none."""
    type(of)._default_manager.select_for_update(no_key=True).get(pk=of.pk)  # noqa: SLF001
    return job_under_way(kind, asked) or start_job(kind, actor=actor, title=title, **asked)


# Results of other versions, and of seeds that were tried once, are forgotten.
KEPT_FOR = timedelta(days=30)


def keep_result(question: Question, state: LogState, result: Any, seconds: float) -> KeptResult:
    """Keeps it in one statement: of two equal results computed at once, one is kept.

    The state was read before the labels were: if labels came in between, the result is taken for
    older than it is, and computed once more. The other way round, it would pass for newer.
    """
    row, _ = KeptResult.objects.update_or_create(
        key=question.key,
        defaults={
            "benchmark": question.benchmark,
            "study": question.study,
            "asked": dict(question.asked),
            "state": state.digest,
            "labels": state.labels,
            "position": state.position,
            "content": packed(result),
            "seconds": seconds,
        },
    )
    KeptResult.objects.filter(computed_at__lt=timezone.now() - KEPT_FOR).delete()
    return row
