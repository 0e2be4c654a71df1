"""manage.py sample_size BENCHMARK RUN: how many captions must be labelled."""

from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import CommandParser

from metrics.management.command import (
    StudyCommand,
    add_draws,
    add_measures,
    add_positives,
    draws_of,
    names_of,
    scored_runs,
)
from metrics.studies.sample_size import SampleSizes, sample_sizes


class Command(StudyCommand):
    help = (
        "Finds how sure the mean of so many labelled captions is, and for two runs or more how many"
        " captions tell them apart."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("run", help="Name of a run, or several names separated by commas.")
        parser.add_argument(
            "--n",
            type=sizes,
            help="Sample sizes, separated by commas (500,1000,3000, as far as there are captions).",
        )
        add_positives(parser, ["all", "original"], "all")
        add_measures(parser)
        add_draws(parser)

    def study(self, **options: Any) -> SampleSizes:
        snapshot, measures = scored_runs(options, options["run"])
        rule = options["positives"]
        return sample_sizes(snapshot, measures, options["n"], rule, **draws_of(options))


def sizes(listed: str) -> list[int]:
    try:
        return list(dict.fromkeys(int(size) for size in names_of(listed) or []))
    except ValueError as wrong:
        raise ArgumentTypeError(
            f"expected whole numbers separated by commas, such as 500,1000, not {listed!r}"
        ) from wrong
