"""manage.py unjudged BENCHMARK RUN: what a new run would cost to judge."""

from dataclasses import replace
from typing import Any

from django.core.management.base import CommandParser

from metrics.management.command import StudyCommand, add_same_text
from metrics.queries.pace import labels_an_hour
from metrics.queries.snapshot import take_snapshot
from metrics.studies.pooled import PACE
from metrics.studies.unjudged import DEPTH, Unjudged, unjudged
from pooling.queries.names import find_benchmark, find_runs


class Command(StudyCommand):
    help = (
        "Counts a run's pairs that nobody has judged, and says what judging them would cost and how"
        " far scores could move."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("run", help="Name of the run.")
        parser.add_argument(
            "--depth", type=int, default=DEPTH, help="Ranks that would be judged (%(default)s)."
        )
        parser.add_argument(
            "--pace",
            type=float,
            help=f"Labels an hour (as last measured in this benchmark, or {PACE:g}).",
        )
        add_same_text(parser)

    def study(self, **options: Any) -> Unjudged:
        benchmark = find_benchmark(options["benchmark"])
        named = list(dict.fromkeys(find_runs(benchmark, options["run"])))
        others = [run for run in find_runs(benchmark, None) if run not in named]
        pace, pace_from = labels_an_hour(benchmark, options["pace"])
        snapshot = take_snapshot(
            benchmark, [*named, *others], max(options["depth"], 1), same_text=options["same_text"]
        )
        of, rest = snapshot.runs[: len(named)], snapshot.runs[len(named) :]
        return unjudged(
            replace(snapshot, runs=of),
            options["depth"],
            pace=pace,
            pace_from=pace_from,
            others=rest,
        )
