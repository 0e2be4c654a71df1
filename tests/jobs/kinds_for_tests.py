"""Kinds of jobs that only tests have. A worker of the tests imports this too."""

import ctypes
import time

from jobs.kinds import JobFailure, Result, Run, job_kind
from jobs.models import Job
from people.actions.record_audit import record_audit
from people.actor import SYSTEM


class StorageBusy(Exception):
    """The storage is busy."""


@job_kind("tests.count", title="Count")
def count(run: Run, *, steps: int, pause: float) -> None:
    """Its effect is a line in the audit log: to be found once, however often the job was begun."""
    for step in range(steps):
        run.report(step, steps, f"step {step}")
        time.sleep(pause)
    with run.effect() as result:
        record_audit(SYSTEM, "counted", Job.objects.get(pk=run.job.pk))
        result["counted"] = steps


@job_kind("tests.refuse", title="Refuse")
def refuse(run: Run) -> Result:
    raise JobFailure(
        "runs.csv:3:1: expected a number",
        {"errors": ["runs.csv:3:1", "runs.csv:9:1"], "nul": "a\0b"},
    )


@job_kind("tests.break", title="Break")
def break_down(run: Run) -> Result:
    raise ZeroDivisionError("a \0 in the middle")


@job_kind("tests.busy", title="Busy", retry_on=(StorageBusy,), attempts=2)
def busy(run: Run) -> Result:
    raise StorageBusy("The storage is busy.")


@job_kind("tests.answer", title="Answer")
def answer(run: Run, *, value: int) -> Result:
    run.report(1, 2, "thinking")
    return {"answer": value}


@job_kind("tests.hold", title="Hold", attempts=2)
def hold(run: Run, *, seconds: int) -> Result:
    """As a call in C does that keeps the interpreter to itself: no other thread runs meanwhile."""
    ctypes.PyDLL(None).sleep(seconds)
    return {}
