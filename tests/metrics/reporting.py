"""Reports for tests, made as the product makes them: by a job that a worker has run."""

from jobs.actions.start_job import start_job
from jobs.models import Job
from jobs.running import run_job
from metrics.models import Report
from metrics.studies.report import Asked
from people.actor import SYSTEM

ASKED = Asked(resamples=100, overlap=3, sample_sizes=(3, 5), leave_out="run")


def started(benchmark, asked: Asked = ASKED, runs=None, name: str = "", actor=SYSTEM) -> Job:
    chosen = [run.pk for run in benchmark.runs.filter(direction="t2v").order_by("pk")] if runs is None else runs
    job = start_job("metrics.evaluation", actor=actor, benchmark=benchmark.pk, runs=chosen, asked=asked.told(), name=name)
    run_job(job.pk, worker="w")
    job.refresh_from_db()
    return job


def make_report(benchmark, asked: Asked = ASKED, **more) -> Report:
    job = started(benchmark, asked, **more)
    assert job.state == "done", job.error
    return Report.objects.get(pk=job.result["report"])
