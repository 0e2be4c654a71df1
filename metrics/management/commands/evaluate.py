"""manage.py evaluate BENCHMARK: Table 1."""

from typing import Any

from django.core.management.base import CommandParser

from metrics.management.command import (
    StudyCommand,
    add_draws,
    add_measures,
    add_positives,
    add_runs,
    draws_of,
    scored_runs,
)
from metrics.studies.evaluation import RULES, Evaluation, evaluate


class Command(StudyCommand):
    help = (
        "Scores runs with the original positives and with those that people found: Table 1, A (B"
        " + C)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_runs(parser)
        add_positives(parser, list(RULES), "both")
        parser.add_argument(
            "--intervals",
            action="store_true",
            help="Add 95 %% intervals to every score and every difference.",
        )
        add_measures(parser)
        add_draws(parser)

    def study(self, **options: Any) -> Evaluation:
        snapshot, measures = scored_runs(options, options["runs"])
        rule, intervals = options["positives"], options["intervals"]
        return evaluate(snapshot, measures, rule, intervals=intervals, **draws_of(options))
