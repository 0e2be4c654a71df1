"""manage.py ceiling BENCHMARK PROXY: the least and the most of instance-based scores."""

from typing import Any

from django.core.management.base import CommandParser

from measures.names import parse_all
from metrics.management.command import StudyCommand, add_draws, draws_of
from metrics.management.proxied import add_proxy, add_runs_both_ways, proxied_runs
from metrics.studies.ceiling import MEASURES, Ceilings, ceilings


class Command(StudyCommand):
    help = (
        "Shows the least and the most that instance-based scores could be, when all that a proxy"
        " has above 0.8 counts as the same as a caption's own video."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_proxy(parser)
        add_runs_both_ways(parser)
        parser.add_argument(
            "--measures",
            default=MEASURES,
            help="Names of measures of the first positive, separated by commas (%(default)s).",
        )
        add_draws(parser)

    def study(self, **options: Any) -> Ceilings:
        measures = parse_all(options["measures"])
        snapshot, proxied = proxied_runs(options, ranks=True)
        return ceilings(snapshot, proxied, measures, **draws_of(options))
