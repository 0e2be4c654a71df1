"""manage.py stability BENCHMARK: whether what people found changes the order of the runs."""

from typing import Any

from django.core.management.base import CommandParser

from metrics.management.command import (
    StudyCommand,
    add_draws,
    add_measures,
    add_runs,
    draws_of,
    scored_runs,
)
from metrics.studies.stability import P, Stability, stability


class Command(StudyCommand):
    help = (
        "Holds the runs' order by original positives against their order by all positives, with"
        " intervals."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_runs(parser)
        parser.add_argument(
            "--p",
            type=float,
            default=P,
            help="Persistence of rank-biased overlap: the higher, the deeper (%(default)s).",
        )
        add_measures(parser)
        add_draws(parser)

    def study(self, **options: Any) -> Stability:
        snapshot, measures = scored_runs(options, options["runs"])
        return stability(snapshot, measures, p=options["p"], **draws_of(options))
