"""manage.py estimate BENCHMARK POOL: scores over all captions, from a pool that holds a sample of
them."""

from typing import Any

from django.core.management.base import CommandParser

from measures.names import parse_all
from metrics.management.command import StudyCommand, add_measures, add_runs
from metrics.queries.samples import read_sample
from metrics.queries.snapshot import take_snapshot
from metrics.studies.estimate import ESTIMATORS, Estimates, estimate
from metrics.studies.scored import depth_for
from pooling.queries.names import find_benchmark, find_pool, find_runs


class Command(StudyCommand):
    help = (
        "Estimates, with intervals, what runs would score if every caption were labelled, from a"
        " pool that drew some of them."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("pool", help="Name of the pool.")
        add_runs(parser)
        parser.add_argument(
            "--by", choices=[*ESTIMATORS, "all"], default="all", help="The estimator (%(default)s)."
        )
        add_measures(parser)

    def study(self, **options: Any) -> Estimates:
        measures = parse_all(options["measures"])
        benchmark = find_benchmark(options["benchmark"])
        pool = find_pool(benchmark, options["pool"])
        runs = list(dict.fromkeys(find_runs(benchmark, options["runs"])))
        snapshot = take_snapshot(
            benchmark, runs, depth_for(measures), same_text=options["same_text"]
        )
        by = ESTIMATORS if options["by"] == "all" else (options["by"],)
        return estimate(snapshot, read_sample(pool, snapshot, runs), measures, by)
