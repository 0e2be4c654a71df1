"""manage.py unjudged BENCHMARK RUN: what a new run would cost to judge."""

from typing import Any

from django.core.management.base import CommandParser

from metrics.management.command import StudyCommand
from metrics.queries.pace import labels_an_hour
from metrics.queries.snapshot import take_snapshot
from metrics.studies.unjudged import DEPTH, PACE, Unjudged, unjudged
from pooling.queries.names import find_benchmark, find_runs


class Command(StudyCommand):
    help = "Pairs of a run that nobody has judged, the hours they would take, Judged@K, and bounds of C@K and P@K until then."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("run", help="its name")
        parser.add_argument("--depth", type=int, default=DEPTH, help="ranks that would be judged (%(default)s)")
        parser.add_argument("--pace", type=float, help=f"labels an hour (as last measured in this benchmark, or {PACE:g})")
        parser.add_argument("--same-text", action="store_true", help="the videos of captions with the same text are original too")

    def study(self, **options: Any) -> Unjudged:
        benchmark = find_benchmark(options["benchmark"])
        runs = dict.fromkeys(find_runs(benchmark, options["run"]))
        pace, pace_from = labels_an_hour(benchmark, options["pace"])
        snapshot = take_snapshot(benchmark, list(runs), max(options["depth"], 1), same_text=options["same_text"])
        return unjudged(snapshot, options["depth"], pace=pace, pace_from=pace_from)
