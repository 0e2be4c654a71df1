"""Cancel several jobs. Some may end meanwhile: what became of each is counted."""

from collections import Counter
from collections.abc import Sequence

from jobs.actions.request import AlreadyFinished, cancel_job
from jobs.models import Job
from people.actor import Actor

CANCELLED, STOPPING, OVER = "cancelled", "stopping", "over"


def cancel_jobs(actor: Actor, jobs: Sequence[Job]) -> Counter[str]:
    """How many ended at once, were asked to stop, and were over before. Each is its own
    transaction: one that is over must not keep the others running."""
    return Counter(_cancel(actor, job) for job in jobs)


def _cancel(actor: Actor, job: Job) -> str:
    try:
        return CANCELLED if cancel_job(job.pk, actor=actor).is_finished else STOPPING
    except AlreadyFinished:
        return OVER
