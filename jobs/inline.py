"""Jobs of management commands: the same rows and the same progress, run by the command's own
process."""

import sys
from typing import Any, TextIO

from django.db import transaction

from jobs.actions.attempt import claim_job
from jobs.kinds import JobFailure, Result, find_kind
from jobs.models import Job, State
from jobs.queries import COMMAND_WORKER
from jobs.running import Attempt, Progress, run_attempt
from people.actor import Actor

WIDTH = 30


def run_job_here(kind: str, *, actor: Actor, title: str | None = None, **arguments: Any) -> Result:
    """The job's result; JobFailure with its error's message if it failed or was cancelled.

    It is tried once: whoever typed the command is there to type it again.
    """
    known = find_kind(kind)
    with transaction.atomic():  # no worker ever sees it waiting
        waiting = Job.objects.create(
            kind=kind,
            title=title or known.title,
            arguments=arguments,
            requested_by=actor.user,
            attempts_allowed=1,
        )
        job = claim_job(waiting.pk, worker=COMMAND_WORKER)
    assert job is not None  # noqa: S101  (nobody else could see it)
    bar = ProgressBar(sys.stderr)
    try:
        run_attempt(Attempt(job, watch=bar.show))
    finally:
        bar.clear()
    job.refresh_from_db()
    if job.state == State.DONE:
        return dict(job.result or {})
    if job.error:
        raise JobFailure(job.error["message"], job.error["details"])
    raise JobFailure(f"{job.title}: {job.get_state_display().lower()}")


class ProgressBar:
    """A progress bar, where somebody is looking."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream if stream.isatty() else None
        self._shown = ""

    def show(self, progress: Progress) -> None:
        line = draw(progress)
        if self.stream and line != self._shown:
            self.stream.write(f"\r\x1b[K{line}")
            self.stream.flush()
            self._shown = line

    def clear(self) -> None:
        if self.stream and self._shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()


def draw(progress: Progress) -> str:
    if not progress.total:
        return f"{progress.done:,} {progress.message}".rstrip()
    share = min(1.0, progress.done / progress.total)
    filled = int(share * WIDTH)
    bar = f"{'#' * filled}{'.' * (WIDTH - filled)}"
    return f"[{bar}] {int(share * 100):3d} % {progress.message}".rstrip()[:100]
