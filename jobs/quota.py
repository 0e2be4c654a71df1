"""How many jobs one person may have waiting or running at a time: of one kind, and in all.

Only people are limited, at pages and by API. Truepool's own jobs and those of commands are not, and
neither is what a person's job starts in its turn; but all of a person's jobs count.
"""

from django.conf import settings
from django.db import connection
from django.db.models import Q, QuerySet

from foundation.database.rows import rows_of
from foundation.refused import Refused
from jobs.kinds import JobKind
from jobs.models import Job, State
from jobs.queries import number_for
from people.actor import Actor
from people.models import User

UNFINISHED = (State.QUEUED, State.RUNNING)
MOST_NAMED = 3
LIMITED = ("page", "api")


class TooManyJobs(Refused):
    """You have as many unfinished jobs as one person may have at a time."""


def check_quota(actor: Actor, kind: JobKind, *, of: User | None = None) -> None:
    """Raises TooManyJobs if one more would be too many. `of`: whose job it is, where that is not
    who asks.

    Called in the transaction that adds the job, it holds: until its end nobody else adds one for
    the same person.
    """
    person = of or actor.user
    if person is None or actor.user is None or actor.via not in LIMITED:
        return
    if connection.in_atomic_block:
        rows_of(
            "SELECT pg_advisory_xact_lock(hashtextextended('jobs of a person', %s))", [person.pk]
        )
    unfinished = Job.objects.filter(Q(state__in=UNFINISHED), requested_by=person).order_by("pk")
    of_kind = unfinished.filter(kind=kind.name)
    _refuse(actor.user, of_kind, kind.quota, f"of the kind “{kind.title}”")
    _refuse(actor.user, unfinished, settings.JOBS_PER_PERSON, "in all")


def _refuse(asking: User, unfinished: QuerySet[Job], most: int, which: str) -> None:
    jobs = [(number_for(asking, job), job.title) for job in unfinished[: most + 1]]
    if len(jobs) < most:
        return
    named = ", ".join(f"{title} (job {number})" for number, title in jobs[:MOST_NAMED])
    more = f" and {len(jobs) - MOST_NAMED:,} more" if len(jobs) > MOST_NAMED else ""
    raise TooManyJobs(
        f"At most {most:,} jobs {which} may wait or run for one person at a time, and there are as"
        f" many: {named}{more}. Wait until one of them has ended, or cancel one on its page; then"
        " try again."
    )
