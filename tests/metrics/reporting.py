"""Reports for tests, made as the product makes them: by a job that a worker has run."""

from jobs.actions.request import start_job
from jobs.models import Job
from jobs.running import run_job
from metrics.frozen import unpack_table
from metrics.models import Report
from metrics.studies.asked import EvaluationAsked
from metrics.studies.registry import PARTS
from people.actor import SYSTEM
from pooling.models import Caption, JudgedPair, Query, Video
from tests.metrics.worlds import RELEVANT, judge

ASKED = EvaluationAsked(resamples=100, overlap=3, sample_sizes=(3, 5), leave_out="run")


def started(
    benchmark, asked: EvaluationAsked = ASKED, runs=None, name: str = "", actor=SYSTEM
) -> Job:
    chosen = (
        [run.pk for run in benchmark.runs.filter(direction="t2v").order_by("pk")]
        if runs is None
        else runs
    )
    job = start_job(
        "metrics.evaluation",
        actor=actor,
        benchmark=benchmark.pk,
        runs=chosen,
        asked=asked.as_json(),
        name=name,
    )
    run_job(job.pk, worker="w")
    job.refresh_from_db()
    return job


def make_report(benchmark, asked: EvaluationAsked = ASKED, **more) -> Report:
    job = started(benchmark, asked, **more)
    assert job.state == "done", job.error
    return Report.objects.get(pk=job.result["report"])


def everything_since(world) -> None:
    """New verdicts, a verdict that turned, new captions and a new video, a run under another name
    and family."""
    judge(world, {("a red ball", 0): RELEVANT, ("it snows", 0): RELEVANT})
    JudgedPair.objects.filter(verdict="irrelevant").update(verdict="relevant")
    video = Video.objects.create(benchmark=world, number=6, key="v6")
    query = Query.objects.create(
        benchmark=world, number=5, text="new", digest=b"n" * 32, characters=3, words=1
    )
    for number, of in ((6, query), (7, Query.objects.get(benchmark=world, number=0))):
        Caption.objects.create(
            benchmark=world, number=number, key=f"c{number}", query=of, video=video
        )
    world.caption_count, world.query_count, world.video_count = 8, 6, 7
    world.save()
    run = world.runs.get(name="weak")
    run.name, run.model.family = "renamed", "other"
    run.save()
    run.model.save()


def tables_of(result):
    """Each part's name, its tables, and why it has none if so, in the order in which people read
    them."""
    for name in PARTS:
        if part := result["parts"].get(name):
            tables = [unpack_table(table) for table in part.get("tables", ())]
            yield name, tables, part.get("nothing", "")
