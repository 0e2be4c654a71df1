"""Do for good what a dry run has tried: the same files, the same arguments."""

from foundation.refused import Refused
from jobs.actions.request import start_job
from jobs.models import Job, State
from people.actor import Actor


class NoTrial(Refused):
    """This job was no dry run of an import, or has not ended well: there is nothing to do for
    good."""


def import_after_trial(actor: Actor, trial: Job) -> Job:
    if (
        trial.kind != "pooling.import_captions"
        or trial.state != State.DONE
        or not trial.arguments.get("dry_run")
    ):
        raise NoTrial
    title = f"Import captions into {trial.arguments['benchmark']}"
    return start_job(trial.kind, actor=actor, title=title, **{**trial.arguments, "dry_run": False})
