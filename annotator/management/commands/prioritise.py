"""manage.py prioritise CAMPAIGN --caption KEY [--video KEY] | --run NAME: what waits for labels
there comes first."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotator.actions.prioritise import find_which, prioritise
from annotator.asked.leading import PriorityWanted
from annotator.models import Campaign
from annotator.queries.campaigns import find_campaign
from foundation.asking.arguments import values_of
from foundation.asking.commands import add_options, asked_of
from people.actor import COMMAND
from people.management.command import ResultCommand


class Command(ResultCommand):
    help = (
        "Moves the pairs of a caption, one pair, or all that one of the pool's runs found, to the"
        " front of a campaign."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("campaign", help="Name of the campaign, or BENCHMARK/NAME.")
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument(
            "--caption", default="", help="Move the pairs of the caption of this key."
        )
        which.add_argument("--run", help="Move what the run of this name found.")
        add_options(parser, PriorityWanted, but=("caption", "run"))

    def result(self, **options: Any) -> dict[str, Any]:
        campaign = find_campaign(options["campaign"])
        run = None if options["run"] is None else place_of_run(campaign, options["run"])
        which = find_which(campaign, **values_of(asked_of(PriorityWanted, options, run=run)))
        return {"campaign": campaign.pk, "moved": prioritise(COMMAND, campaign.pk, which)}

    def tell(self, result: dict[str, Any]) -> str:
        return f"{result['moved']:,} labels that are wanted moved to the front."


def place_of_run(campaign: Campaign, name: str) -> int:
    names: list[str] = campaign.pool.parameters["run_names"] if campaign.pool else []
    if name not in names:
        raise CommandError(
            f"no run of this campaign's pool is called {name!r}: there are"
            f" {', '.join(names) or 'none'}"
        )
    return names.index(name)
