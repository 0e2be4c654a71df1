"""manage.py compare BENCHMARK RUN RUN ...: whether runs differ."""

from typing import Any

from django.core.management.base import CommandParser

from metrics.management.command import (
    StudyCommand,
    add_draws,
    add_measures,
    add_positives,
    draws_of,
    scored_runs,
)
from metrics.measures.comparison import PERMUTATIONS
from metrics.studies.comparison import ComparedRuns, compare_runs


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
        add_positives(parser, ["all", "original"], "all")
        parser.add_argument(
            "--permutations",
            type=int,
            default=PERMUTATIONS,
            help="How many permutations the sign-flip test draws (%(default)s).",
        )
        add_measures(parser)
        add_draws(parser)

    def study(self, **options: Any) -> ComparedRuns:
        snapshot, measures = scored_runs(options, ",".join(options["runs"]))
        draws = draws_of(options) | {"permutations": options["permutations"]}
        return compare_runs(snapshot, None, measures, options["positives"], **draws)
