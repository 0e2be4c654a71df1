"""The kinds of jobs that metrics has: what is computed from labels, frozen, kept or written.

It passes 300 lines because it is the list of them all: a kind is a few lines here, and its work is
an action elsewhere.
"""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from annotator.actions.make_demo_campaign import make_demo_campaign
from annotator.models import Campaign
from foundation.asking.arguments import asked_by
from foundation.masks import drawn_share
from jobs.kinds import JobFailure, Result, Run, job_kind
from jobs.one_by_one import Failures
from measures.names import UnknownMeasure
from metrics.actions.agreement_kept import AgreementAsked
from metrics.actions.compute_once import KeptStudy
from metrics.actions.decide_submission import JOB as APPROVE
from metrics.actions.decide_submission import ApprovalAsked, approve_submission
from metrics.actions.doctor_kept import DoctorAsked
from metrics.actions.explorer_kept import JOB as EXPLORER
from metrics.actions.explorer_kept import keep_facts
from metrics.actions.freeze_report import freeze_report
from metrics.actions.issue_board import issue_board
from metrics.actions.look_at_goal import look_at_goals
from metrics.actions.make_demo_report import make_demo_report
from metrics.actions.make_release import keep_release, written_release
from metrics.actions.print_report import JOB as PRINT
from metrics.actions.print_report import keep_printed
from metrics.actions.proxies_kept import ProxiesAsked
from metrics.actions.set_board import JOB as BOARD
from metrics.actions.standing_kept import StandingAsked
from metrics.actions.start_release import JOB as RELEASE
from metrics.actions.start_release import ReleaseWanted
from metrics.actions.tidy_releases import tidy_releases
from metrics.actions.try_run import JOB as SCORE
from metrics.actions.try_run import score_file
from metrics.models import Report
from metrics.queries.board_drafts import draft_board
from metrics.queries.demo import WITH_MODELS
from metrics.queries.drafts import draft_report
from metrics.queries.verified import verify_report
from metrics.studies.asked import EvaluationAsked
from metrics.studies.study import NothingToStudy
from people.models import Role
from pooling.actions.make_demo import make_demo
from pooling.actions.submit_run import Submitted, store_submission, why_refused
from pooling.background import (
    actor_of_job,
    discard_uploads,
    refused_files_go,
    said_plainly,
    warnings_of,
)
from pooling.formats.checks import checks_of_submission
from pooling.formats.keys import Direction
from pooling.formats.runs import Wanted
from pooling.input_files import InputFile, handed, read_handed_run
from pooling.models import Benchmark, Submission
from pooling.models import Run as StoredRun
from pooling.queries.axes import read_axes
from pooling.queries.submissions import KIND as SUBMIT
from pooling.queries.submissions import result_for_author, same_submission
from retrieval.extra import require_extra


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


@job_kind("metrics.make_demo", title="Make the demo", least_role=Role.ADMIN, offered=True)
def _make_demo(run: Run, *, models: bool = False) -> Result:
    """All that the packages below make, and a report of it. models: train two, too, and report on
    them beside the others."""
    actor, trained = actor_of_job(run), dict[str, Any]()
    with said_plainly():
        if models:
            require_extra()
        made = asdict(make_demo(actor, run.report))
        begun = make_demo_campaign(actor, run.report)
        report = make_demo_report(actor, run.report)
        if models:
            # What needs PyTorch is imported where it is known to be there.
            from retrieval.actions.make_demo_models import make_demo_models  # noqa: PLC0415

            trained["models"] = make_demo_models(actor, run.report)
            report = make_demo_report(actor, run.report, WITH_MODELS)
    of_campaign = {
        "campaign": begun.campaign,
        "campaign_pairs": begun.pairs,
        "labels": begun.labels,
    }
    told = {"report": report.pk, "report_title": report.title}
    return {**made, **of_campaign, **trained, **told}


@job_kind(BOARD, title="Make a leaderboard")
def _leaderboard(run: Run, *, benchmark: int, measures: list[str]) -> Result:
    of = Benchmark.objects.get(pk=benchmark)
    try:
        draft = draft_board(of, measures, run.report)
    except (NothingToStudy, UnknownMeasure) as refusal:
        raise JobFailure(f"Nothing can be computed: {refusal}.") from None
    with run.effect() as result:
        issue = issue_board(actor_of_job(run), of, draft, run.job.pk)
        result.update(report=issue.report_id, title=issue.report.title, sha256=draft.draft.sha256)
        result.update(leaderboard=of.name, bundle_sha256=issue.bundle_sha256)
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


# Long by its parameters, one line for each.
@job_kind(
    SUBMIT,
    title="Hand in a run",
    least_role=Role.SUBMITTER,
    quota=5,
    outside=result_for_author,
)
def _submit_run(  # noqa: PLR0913  (what a job may be given, by name)
    run: Run,
    *,
    upload: int | str,
    benchmark: int,
    model: str,
    name: str,
    format: str = "",  # noqa: A002  (the contract's word)
    depth: int = 100,
    direction: Direction = "t2v",
    captions_upload: int | str | None = None,
    videos_upload: int | str | None = None,
    dry_run: bool = False,
) -> Result:
    """As an import, with checks. A dry run ends with them, and its file stays for a while: it may
    be handed in as it is."""
    of, actor = Benchmark.objects.get(pk=benchmark), actor_of_job(run)
    sources = (upload, captions_upload, videos_upload)
    with refused_files_go(*sources), said_plainly():
        source = handed(upload)
        known = same_submission(actor.user, of, source.sha256, direction, depth)
        if known is not None:
            discard_uploads(sources)
            return {"run": known.pk, "already": True, "name": known.name, "checks": known.checks}
        names = [handed(side) if side is not None else None for side in sources[1:]]
        wanted = Wanted(read_axes(of).keys, depth, direction)
        file = read_handed_run(source, names, wanted, format or None, run.report)
        # Drawn by the file: the same file sent again is answered alike.
        drawn = drawn_share("metrics.check of a submission", source.sha256)
        checks = checks_of_submission(file, wanted, drawn)
        told = {"already": False, "name": name, "checks": checks, "format": file.format}
        share = len(file.rankings.items) / max(1, len(wanted.keys.items(direction)))
        if dry_run:
            return {"run": None, "refused": why_refused(share), **told}
        given = Submitted(
            of,
            name,
            model,
            source.name,
            direction,
            depth,
            file.format,
            source.sha256,
            tuple(warnings_of(file.problems, "file")),
            checks,
            share,
        )
        with run.effect() as result:
            stored = store_submission(actor, given, file.rankings)
            result.update(run=stored.pk, **told)
    discard_uploads(sources)
    return result


# Long by its parameters, one line for each.
@job_kind(SCORE, title="Score a run")
def _score(  # noqa: PLR0913  (what a job may be given, by name)
    run: Run,
    /,
    *,
    benchmark: int,
    upload: int,
    captions_upload: int | None = None,
    videos_upload: int | None = None,
    format: str = "",  # noqa: A002  (the contract's word)
    depth: int = 100,
    direction: Direction = "t2v",
    **options: Any,
) -> Result:
    """Nothing of the run is kept but what is said of it."""
    of = Benchmark.objects.get(pk=benchmark)
    sources = (upload, captions_upload, videos_upload)
    try:
        with said_plainly():
            source, *names = (side and handed(side) for side in sources)
            assert isinstance(source, InputFile)  # noqa: S101  (an upload's id is never 0)
            wanted = Wanted(read_axes(of).keys, depth, direction)
            run.report(0, 2, f"Reading {source.name}")
            file = read_handed_run(
                source, [side or None for side in names], wanted, format or None, run.report
            )
            run.report(1, 2, "Scoring")
            return score_file(of, file, wanted, Path(source.name).stem, **options).as_json()
    except (NothingToStudy, UnknownMeasure) as nothing:
        raise JobFailure(f"Nothing can be computed: {nothing}.") from None
    finally:
        discard_uploads(sources)


@job_kind(APPROVE, title="Approve a submission")
def _approve_submission(run: Run, *, submission: int, asked: dict[str, Any]) -> Result:
    row = Submission.objects.select_related("run__benchmark").get(pk=submission)
    reference = StoredRun.objects.filter(pk=asked["reference"]).first()
    like = Campaign.objects.filter(pk=asked["like"]).first()
    wanted = ApprovalAsked(**{**asked, "reference": reference, "like": like})
    run.report(0, 1, "Planning")
    with said_plainly(), run.effect() as result:
        pool, campaign, cost = approve_submission(actor_of_job(run), row, wanted)
        result.update(submission=row.pk, pool=pool.pk, campaign=campaign.pk)
        result.update(pairs=cost.pairs, unjudged=cost.unjudged, captions=cost.captions)
        result.update(opened=campaign.state == Campaign.State.OPEN)
    return result


def _keeping(asks: type[KeptStudy[Any]]) -> Callable[..., Result]:
    def keep(run: Run, /, **arguments: Any) -> Result:
        """arguments: of the study."""
        asked = asks.of_job(arguments)
        try:
            return asked.done(asked.keep(run.report))
        except NothingToStudy as nothing:
            raise JobFailure(f"Nothing can be computed: {nothing}.") from None

    return keep


job_kind(AgreementAsked.JOB, title="Compute agreement")(_keeping(AgreementAsked))
job_kind(DoctorAsked.JOB, title="Examine a benchmark")(_keeping(DoctorAsked))
job_kind(ProxiesAsked.JOB, title="Hold proxies against people")(_keeping(ProxiesAsked))
job_kind(StandingAsked.JOB, title="Score a submission")(_keeping(StandingAsked))


@job_kind(EXPLORER, title="Look at all captions")
def _explorer(run: Run, *, benchmark: int) -> Result:
    of = Benchmark.objects.get(pk=benchmark)
    keep_facts(of, run.report)
    return {"benchmark": of.pk, "captions": of.caption_count}


@job_kind(RELEASE, title="Make a release")
def _release(run: Run, /, **arguments: Any) -> Result:
    """arguments: of ReleaseWanted."""
    with said_plainly():
        wanted = asked_by(ReleaseWanted, arguments)
        with written_release(wanted, run.report) as written, run.effect() as result:
            made = keep_release(actor_of_job(run), written, run.job.pk)
            result.update(
                release=made.pk,
                name=made.name,
                benchmark=made.benchmark.name,
                log_position=made.log_position,
                report=made.report_id,
                files=made.files,
                archive=made.archive,
                left_out=made.left_out,
            )
    return result


@job_kind(
    "metrics.tidy_releases",
    title="Tidy up releases",
    least_role=Role.ADMIN,
    offered=True,
    daily=True,
)
def _tidy_releases(run: Run) -> Result:
    run.report(0, None, "Unfinished releases")
    failures = Failures()
    return {"unfinished releases": tidy_releases(failures), **failures.as_json()}


@job_kind("metrics.look_at_goals", title="Look at goals of campaigns", offered=True, daily=True)
def _look_at_goals(run: Run) -> Result:
    run.report(0, None, "How well it is known what campaigns are asked until")
    failures = Failures()
    return {**look_at_goals(failures), **failures.as_json()}


@job_kind(PRINT, title="Print a report")
def _print(run: Run, *, report: int, ending: str) -> Result:
    row = Report.objects.select_related("benchmark").filter(pk=report).first()
    if row is None:
        raise JobFailure("The report was deleted.")
    run.report(0, None, f"Printing report {row.pk}")
    return {"report": row.pk, "title": row.title, "file": keep_printed(row, ending)}
