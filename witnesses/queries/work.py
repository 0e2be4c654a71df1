"""The jobs by which models are tried and asked."""

from collections.abc import Iterable

from foundation.frozen import frozen
from jobs.models import Job, State
from witnesses.models import Hearing

HEAR = "witnesses.hear_witness"


@frozen
class Standing:
    """state: `open`, `done`, `stopped`, or `cancelled` or `failed` where its job ended before the
    hearing was over; that job goes on with it when it is tried again. why: in a sentence."""

    state: str
    why: str
    job: int | None = None


def jobs_that_ask(hearings: Iterable[int]) -> dict[int, Job]:
    """The newest of each hearing."""
    rows = Job.objects.filter(kind=HEAR, arguments__hearing__in=list(hearings)).order_by("pk")
    return {job.arguments["hearing"]: job for job in rows}


def standings(hearings: Iterable[Hearing]) -> dict[int, Standing]:
    rows = list(hearings)
    jobs = jobs_that_ask(row.pk for row in rows if row.is_open)
    return {row.pk: _standing(row, jobs.get(row.pk)) for row in rows}


def _standing(hearing: Hearing, job: Job | None) -> Standing:
    if not hearing.is_open:
        return Standing("stopped" if hearing.why else "done", hearing.why)
    if job is not None and not job.is_finished:
        return Standing("open", "")
    if job is not None and job.state == State.FAILED:
        return Standing("failed", str((job.error or {}).get("message", "")), job.pk)
    return Standing("cancelled", "", job and job.pk)
