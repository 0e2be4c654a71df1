"""manage.py compare BENCHMARK RUN RUN ...: whether runs differ."""

from typing import Any

from django.core.management.base import CommandParser

from measures.comparison import PERMUTATIONS
from metrics.management.command import (
    StudyCommand,
    add_measures,
    add_positives,
    scored_runs,
)
from metrics.studies.comparison import ComparedRuns, compare_runs


class Command(StudyCommand):
    help = (
        "Compares every two of the named runs caption by caption: difference, interval, p, p"
        " corrected for all tests in two ways, what could be seen."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "runs", nargs="+", metavar="RUN", help="Name of a run; at least two, of one direction."
        )
        add_positives(parser, ["all", "original"], "all")
        parser.add_argument(
            "--permutations",
            type=int,
            default=PERMUTATIONS,
            help="How many permutations the sign-flip test draws (%(default)s); more, where so few"
            " could not reject any of so many tests.",
        )
        add_measures(parser)
        parser.add_argument(
            "--seed", type=int, default=0, help="Seed of every random draw (%(default)s)."
        )
        parser.add_argument(
            "--resamples", type=int, help="Read for older scripts; nothing is resampled here."
        )

    def study(self, **options: Any) -> ComparedRuns:
        snapshot, measures = scored_runs(options, ",".join(options["runs"]))
        draws = {"seed": options["seed"], "permutations": options["permutations"]}
        return compare_runs(snapshot, None, measures, options["positives"], **draws)
