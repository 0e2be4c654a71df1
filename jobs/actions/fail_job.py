"""Write that a job has failed, and why."""

from uuid import UUID

from django.db.models.functions import Now

from jobs.claims import ClaimLost, held
from jobs.error import Trouble
from jobs.models import State


def fail_job(job_id: int, claim: UUID, *, trouble: Trouble) -> None:
    if not held(job_id, claim).update(
        state=State.FAILED, claim=None, finished_at=Now(), error=trouble.as_json()
    ):
        raise ClaimLost
