"""The kinds of jobs that metrics has: computing a report, and computing it again to see that it is
the same."""

from typing import Any

from annotator.models import Campaign
from jobs.kinds import JobFailure, Result, Run, job_kind
from metrics.actions.agreement_kept import JOB, AgreementAsked, compute_agreement
from metrics.actions.freeze_report import freeze_report
from metrics.labels import Which
from metrics.measures.names import UnknownMeasure
from metrics.models import Report
from metrics.queries.drafts import draft_report
from metrics.queries.verified import verify_report
from metrics.studies.asked import EvaluationAsked
from metrics.studies.study import NothingToStudy
from pooling.background import actor_of_job
from pooling.models import Benchmark
from pooling.models import Run as StoredRun


@job_kind("metrics.evaluation", title="Evaluate")
def _evaluation(
    run: Run, *, benchmark: int, runs: list[int], asked: dict[str, Any], name: str = ""
) -> Result:
    of = Benchmark.objects.get(pk=benchmark)
    rows = StoredRun.objects.filter(benchmark=of).select_related("model", "benchmark").in_bulk(runs)
    if len(rows) < len(set(runs)):
        raise JobFailure(f"{of} does not have all of these runs any more: start a new report")
    try:
        draft = draft_report(
            of, [rows[key] for key in dict.fromkeys(runs)], EvaluationAsked.of(asked), run.report
        )
    except (NothingToStudy, UnknownMeasure) as refusal:
        raise JobFailure(f"Nothing can be computed: {refusal}.") from None
    with run.effect() as result:
        report = freeze_report(
            actor_of_job(run), of, name or f"Evaluation of {of}", draft, run.job.pk
        )
        result.update(report=report.pk, title=report.title, sha256=report.sha256)
    return result


@job_kind("metrics.verify", title="Compute a report again")
def _verify(run: Run, *, report: int) -> Result:
    row = Report.objects.select_related("benchmark").filter(pk=report).first()
    if row is None:
        raise JobFailure("The report was deleted.")
    found = verify_report(row, run.report)
    told = {"report": row.pk, "title": row.title, "sha256": row.sha256}
    return told | {
        "same": found.same,
        "differences": list(found.differences),
        "other_versions": found.says,
    }


@job_kind(JOB, title="Compute agreement")
def _agreement(
    run: Run, *, benchmark: int, campaign: int | None, labels: Which, seed: int, resamples: int
) -> Result:
    of = Benchmark.objects.get(pk=benchmark)
    one = None if campaign is None else Campaign.objects.get(pk=campaign)
    wanted = AgreementAsked(
        benchmark=of, campaign=one, labels=labels, seed=seed, resamples=resamples
    )
    run.report(0, 1, "Reading labels")
    try:
        kept = compute_agreement(wanted)
    except NothingToStudy as refusal:
        raise JobFailure(f"Nothing can be computed: {refusal}.") from None
    return {"benchmark": of.pk, "labels": kept.row.labels, "log_position": kept.row.position}
