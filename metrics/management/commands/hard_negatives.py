"""manage.py hard_negatives BENCHMARK PROXY: how many hard negatives are relevant."""

from typing import Any

from django.core.management.base import CommandParser

from metrics.management.command import StudyCommand, add_draws, add_runs, draws_of
from metrics.management.proxied import add_proxy, proxied_runs
from metrics.studies.hard_negatives import DEPTH, HardNegatives, audit_negatives


class Command(StudyCommand):
    help = (
        "Audits what runs rank high for a caption and no caption claims: how much of it is"
        " relevant, by a proxy and by people."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_proxy(parser)
        add_runs(parser)
        parser.add_argument(
            "--depth",
            type=int,
            default=DEPTH,
            help="The rank down to which runs are audited (%(default)s).",
        )
        add_draws(parser)

    def study(self, **options: Any) -> HardNegatives:
        snapshot, proxied = proxied_runs(options)
        return audit_negatives(snapshot, proxied, options["depth"], **draws_of(options))
