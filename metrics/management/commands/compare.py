"""manage.py compare BENCHMARK RUN RUN ...: whether runs differ."""

from typing import Any

from django.core.management.base import CommandParser

from metrics.management.command import StudyCommand, add_draws, add_measures
from metrics.measures.comparison import PERMUTATIONS
from metrics.measures.names import parse_all
from metrics.queries.snapshot import take_snapshot
from metrics.studies.comparison import ComparedRuns, compare_runs
from metrics.studies.scored import depth_for
from pooling.queries.names import find_benchmark, find_runs


class Command(StudyCommand):
    help = (
        "Compares every two of the named runs caption by caption: difference, interval, p, Holm's"
        " p, what could be seen."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "runs", nargs="+", metavar="RUN", help="Name of a run; at least two, of one direction."
        )
        parser.add_argument(
            "--positives",
            choices=["all", "original"],
            default="all",
            help="Which positives count (%(default)s).",
        )
        parser.add_argument(
            "--permutations",
            type=int,
            default=PERMUTATIONS,
            help="How many permutations the sign-flip test draws (%(default)s).",
        )
        add_measures(parser)
        add_draws(parser)

    def study(self, **options: Any) -> ComparedRuns:
        measures = parse_all(options["measures"])
        benchmark = find_benchmark(options["benchmark"])
        runs = dict.fromkeys(find_runs(benchmark, ",".join(options["runs"])))
        return compare_runs(
            take_snapshot(
                benchmark, list(runs), depth_for(measures), same_text=options["same_text"]
            ),
            None,
            measures,
            options["positives"],
            seed=options["seed"],
            resamples=options["resamples"],
            permutations=options["permutations"],
        )
