"""What pages show from what was kept: when it is computed again, and by which job."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from jobs.actions.request import start_job
from jobs.models import FINISHED, Job
from metrics.queries.kept import Kept
from people.actor import Actor

# While labels keep coming, something large would be computed all the time: it rests for so many
# times as long as it took, and at least for so long.
REST = 20
SHORTEST_REST = timedelta(seconds=30)


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
