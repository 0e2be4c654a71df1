"""Leaderboards for tests, made as the product makes them."""

from jobs.models import Job
from jobs.running import run_job
from metrics.models import Leaderboard
from people.actor import SYSTEM
from pooling.models import Run
from publishing.actions.set_board import BoardAsked, RunsAsked, publish_and_make, set_and_make


def publish(benchmark, *names, state=Run.State.PUBLISHED):
    """A job's worth of work is left undone: `work` does it."""
    runs = tuple(benchmark.runs.filter(name__in=names))
    return publish_and_make(SYSTEM, RunsAsked(benchmark=benchmark, runs=runs, state=state))


def switch_on(benchmark, measures=("C@1", "C@2", "AP@3"), *, public=True) -> Leaderboard:
    wanted = BoardAsked(benchmark=benchmark, public=public, measures=measures)
    wanted.check()
    set_and_make(SYSTEM, wanted)
    work()
    return Leaderboard.objects.get(benchmark=benchmark)


def work() -> None:
    """Whatever waits is done."""
    for job in Job.objects.filter(state="queued").order_by("pk"):
        run_job(job.pk, worker="w")
        job.refresh_from_db()
        assert job.state == "done", job.error


def public_board(benchmark, *names, blinded=(), **more) -> Leaderboard:
    publish(benchmark, *names)
    publish(benchmark, *blinded, state=Run.State.BLINDED)
    return switch_on(benchmark, **more)
