"""Make a run private, blinded or published; and what a submitter asks for."""

from collections.abc import Sequence
from contextlib import suppress

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from foundation.database.rows import lock_row
from foundation.refused import Refused
from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.actions.register_model import ModelAsked, find_model, register_model
from pooling.models import RetrievalModel, Run, Submission


class RunNameTaken(Refused):
    """The benchmark has another run of this name."""


class SameFile(Refused):
    """The benchmark has this very file of this model already."""


@transaction.atomic
def change_run_state(actor: Actor, run: Run, state: Run.State) -> Run:
    """A submission's name, model and file appear in its run when it is published, and are taken out
    of it again when it no longer is. Raises NameTaken, SameFile."""
    locked = lock_row(Run, run.pk)
    before = {"state": locked.state, "name": locked.name}
    submission = Submission.objects.filter(pk=locked.pk).first()
    if locked.state == state:
        return locked
    locked.state = state
    if submission is not None:
        _name(actor, locked, submission)
        Submission.objects.filter(pk=locked.pk).update(wish="")
    locked.save()
    after = {"state": locked.state, "name": locked.name}
    record_audit(actor, "changed the state of", locked, before=before, after=after)
    return locked


def _name(actor: Actor, run: Run, submission: Submission) -> None:
    published = run.state == Run.State.PUBLISHED
    earlier = run.model
    run.name = submission.name if published else submission.blind_name
    called = submission.model_name if published else submission.blind_name
    run.file_name = submission.file_name if published else f"submission.{run.format}"
    others = Run.objects.filter(benchmark=run.benchmark_id).exclude(pk=run.pk)
    if others.filter(name__iexact=run.name).exists():
        raise RunNameTaken(f"{run.benchmark} has another run called {run.name}.")
    try:
        run.model = find_model(called) or register_model(actor, ModelAsked(name=called))
        with transaction.atomic():
            run.save()
    except (IntegrityError, ValidationError):
        raise SameFile from None
    _forget(earlier, run)


def _forget(model: RetrievalModel, run: Run) -> None:
    """A model that was known by this run alone: its name is not to be left behind."""
    if model.pk == run.model_id or model.runs.exists():
        return
    if model.version or model.family or model.link or model.notes:
        return  # somebody wrote about it
    with suppress(ProtectedError), transaction.atomic():
        model.delete()


@transaction.atomic
def ask_for_state(actor: Actor, submission: Submission, wish: Run.State) -> Submission:
    """A submitter asks; a lead does it. Asking for what it is takes the wish back."""
    locked = lock_row(Submission, submission.pk)
    before, current = locked.wish, Run.objects.get(pk=locked.pk).state
    locked.wish = "" if wish == current else wish
    locked.save(update_fields=["wish"])
    record_audit(
        actor, "asked for a state of", locked, before={"wish": before}, after={"wish": locked.wish}
    )
    return locked


class NotOurs(Refused):
    """This run was handed in by a submitter: change its state on the page of its submission."""


@transaction.atomic
def publish_runs(actor: Actor, runs: Sequence[Run], state: Run.State) -> list[Run]:
    """Says who may learn of runs outside the team: a public leaderboard shows them by name, without
    their names, or not at all. Returns the runs whose state changed: all of them, or none where
    one is a submitter's."""
    changed = []
    # In one order, so that no two who do this wait for each other.
    for run in sorted(runs, key=lambda one: one.pk):
        if run.submitted_by_id is not None:
            raise NotOurs
        before = Run.objects.values_list("state", flat=True).get(pk=run.pk)
        if change_run_state(actor, run, state).state != before:
            changed.append(run)
    return changed
