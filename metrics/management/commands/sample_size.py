"""manage.py sample_size BENCHMARK RUN: how many captions must be labelled."""

from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import CommandParser

from metrics.management.command import StudyCommand, add_draws, add_measures, names_of
from metrics.measures.names import parse_all
from metrics.queries.snapshot import take_snapshot
from metrics.studies.sample_size import SampleSizes, sample_sizes
from metrics.studies.scored import depth_for
from pooling.queries.names import find_benchmark, find_runs


class Command(StudyCommand):
    help = (
        "Finds the smallest difference that so many labelled captions can show, by drawing them"
        " again and again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("run", help="Name of a run, or several names separated by commas.")
        parser.add_argument(
            "--n",
            type=sizes,
            help="Sample sizes, separated by commas (500,1000,3000, as far as there are captions).",
        )
        parser.add_argument(
            "--positives",
            choices=["all", "original"],
            default="all",
            help="Which positives count (%(default)s).",
        )
        add_measures(parser)
        add_draws(parser)

    def study(self, **options: Any) -> SampleSizes:
        measures = parse_all(options["measures"])
        benchmark = find_benchmark(options["benchmark"])
        runs = dict.fromkeys(find_runs(benchmark, options["run"]))
        snapshot = take_snapshot(
            benchmark, list(runs), depth_for(measures), same_text=options["same_text"]
        )
        return sample_sizes(
            snapshot,
            measures,
            options["n"],
            options["positives"],
            seed=options["seed"],
            resamples=options["resamples"],
        )


def sizes(listed: str) -> list[int]:
    try:
        return list(dict.fromkeys(int(size) for size in names_of(listed) or []))
    except ValueError as wrong:
        raise ArgumentTypeError(
            f"expected whole numbers separated by commas, such as 500,1000, not {listed!r}"
        ) from wrong
