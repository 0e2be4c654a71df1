"""manage.py audit_originals BENCHMARK --count N: people look at some of a benchmark's originals."""

from typing import Any

from django.core.management.base import CommandParser

from annotator.actions.start_campaign import audit_originals
from annotator.asked.audit import AuditWanted
from annotator.management.commands.open_campaign import add_guideline, read_guideline
from annotator.queries.waiting import rater_warning
from foundation.asking.commands import add_options, asked_of
from people.actor import COMMAND
from people.management.command import ResultCommand
from pooling.queries.names import find_benchmark


class Command(ResultCommand):
    help = (
        "Opens a campaign that asks about some of a benchmark's original pairs, drawn at random."
        " What people reject, and what that does to C@K, is then told by the command audit."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("benchmark", help="Name of the benchmark.")
        add_options(parser, AuditWanted)
        add_guideline(parser)

    def result(self, **options: Any) -> dict[str, Any]:
        benchmark = find_benchmark(options["benchmark"])
        wanted = asked_of(AuditWanted, options)
        guideline = read_guideline(options["guideline"])
        campaign = audit_originals(COMMAND, benchmark, wanted, guideline=guideline)
        return {
            "campaign": campaign.pk,
            "name": campaign.name,
            "pool": campaign.pool_id,
            "originals": wanted.count,
            "pairs": campaign.items_count,
            "warning": rater_warning(campaign),
        }

    def tell(self, result: dict[str, Any]) -> str:
        opened = (
            f"Opened campaign {result['campaign']}, {result['name']}: {result['originals']:,}"
            f" original pairs among {result['pairs']:,}."
        )
        return " ".join(filter(None, [opened, result["warning"]]))
