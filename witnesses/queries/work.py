"""The jobs by which models are tried and asked."""

from collections.abc import Iterable
from typing import Any

from foundation.frozen import frozen
from jobs.models import FINISHED, Job, State
from jobs.queries import access_jobs
from people.models import User
from pooling.models import Benchmark
from witnesses.models import Hearing

TRY, HEAR = "witnesses.try_witness", "witnesses.hear_witness"
LAST = 10
MOST_DIGITS = 18


@frozen
class HearingState:
    """state: `open`, `done`, `stopped`, or `cancelled` or `failed` where its job ended before the
    hearing was over; that job goes on with it when it is tried again. why: in a sentence."""

    state: str
    why: str
    job: int | None = None


def jobs_that_ask(hearings: Iterable[int]) -> dict[int, Job]:
    """The newest of each hearing."""
    rows = Job.objects.filter(kind=HEAR, arguments__hearing__in=list(hearings)).order_by("pk")
    return {job.arguments["hearing"]: job for job in rows}


def standings(hearings: Iterable[Hearing]) -> dict[int, HearingState]:
    rows = list(hearings)
    jobs = jobs_that_ask(row.pk for row in rows if row.is_open)
    return {row.pk: _standing(row, jobs.get(row.pk)) for row in rows}


def _standing(hearing: Hearing, job: Job | None) -> HearingState:
    if not hearing.is_open:
        return HearingState("stopped" if hearing.why else "done", hearing.why)
    if job is not None and not job.is_finished:
        return HearingState("open", "")
    if job is not None and job.state == State.FAILED:
        return HearingState("failed", str((job.error or {}).get("message", "")), job.pk)
    return HearingState("cancelled", "", job.pk if job else None)


@frozen
class TryoutOrdered:
    """tryout: its number, once it is done."""

    job: Job
    name: str
    model: str
    tryout: int | None


def last_tryouts(asking: User, benchmark: Benchmark) -> list[TryoutOrdered]:
    """Those that are over, newest first: a page shows beside them which are under way."""
    jobs = access_jobs(asking).filter(
        kind=TRY, arguments__benchmark=benchmark.pk, state__in=FINISHED
    )
    return [
        TryoutOrdered(
            job,
            job.arguments["name"],
            job.arguments["settings"]["model"],
            (job.result or {}).get("tryout"),
        )
        for job in jobs.order_by("-pk")[:LAST]
    ]


def typed_before(asking: User, benchmark: Benchmark, number: str) -> dict[str, Any]:
    """What a form begins with that asks for this job's tryout again: all but the word that clips
    may leave, which is given for each. Empty where there is no such job."""
    if not (number.isascii() and number.isdigit() and len(number) <= MOST_DIGITS):
        return {}
    jobs = access_jobs(asking).filter(kind=TRY, arguments__benchmark=benchmark.pk)
    job = jobs.filter(pk=int(number)).first()
    if job is None:
        return {}
    names = ("name", "family", "pool", "campaign")
    typed = {name: job.arguments.get(name) for name in names} | job.arguments["settings"]
    return typed | {"scale": ", ".join(typed["scale"])}
