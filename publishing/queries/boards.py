"""Leaderboards: what the public is shown, and what a lead may choose from."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Q, QuerySet

from foundation.frozen import frozen
from metrics.models import Leaderboard, LeaderboardIssue
from metrics.table import Table
from pooling.models import Benchmark, Run
from publishing.board import board_table

# As what a run may be shown, and the states in which it may be.
SHOWN_AS: Mapping[str, tuple[str, ...]] = {
    Run.State.PUBLISHED: (Run.State.PUBLISHED,),
    Run.State.BLINDED: (Run.State.BLINDED, Run.State.PUBLISHED),
}


@frozen
class PublicBoard:
    """What anybody may read. content: see docs/leaderboard.md."""

    content: Mapping[str, Any]
    pictures: Mapping[str, str]
    tag: str  # changes with the content
    issue_id: int

    @property
    def table(self) -> Table:
        return board_table(self.content)


def find_public_board(slug: str) -> PublicBoard | None:
    """None alike where there is no such benchmark, no leaderboard of it, one that is off, none that
    was made yet, or one that shows a run as more public than it is by now."""
    board = (
        Leaderboard.objects.filter(benchmark__name=slug, is_public=True, issue__isnull=False)
        .select_related("issue", "issue__report")
        .defer("issue__bundle", "issue__report__result")
        .first()
    )
    if board is None or board.issue is None or withdrawn_runs(board.issue):
        return None
    return read_board(board.issue)


def read_board(issue: LeaderboardIssue) -> PublicBoard:
    content = json.loads(bytes(issue.content))
    tag = f"{content['sha256'][:16]}-{issue.bundle_sha256[:16]}"
    return PublicBoard(content, issue.pictures, tag, issue.pk)


def newest_board(benchmark: Benchmark) -> tuple[Leaderboard | None, PublicBoard | None]:
    """The board for those who have the machine's shell: what it would show, on or off."""
    boards = Leaderboard.objects.filter(benchmark=benchmark).select_related("issue")
    board = boards.defer("issue__bundle").first()
    issue = board.issue if board else None
    return board, read_board(issue) if issue else None


def bundle_of(board: PublicBoard) -> bytes:
    return bytes(LeaderboardIssue.objects.values_list("bundle", flat=True).get(pk=board.issue_id))


def report_of(board: PublicBoard) -> bytes:
    """Its result, as it was frozen."""
    results = LeaderboardIssue.objects.values_list("report__result", flat=True)
    return bytes(results.get(pk=board.issue_id))


def withdrawn_runs(issue: LeaderboardIssue) -> int:
    """How many of the runs that it shows are not as public any more as they are shown, or
    deleted."""
    may = Q(pk__in=[])
    for state, states in SHOWN_AS.items():
        shown = [run["id"] for run in issue.shown if run["state"] == state]
        may |= Q(pk__in=shown, state__in=states)
    return len(issue.shown) - Run.objects.filter(may).count()


def board_runs(benchmark: Benchmark) -> QuerySet[Run]:
    """All that may be chosen for a leaderboard: it ranks videos for captions."""
    rows = benchmark.runs.filter(direction=Run.Direction.TEXT_TO_VIDEO)
    return rows.select_related("model").order_by("name")


def public_rows(benchmark: Benchmark) -> list[Run]:
    return list(board_runs(benchmark).exclude(state=Run.State.PRIVATE))


@frozen
class BoardState:
    """The board for those who may switch it on. shown: the one of its issues that it shows.
    changed: whether its runs are others than those shown, so that it should be made again."""

    benchmark: Benchmark
    board: Leaderboard | None
    runs: Sequence[Run]
    issues: Sequence[LeaderboardIssue]
    shown: LeaderboardIssue | None
    withdrawn: int
    changed: bool

    @property
    def is_public(self) -> bool:
        return self.board is not None and self.board.is_public

    @property
    def is_shown(self) -> bool:
        return self.is_public and self.shown is not None and not self.withdrawn

    @property
    def measures(self) -> list[str]:
        return list(self.board.measures) if self.board else []

    @property
    def report_id(self) -> int | None:
        return self.shown.report_id if self.shown else None


def board_state(benchmark: Benchmark) -> BoardState:
    light = LeaderboardIssue.objects.select_related("report").defer(
        "bundle", "content", "pictures", "report__result"
    )
    board = Leaderboard.objects.filter(benchmark=benchmark).first()
    issues = list(light.filter(benchmark=benchmark).order_by("-pk"))
    shown = next((one for one in issues if board and one.pk == board.issue_id), None)
    now = {(run.pk, run.state) for run in public_rows(benchmark)}
    return BoardState(
        benchmark,
        board,
        list(board_runs(benchmark)),
        issues,
        shown,
        withdrawn_runs(shown) if shown else 0,
        shown is not None and now != {(run["id"], run["state"]) for run in shown.shown},
    )
