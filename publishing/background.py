"""The kinds of jobs that publishing has: runs that are handed in, and what is made public."""

from typing import Any

from annotator.models import Campaign
from foundation.asking.arguments import asked_by
from foundation.masks import drawn_share
from jobs.kinds import JobFailure, Result, Run, job_kind
from jobs.one_by_one import Failures
from measures.names import UnknownMeasure
from metrics.models import Report
from metrics.studies.study import NothingToStudy
from people.models import Role
from pooling.actions.store_run import HandedRun
from pooling.actions.submit_run import store_submission, why_refused
from pooling.background import (
    actor_of_job,
    discard_uploads,
    in_plain_words,
    refused_files_go,
    warnings_of,
)
from pooling.formats.checks import checks_of_submission
from pooling.models import Benchmark, Submission
from pooling.queries.submissions import KIND as SUBMIT
from pooling.queries.submissions import result_for_author, same_submission
from publishing.actions.decide_submission import JOB as APPROVE
from publishing.actions.decide_submission import ApprovalAsked, approve_submission
from publishing.actions.issue_board import issue_board
from publishing.actions.make_release import keep_release, written_release
from publishing.actions.print_report import JOB as PRINT
from publishing.actions.print_report import keep_printed
from publishing.actions.set_board import JOB as BOARD
from publishing.actions.start_release import JOB as RELEASE
from publishing.actions.start_release import ReleaseWanted
from publishing.actions.tidy_releases import tidy_releases
from publishing.queries.board_drafts import draft_board


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


@job_kind(
    SUBMIT,
    title="Hand in a run",
    least_role=Role.SUBMITTER,
    quota=5,
    asked_anew=True,
    outside=result_for_author,
)
def _submit_run(run: Run, /, *, model: str, dry_run: bool = False, **arguments: Any) -> Result:
    """Imports the run, with checks. A dry run ends with them, and its file stays for a while: it
    may be handed in as it is. arguments: of HandedRun."""
    given, actor = HandedRun(**arguments), actor_of_job(run)
    of = Benchmark.objects.get(pk=given.benchmark)
    with refused_files_go(*given.uploads), in_plain_words():
        source = given.source()
        known = same_submission(actor.user, of, source.sha256, given.direction, given.depth)
        if known is not None:
            discard_uploads(given.uploads)
            return {"run": known.pk, "already": True, "name": known.name, "checks": known.checks}
        file, wanted = given.read(of, source, run.report)
        # Drawn by the file: the same file sent again is answered alike.
        drawn = drawn_share("metrics.check of a submission", source.sha256)
        checks = checks_of_submission(file, wanted, drawn)
        shown = {"already": False, "name": given.name, "checks": checks, "format": file.format}
        share = len(file.rankings.items) / max(1, len(wanted.keys.items(given.direction)))
        if dry_run:
            return {"run": None, "refused": why_refused(share), **shown}
        about = given.about(of, model, file, source, warnings_of(file.problems, "file"))
        with run.effect() as result:
            stored = store_submission(actor, about, file.rankings, checks, share)
            result.update(run=stored.pk, **shown)
    discard_uploads(given.uploads)
    return result


@job_kind(APPROVE, title="Approve a submission")
def _approve_submission(run: Run, *, submission: int, asked: dict[str, Any]) -> Result:
    row = Submission.objects.select_related("run__benchmark").get(pk=submission)
    run.report(0, 1, "Planning")
    with in_plain_words(), run.effect() as result:
        wanted = asked_by(ApprovalAsked, asked)
        pool, campaign, cost = approve_submission(actor_of_job(run), row, wanted)
        result.update(submission=row.pk, pool=pool.pk, campaign=campaign.pk)
        result.update(pairs=cost.pairs, unjudged=cost.unjudged, captions=cost.captions)
        result.update(opened=campaign.state == Campaign.State.OPEN)
    return result


@job_kind(RELEASE, title="Make a release")
def _release(run: Run, /, **arguments: Any) -> Result:
    """arguments: of ReleaseWanted."""
    with in_plain_words():
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


@job_kind(PRINT, title="Print a report")
def _print(run: Run, *, report: int, ending: str) -> Result:
    row = Report.objects.select_related("benchmark").filter(pk=report).first()
    if row is None:
        raise JobFailure("The report was deleted.")
    run.report(0, None, f"Printing report {row.pk}")
    return {"report": row.pk, "title": row.title, "file": keep_printed(row, ending)}
