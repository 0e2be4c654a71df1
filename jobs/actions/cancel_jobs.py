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
    became: Counter[str] = Counter()
    for job in jobs:
        try:
            became[CANCELLED if cancel_job(job.pk, actor=actor).is_finished else STOPPING] += 1
        except AlreadyFinished:
            became[OVER] += 1
    return became
