"""The kinds of jobs that metrics has: what is computed from labels, frozen or kept."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from annotator.actions.make_demo_campaign import make_demo_campaign, make_graded_campaign
from jobs.kinds import JobFailure, Result, Run, job_kind
from jobs.one_by_one import Failures
from measures.names import UnknownMeasure
from metrics.actions.agreement_kept import AgreementAsked, compute_agreements
from metrics.actions.compute_once import KeptStudy
from metrics.actions.doctor_kept import DoctorAsked
from metrics.actions.freeze_report import freeze_report
from metrics.actions.judge_kept import JudgeStandingAsked
from metrics.actions.look_at_goal import look_at_goals
from metrics.actions.make_demo_report import make_demo_report
from metrics.actions.make_demo_witnesses import make_demo_witnesses
from metrics.actions.proxies_kept import ProxiesAsked
from metrics.actions.standing_kept import StandingAsked
from metrics.actions.study_kept import StudyAsked
from metrics.actions.try_run import JOB as SCORE
from metrics.actions.try_run import OF_SCORES, score_file
from metrics.actions.witness_kept import WitnessAsked
from metrics.models import Report
from metrics.queries.demo import WITH_MODELS
from metrics.queries.drafts import draft_report
from metrics.queries.verified import verify_report
from metrics.studies.asked import EvaluationAsked
from metrics.studies.study import NothingToStudy
from people.models import Role
from pooling.actions.make_demo import make_demo
from pooling.actions.store_run import HandedRun
from pooling.background import actor_of_job, discard_uploads, in_plain_words
from pooling.models import Benchmark
from pooling.models import Run as StoredRun
from retrieval.extra import require_extra


@contextmanager
def _computing() -> Iterator[None]:
    try:
        yield
    except (NothingToStudy, UnknownMeasure) as nothing:
        raise JobFailure(f"Nothing can be computed: {nothing}.") from None


@job_kind("metrics.evaluation", title="Evaluate")
def _evaluation(
    run: Run, *, benchmark: int, runs: list[int], asked: dict[str, Any], name: str = ""
) -> Result:
    of = Benchmark.objects.get(pk=benchmark)
    rows = StoredRun.objects.filter(benchmark=of).select_related("model", "benchmark").in_bulk(runs)
    if len(rows) < len(set(runs)):
        raise JobFailure(f"{of} does not have all of these runs any more: start a new report")
    chosen = [rows[key] for key in dict.fromkeys(runs)]
    with _computing():
        draft = draft_report(of, chosen, EvaluationAsked.of(asked), run.report)
    with run.effect() as result:
        report = freeze_report(
            actor_of_job(run), of, name or f"Evaluation of {of}", draft, run.job.pk
        )
        result.update(report=report.pk, title=report.title, sha256=report.sha256)
    return result


@job_kind("metrics.make_demo", title="Make the demo", least_role=Role.ADMIN, offered=True)
def _make_demo(run: Run, *, models: bool = False) -> Result:
    """All that the packages below make, and a report of it. models: train two, too, and report on
    them beside the others."""
    actor, trained = actor_of_job(run), dict[str, Any]()
    with in_plain_words():
        if models:
            require_extra()
        made = asdict(make_demo(actor, run.report))
        begun = make_demo_campaign(actor, run.report)
        report = make_demo_report(actor, run.report)
        graded = make_graded_campaign(actor, run.report)
        make_demo_witnesses(actor, run.report)
        if models:
            # What needs PyTorch is imported where it is known to be there.
            from retrieval.actions.make_demo_models import make_demo_models  # noqa: PLC0415

            trained["models"] = make_demo_models(actor, run.report)
            report = make_demo_report(actor, run.report, WITH_MODELS)
    return {
        **made,
        "campaign": begun.campaign,
        "campaign_pairs": begun.pairs,
        "labels": begun.labels,
        "graded_campaign": graded.campaign,
        "graded_labels": graded.labels,
        **trained,
        "report": report.pk,
        "report_title": report.title,
    }


@job_kind("metrics.verify", title="Compute a report again")
def _verify(run: Run, *, report: int) -> Result:
    row = Report.objects.select_related("benchmark").filter(pk=report).first()
    if row is None:
        raise JobFailure("The report was deleted.")
    found = verify_report(row, run.report)
    return {
        "report": row.pk,
        "title": row.title,
        "sha256": row.sha256,
        "same": found.same,
        "differences": list(found.differences),
        "other_versions": found.says,
    }


@job_kind(SCORE, title="Score a run", asked_anew=True)
def _score(run: Run, /, **arguments: Any) -> Result:
    """Nothing of the run is kept but what is said of it. arguments: of HandedRun, and OF_SCORES."""
    options = {name: arguments.pop(name) for name in OF_SCORES}
    given = HandedRun(**arguments)
    of = Benchmark.objects.get(pk=given.benchmark)
    try:
        with in_plain_words("nothing was scored"), _computing():
            source = given.source()
            run.report(0, 2, f"Reading {source.name}")
            file, wanted = given.read(of, source, run.report)
            run.report(1, 2, "Scoring")
            return score_file(of, file, wanted, source.called, **options).as_json()
    finally:
        discard_uploads(given.uploads)


def _keeping(asks: type[KeptStudy[Any]]) -> Callable[..., Result]:
    def keep(run: Run, /, **arguments: Any) -> Result:
        """arguments: of the study."""
        asked = asks.of_job(arguments)
        with _computing():
            return asked.done(asked.keep(run.report))

    return keep


job_kind(AgreementAsked.JOB, title="Compute agreement")(_keeping(AgreementAsked))
job_kind(DoctorAsked.JOB, title="Examine a benchmark")(_keeping(DoctorAsked))
job_kind(ProxiesAsked.JOB, title="Hold proxies against people")(_keeping(ProxiesAsked))
job_kind(StudyAsked.JOB, title="Compute a study")(_keeping(StudyAsked))
job_kind(WitnessAsked.JOB, title="Hold a witness against people")(_keeping(WitnessAsked))
job_kind(StandingAsked.JOB, title="Score a submission")(_keeping(StandingAsked))
job_kind(JudgeStandingAsked.JOB, title="Score a judge from outside")(_keeping(JudgeStandingAsked))


@job_kind("metrics.agreements", title="Compute the agreement of all benchmarks", daily=True)
def _agreements(run: Run) -> Result:
    failures = Failures()
    return {**compute_agreements(failures, run.report), **failures.as_json()}


@job_kind("metrics.look_at_goals", title="Look at goals of campaigns", offered=True, daily=True)
def _look_at_goals(run: Run) -> Result:
    run.report(0, None, "How well it is known what campaigns are asked until")
    failures = Failures()
    return {**look_at_goals(failures), **failures.as_json()}
