"""manage.py slices BENCHMARK: scores of groups of captions."""

from typing import Any

from django.core.management.base import CommandParser

from metrics.management.command import (
    StudyCommand,
    add_draws,
    add_measures,
    add_runs,
    draws_of,
    names_of,
    scored_runs,
)
from metrics.studies.groups import WAYS
from metrics.studies.slices import Slices, slices


class Command(StudyCommand):
    help = (
        "Scores groups of captions, by their length, the number of their positives and their"
        " source, with intervals."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_runs(parser)
        parser.add_argument(
            "--by",
            default=",".join(WAYS),
            help="What captions are grouped by, separated by commas (%(default)s).",
        )
        add_measures(parser)
        add_draws(parser)

    def study(self, **options: Any) -> Slices:
        snapshot, measures = scored_runs(options, options["runs"])
        return slices(snapshot, measures, names_of(options["by"]) or (), **draws_of(options))
