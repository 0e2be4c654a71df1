"""Write that a job is done."""

from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Coalesce, Now

from jobs.claims import Cancelled, ClaimLost, held
from jobs.kinds import Result
from jobs.models import State


@transaction.atomic
def finish_job(job_id: int, claim: UUID, *, result: Result) -> None:
    """Done, with its result. Called in the transaction of the work's effect, it makes effect and
    end one thing.

    A cancellation asked for before this is a promise that was shown to somebody, so it holds:
    Cancelled. An attempt that has lost its claim meanwhile gets ClaimLost. Either exception undoes
    the transaction, and the effect with it.
    """
    finished = held(job_id, claim).filter(cancel_requested_at__isnull=True)
    if finished.update(
        state=State.DONE,
        claim=None,
        finished_at=Now(),
        result=result,
        error=None,
        message="",
        done=Coalesce(F("total"), F("done")),
    ):
        return
    raise Cancelled if held(job_id, claim).exists() else ClaimLost
