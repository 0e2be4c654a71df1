"""Hand in a run from outside: what is kept says nothing of whose it is and how it is called."""

import secrets
from dataclasses import replace
from math import floor
from typing import Any

from django.conf import settings
from django.db import transaction

from foundation.asking.questions import asked
from foundation.database.rows import lock_row
from foundation.frozen import frozen
from foundation.refused import Refused
from foundation.words import sentence
from jobs.actions.request import start_job
from jobs.models import Job, State
from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import User
from pooling.actions.hand_in import BetweenAsked, hand_in
from pooling.actions.store_run import RunSource, store_run
from pooling.depth import Rankings
from pooling.models import Benchmark, RetrievalModel, Run, Submission
from pooling.queries.submissions import KIND, MIB, checks_left, left_today, open_benchmarks

NUMBERS = range(1_000, 1_000_000)
LEAST_SHARE = 0.9  # of the benchmark's captions (or videos) that need a ranking


class EnoughForToday(Refused):
    """You have handed in, or checked, as much as one submitter may within 24 hours."""

    status = 429


class TooFewRankings(Refused):
    """Rankings are missing: a score over few captions would tell of single labels."""


class Closed(Refused):
    """This benchmark takes no submissions now."""


@frozen
class SubmissionAsked(BetweenAsked):
    """A run from outside the team."""

    benchmark: Benchmark = asked(
        "The benchmark that the predictions are about.", rows=open_benchmarks
    )
    model: str = asked(
        "The name of your model, as it is to be published.",
        longest=80,
        checks=RetrievalModel._meta.get_field("name").validators,
    )
    dry_run: bool = asked("Only check the file, and hand in nothing.", default=False)

    def arguments(self) -> dict[str, Any]:
        return BetweenAsked.arguments(self) | {"dry_run": self.dry_run}


@transaction.atomic
def hand_in_submission(actor: Actor, wanted: SubmissionAsked) -> Job:
    """Raises EnoughForToday. Checks have a number of their own: they are scored with nothing, but
    say whether own videos rank well."""
    files = wanted.files()
    sent = sum(int(file.size or 0) for file in files.values() if file is not None)
    check_limits(actor.user, sent, scored=not wanted.dry_run)
    if wanted.dry_run and actor.user is not None:
        check_checks(actor.user, wanted.benchmark)
    title = f"Hand in run {wanted.called} for {wanted.benchmark}"
    if wanted.dry_run:
        title = f"Check run {wanted.called} for {wanted.benchmark}"
    return hand_in(actor, KIND, files, title=title, **wanted.arguments())


class NoCheck(Refused):
    """This job was no check of a run, or found that the run cannot be read: there is nothing to
    hand in."""


@transaction.atomic
def submit_after_trial(actor: Actor, trial: Job) -> Job:
    """The very files that were checked. Raises NoTrial, TooFewRankings, EnoughForToday."""
    arguments = trial.arguments
    own = actor.user is not None and trial.requested_by_id == actor.user.pk
    if not own or trial.kind != KIND or trial.state != State.DONE or not arguments.get("dry_run"):
        raise NoCheck
    if refused := (trial.result or {}).get("refused"):
        raise TooFewRankings(refused)
    check_limits(actor.user, 0, scored=True)
    title = f"Hand in run {arguments['name']}"
    return start_job(KIND, actor=actor, title=title[:200], **{**arguments, "dry_run": False})


def check_limits(submitter: User | None, sent: int, *, scored: bool) -> None:
    """The submitter's row is the lock: of two runs handed in at once, one may be the last."""
    if submitter is None:
        return
    lock_row(User, submitter.pk)
    left = left_today(submitter)
    if sent > left.bytes:
        raise EnoughForToday(
            f"You may upload {left.mib:,} MiB more within these 24 hours, and this is"
            f" {sent / MIB:,.1f} MiB."
        )
    if scored and not left.runs:
        raise EnoughForToday(
            "You have handed in as many runs as one submitter may within 24 hours. A dry run is"
            " open to you."
        )


def check_checks(submitter: User, benchmark: Benchmark) -> None:
    """Refuses one check too many, under the lock of check_limits."""
    if not checks_left(submitter, benchmark):
        raise EnoughForToday(
            f"You have checked {settings.SUBMISSION_CHECKS_A_DAY:,} files for {benchmark} within"
            " 24 hours, as many as one submitter may. Check the next one later, or hand it in."
        )


@transaction.atomic
def store_submission(
    actor: Actor, given: RunSource, rankings: Rankings, checks: list[dict[str, Any]], share: float
) -> Submission:
    """Stores a submission under a number, with a model of that name: neither the run's row nor what
    is made of it ever says more, until a lead publishes it.

    given: name, model and file_name as their author has them; warnings that name no file. share: of
    all rankings that there could be.
    """
    if not Benchmark.objects.filter(pk=given.benchmark.pk, takes_submissions=True).exists():
        raise Closed
    if refused := why_refused(share):
        raise TooFewRankings(refused)
    check_limits(actor.user, 0, scored=True)
    number = draw_number()
    blind = f"Submission {number}"
    file_name = f"submission.{given.format}"
    run = store_run(actor, replace(given, model=blind, name=blind, file_name=file_name), rankings)
    Run.objects.filter(pk=run.pk).update(submitted_by=actor.user, created_by=None)
    RetrievalModel.objects.filter(pk=run.model_id).update(created_by=None)
    submission = Submission.objects.create(
        run_id=run.pk,
        number=number,
        name=given.name,
        model_name=str(given.model),
        file_name=given.file_name[:255],
        checks=checks,
    )
    record_audit(actor, "submitted", submission, after={"run": run.pk, "as": blind})
    return submission


def why_refused(share: float) -> str | None:
    """Why a file that has this share of all rankings that there could be is not taken; None where
    it is."""
    if share >= LEAST_SHARE:
        return None
    # Rounded down, so that what is refused never reads as what is expected.
    percent = floor(100 * share + 1e-9)
    if percent:
        return sentence(
            f"The file ranks for {percent} % of the benchmark's captions (or videos);"
            f" expected at least {100 * LEAST_SHARE:.0f} %."
        )
    return sentence(
        "The file ranks for less than 1 % of the benchmark's captions (or videos);"
        f" expected at least {100 * LEAST_SHARE:.0f} %."
    )


def draw_number() -> int:
    """A number drawn at random: counted up, it would tell how many others there are."""
    while True:
        number = secrets.choice(NUMBERS)
        name = f"Submission {number}"
        taken = (
            Submission.objects.filter(number=number),
            RetrievalModel.objects.filter(name__iexact=name),
            Run.objects.filter(name=name),
        )
        if not any(rows.exists() for rows in taken):
            return number


@transaction.atomic
def take_submissions(actor: Actor, benchmark: Benchmark, *, opened: bool) -> Benchmark:
    """Opens a benchmark to submitters, or closes it: then nothing more is handed in, and what is
    there stays."""
    locked = lock_row(Benchmark, benchmark.pk)
    if locked.takes_submissions == opened:
        return locked
    locked.takes_submissions = opened
    locked.save(update_fields=["takes_submissions"])
    verb = "opened to submissions" if opened else "closed to submissions"
    record_audit(actor, verb, locked, before={"open": not opened}, after={"open": opened})
    return locked
