"""manage.py send_to_adjudication CAMPAIGN: pairs that wait for a rater who is not there go to the
adjudicator."""

from typing import Any

from django.core.management.base import CommandParser

from annotator.actions.adjudicate import send_to_adjudication
from annotator.queries.campaigns import find_campaign
from people.actor import COMMAND
from people.management.command import ResultCommand


class Command(ResultCommand):
    help = (
        "Sends pairs to adjudication that every rater of the campaign has seen and that still need"
        " a label."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("campaign", help="Name of the campaign, or BENCHMARK/NAME.")

    def result(self, **options: Any) -> dict[str, Any]:
        campaign = find_campaign(options["campaign"])
        return {"campaign": campaign.pk, "sent": send_to_adjudication(COMMAND, campaign.pk)}

    def tell(self, result: dict[str, Any]) -> str:
        return f"{result['sent']:,} pair{'s' * (result['sent'] != 1)} sent to adjudication."
