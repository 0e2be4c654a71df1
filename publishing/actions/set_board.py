"""Switch a benchmark's public leaderboard on or off, and say what it shows."""

from typing import Any

from django.db import transaction

from foundation.asking.questions import asked
from foundation.database.rows import lock_row
from foundation.frozen import frozen
from foundation.refused import Refused
from jobs.actions.request import start_job
from jobs.models import Job
from measures.names import UnknownMeasure, parse_all
from metrics.models import Leaderboard, LeaderboardIssue
from metrics.studies.asked import in_a_sentence
from metrics.studies.judged import judged_depth
from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.actions.change_run_state import publish_runs
from pooling.models import Benchmark, Run
from pooling.queries.benchmarks import access_benchmarks
from pooling.queries.runs import access_runs
from publishing.queries.boards import board_runs, public_rows

JOB = "metrics.leaderboard"  # the kind of job that makes one
MEASURES = ("C@1", "C@5", "C@10")
MOST_RUNS = 50
DEEPEST = 1_000


@frozen
class BoardAsked:
    """A leaderboard's settings."""

    benchmark: Benchmark = asked("The id of the benchmark.", rows=access_benchmarks)
    public: bool = asked(
        "Show the leaderboard to anyone who has its address.", label="Public leaderboard"
    )
    measures: tuple[str, ...] = asked(
        "Names with commas between, as in C@1, AP@10; the first orders the leaderboard.",
        default=MEASURES,
        most=8,
        checks=[in_a_sentence],
    )
    depth: int = asked(
        "K: the rank down to which Judged@K looks and verdicts count; 0 for the deepest cut of the"
        " measures.",
        default=0,
        label="Depth K",
        at_least=0,
        at_most=DEEPEST,
        empty=0,
    )

    def check(self) -> None:
        try:
            deepest = judged_depth(parse_all(self.measures))
        except UnknownMeasure as unknown:
            raise Refused(
                f"{str(unknown)[:1].upper()}{str(unknown)[1:]}.", field="measures"
            ) from None
        if self.depth not in (0, deepest):
            raise Refused(
                f"The deepest cut of these measures is {deepest}, so Judged@{self.depth} would not"
                f" tell what they rest on: expected {deepest}, or a measure that is cut at"
                f" {self.depth}.",
                field="depth",
            )


@frozen
class RunsAsked:
    """Which runs a leaderboard shows, and how."""

    benchmark: Benchmark = asked("The id of the benchmark.", rows=access_benchmarks)
    runs: tuple[Run, ...] = asked(
        "The ids of the runs.", rows=access_runs, most=MOST_RUNS, named=lambda run: str(run.name)
    )
    state: Run.State = asked(
        "Private is not shown, blinded without its name, published by name.",
        choices=dict(Run.State.choices),
    )

    def check(self) -> None:
        theirs = set(board_runs(self.benchmark).values_list("pk", flat=True))
        if not self.runs or any(run.pk not in theirs for run in self.runs):
            raise Refused(
                f"Expected runs of {self.benchmark} that rank videos for captions.", field="runs"
            )


@frozen
class IssueAsked:
    """Which of a leaderboard's frozen reports it shows."""

    benchmark: Benchmark = asked("The id of the benchmark.", rows=access_benchmarks)
    sha256: str = asked(
        "The checksum of the report, or its beginning.", label="Checksum", longest=64
    )

    def check(self) -> None:
        self.found()

    def found(self) -> LeaderboardIssue:
        made = LeaderboardIssue.objects.filter(benchmark=self.benchmark).select_related("report")
        rows = list(made.filter(report__sha256__startswith=self.sha256).order_by("-pk")[:1])
        if not rows or not self.sha256:
            raise Refused(
                f"Expected the checksum of a report that was made for the leaderboard of"
                f" {self.benchmark}.",
                field="sha256",
            )
        return rows[0]


class NothingToShow(Refused):
    """No run of this benchmark is public: publish one, or blind it."""


@transaction.atomic
def set_board(actor: Actor, wanted: BoardAsked) -> bool:
    """Whether it is on and has to be made: what it shows is not there yet, or is of other
    measures."""
    board = _board(wanted.benchmark)
    measures = [str(measure) for measure in parse_all(wanted.measures)]
    before = {"public": board.is_public, "measures": list(board.measures)}
    after = {"public": wanted.public, "measures": measures}
    stale = board.issue_id is None or board.measures != measures
    board.is_public, board.measures = wanted.public, measures
    board.save(update_fields=["is_public", "measures"])
    if before != after:
        record_audit(actor, "set", board, before=before, after=after)
    if wanted.public and stale and not public_rows(wanted.benchmark):
        raise NothingToShow
    return wanted.public and stale


@transaction.atomic
def publish_on_board(actor: Actor, wanted: RunsAsked) -> bool:
    """Whether the leaderboard is on and has to be made again, since a run's state changed. Until it
    is, one that shows a run which is not public any more is not shown."""
    changed = publish_runs(actor, wanted.runs, Run.State(wanted.state))
    board = Leaderboard.objects.filter(benchmark=wanted.benchmark, is_public=True).first()
    return bool(changed and board is not None and public_rows(wanted.benchmark))


@transaction.atomic
def set_and_make(actor: Actor, wanted: BoardAsked) -> Job | None:
    """Sets the board; returns the job that makes it, where one has to."""
    return make_board(actor, wanted.benchmark) if set_board(actor, wanted) else None


@transaction.atomic
def publish_and_make(actor: Actor, wanted: RunsAsked) -> Job | None:
    return make_board(actor, wanted.benchmark) if publish_on_board(actor, wanted) else None


@transaction.atomic
def make_board(actor: Actor, benchmark: Benchmark) -> Job:
    """A job freezes a report of the public runs, and puts it on the leaderboard."""
    board = _board(benchmark)
    if not public_rows(benchmark):
        raise NothingToShow
    title = f"Make the leaderboard of {benchmark}"
    return start_job(JOB, actor=actor, title=title, **arguments_of(board))


def arguments_of(board: Leaderboard) -> dict[str, Any]:
    """The arguments of the job that makes it."""
    return {"benchmark": board.benchmark_id, "measures": list(board.measures)}


@transaction.atomic
def show_issue(actor: Actor, wanted: IssueAsked) -> Leaderboard:
    """Put a report that was frozen for the leaderboard back on it."""
    issue, board = wanted.found(), _board(wanted.benchmark)
    board.issue = issue
    board.save(update_fields=["issue"])
    record_audit(actor, "chose a report for", board, after={"sha256": issue.report.sha256})
    return board


def _board(benchmark: Benchmark) -> Leaderboard:
    """Locked."""
    board, _ = Leaderboard.objects.get_or_create(
        benchmark=benchmark, defaults={"measures": list(MEASURES)}
    )
    return lock_row(Leaderboard, board.pk)
