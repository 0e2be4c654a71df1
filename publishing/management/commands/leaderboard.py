"""manage.py leaderboard BENCHMARK: what its public leaderboard shows, and whether it does."""

from argparse import BooleanOptionalAction
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from jobs.management.command import JobCommand
from metrics.words import as_text
from people.actor import COMMAND
from pooling.models import Benchmark, Run
from pooling.queries.names import find_benchmark, find_runs
from publishing.actions.export_board import export_board
from publishing.actions.set_board import (
    JOB,
    MEASURES,
    BoardAsked,
    IssueAsked,
    RunsAsked,
    arguments_of,
    publish_on_board,
    set_board,
    show_issue,
)
from publishing.queries.boards import board_runs, newest_board, public_rows

# What is done to runs, by option, and what for.
STATES = {
    "publish": (Run.State.PUBLISHED, "to show by name"),
    "blind": (Run.State.BLINDED, "to show without their names"),
    "private": (Run.State.PRIVATE, "not to show"),
}


class Command(JobCommand):
    help = (
        "Shows a benchmark's public leaderboard; switches it on or off, chooses its runs and"
        " measures, and writes it to a folder that needs no server."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("benchmark", help="Name of the benchmark.")
        parser.add_argument(
            "--public",
            action=BooleanOptionalAction,
            help="Whether anybody may read it (as it is, or off).",
        )
        parser.add_argument(
            "--measures",
            help=f"Names, separated by commas ({','.join(MEASURES)}); the first orders the runs.",
        )
        parser.add_argument(
            "--depth", type=int, default=0, help="K of Judged@K (the measures' deepest cut)."
        )
        for option, (_, what) in STATES.items():
            words = f"Runs {what}: names with commas between, or all."
            parser.add_argument(f"--{option}", metavar="RUNS", help=words)
        parser.add_argument(
            "--make", action="store_true", help="Freeze a new report of its runs, and show it."
        )
        parser.add_argument("--show", metavar="SHA256", help="Show this earlier report of it.")
        parser.add_argument(
            "--out", type=Path, metavar="DIR", help="Write it to this folder, as a page and files."
        )

    def result(self, **options: Any) -> dict[str, Any]:
        of = find_benchmark(options["benchmark"])
        stale = self._publish(of, options) | self._set(of, options)
        board, found = newest_board(of)
        if board is not None and (options["make"] or (stale and public_rows(of))):
            self.run_job(JOB, **arguments_of(board))
        if options["show"]:
            show_issue(COMMAND, _checked(IssueAsked(benchmark=of, sha256=options["show"])))
        board, found = newest_board(of)
        written = export_board(found, options["out"]) if options["out"] else []
        content = dict(found.content) if found else {"benchmark": of.name, "rows": []}
        self.table = found.table if found else None
        return {"public": bool(board and board.is_public), "files": written} | content

    def _publish(self, of: Benchmark, options: dict[str, Any]) -> bool:
        stale = False
        for option, (state, _) in STATES.items():
            if names := options[option]:
                runs = board_runs(of) if names == "all" else find_runs(of, names)
                wanted = _checked(RunsAsked(benchmark=of, runs=tuple(runs), state=state))
                stale |= publish_on_board(COMMAND, wanted)
        return stale

    def _set(self, of: Benchmark, options: dict[str, Any]) -> bool:
        if options["public"] is None and not (options["measures"] or options["make"]):
            return False
        board, _ = newest_board(of)
        names = options["measures"]
        usual = tuple(board.measures) if board else MEASURES
        public = options["public"]
        wanted = BoardAsked(
            benchmark=of,
            public=bool(board and board.is_public) if public is None else public,
            measures=tuple(names.split(",")) if names else usual,
            depth=options["depth"],
        )
        return set_board(COMMAND, _checked(wanted))

    def tell(self, result: dict[str, Any]) -> str:
        state = "public" if result["public"] else "off"
        if self.table is None:
            return f"The leaderboard of {result['benchmark']} is {state}, and has no report yet."
        lines = [as_text(self.table), "", f"It is {state}; its report is {result['sha256']}."]
        return "\n".join([*lines, *(f"wrote {name}" for name in result["files"])])


def _checked(wanted: Any) -> Any:
    wanted.check()
    return wanted
