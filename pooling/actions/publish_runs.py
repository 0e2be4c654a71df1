"""Say who may learn of runs outside the team: a public leaderboard shows them by name, without
their names, or not at all."""

from collections.abc import Sequence

from django.db import transaction

from foundation.refused import Refused
from people.actor import Actor
from pooling.actions.change_run_state import change_run_state
from pooling.models import Run


class NotOurs(Refused):
    """This run was handed in by a submitter: change its state on the page of its submission."""


@transaction.atomic
def publish_runs(actor: Actor, runs: Sequence[Run], state: Run.State) -> list[Run]:
    """The runs whose state changed. All of them, or none where one is a submitter's."""
    changed = []
    # In one order, so that no two who do this wait for each other.
    for run in sorted(runs, key=lambda one: one.pk):
        if run.submitted_by_id is not None:
            raise NotOurs
        before = Run.objects.values_list("state", flat=True).get(pk=run.pk)
        if change_run_state(actor, run, state).state != before:
            changed.append(run)
    return changed
