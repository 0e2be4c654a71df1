"""Freeze the report of a leaderboard, and put what follows from it before the public."""

from django.db import transaction

from metrics.actions.freeze_report import freeze_report
from metrics.models import Leaderboard, LeaderboardIssue, Report
from people.actor import Actor
from pooling.models import Benchmark
from publishing.actions.set_board import MEASURES
from publishing.queries.board_drafts import BoardDraft


@transaction.atomic
def issue_board(
    actor: Actor, benchmark: Benchmark, draft: BoardDraft, job_id: int
) -> LeaderboardIssue:
    """Whether the board is on is not changed."""
    title = f"Leaderboard of {benchmark}"[: Report._meta.get_field("title").max_length]
    report = freeze_report(actor, benchmark, title, draft.draft, job_id, Report.Kind.LEADERBOARD)
    issue = LeaderboardIssue.objects.create(benchmark=benchmark, report=report, **draft.kept)
    Leaderboard.objects.update_or_create(
        benchmark=benchmark,
        defaults={"issue": issue},
        create_defaults={"issue": issue, "measures": list(MEASURES)},
    )
    return issue
