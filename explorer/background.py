"""The kind of job that the explorer has."""

from explorer.actions.keep import JOB as EXPLORER
from explorer.actions.keep import keep_facts
from jobs.kinds import Result, Run, job_kind
from pooling.models import Benchmark


@job_kind(EXPLORER, title="Look at all captions")
def _explorer(run: Run, *, benchmark: int) -> Result:
    of = Benchmark.objects.get(pk=benchmark)
    keep_facts(of, run.report)
    return {"benchmark": of.pk, "captions": of.caption_count}
