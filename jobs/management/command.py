"""Commands whose work is a job, run by the command's own process."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandError

from foundation.folding import fold_equal
from jobs.inline import run_job_here
from jobs.kinds import JobFailure, Result
from people.actor import COMMAND
from people.management.command import ResultCommand


class JobCommand(ResultCommand):
    """What is wrong with a file is written line by line, `file:line:column: message`; the last line
    says what came of it."""

    def run_job(self, kind: str, **arguments: Any) -> Result:
        with self.failures():
            return run_job_here(kind, actor=COMMAND, **arguments)

    @contextmanager
    def failures(self) -> Iterator[None]:
        try:
            yield
        except JobFailure as failure:
            details = failure.details if isinstance(failure.details, dict) else {}
            problems = list(map(str, details.get("problems", [])))
            for line in fold_equal(problems) if self.folds_errors else problems:
                self.stderr.write(line, lambda text: text)
            raise CommandError(str(failure)) from None
