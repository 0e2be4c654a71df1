"""manage.py evaluate BENCHMARK: Table 1."""

from typing import Any

from django.core.management.base import CommandParser

from metrics.management.command import StudyCommand, add_draws, add_measures
from metrics.measures.names import parse_all
from metrics.queries.snapshot import take_snapshot
from metrics.studies.evaluation import RULES, Evaluation, evaluate
from metrics.studies.scored import depth_for
from pooling.queries.names import find_benchmark, find_runs


class Command(StudyCommand):
    help = (
        "Scores runs with the original positives and with those that people found: Table 1, A (B"
        " + C)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--runs", help="Names, separated by commas (all runs that rank videos for captions)."
        )
        parser.add_argument(
            "--positives",
            choices=list(RULES),
            default="both",
            help="Which positives count (%(default)s).",
        )
        parser.add_argument(
            "--intervals",
            action="store_true",
            help="Add 95 %% intervals to every score and every difference.",
        )
        add_measures(parser)
        add_draws(parser)

    def study(self, **options: Any) -> Evaluation:
        measures = parse_all(options["measures"])
        benchmark = find_benchmark(options["benchmark"])
        runs = dict.fromkeys(find_runs(benchmark, options["runs"]))
        snapshot = take_snapshot(
            benchmark, list(runs), depth_for(measures), same_text=options["same_text"]
        )
        return evaluate(
            snapshot,
            measures,
            options["positives"],
            intervals=options["intervals"],
            seed=options["seed"],
            resamples=options["resamples"],
        )
