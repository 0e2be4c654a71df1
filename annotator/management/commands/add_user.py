"""manage.py add_user NAME --role ROLE [--campaign C]: as people's own, and with a campaign, a
qualified member of it."""

from typing import Any

from django.core.management.base import CommandParser
from django.db import transaction

from annotator.actions.create_campaign import add_member
from annotator.models import Member
from annotator.queries.campaigns import find_campaign
from people.actor import COMMAND
from people.management.command import named_person
from people.management.commands.add_user import Command as AddUser
from people.models import Role


class Command(AddUser):
    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--campaign",
            metavar="C",
            help="Name of a campaign that the person rates or adjudicates in.",
        )

    @transaction.atomic
    def result(self, **options: Any) -> dict[str, Any]:
        """Whoever is made an adjudicator adjudicates; everybody else rates. Without the campaign
        there is no account either."""
        campaign = find_campaign(options["campaign"]) if options["campaign"] else None
        made = super().result(**options)
        if campaign is None:
            return made
        role = Member.Role.ADJUDICATOR if made["role"] == Role.ADJUDICATOR else Member.Role.RATER
        member = add_member(COMMAND, campaign, named_person(made["username"]), role, qualified=True)
        return {**made, "campaign": campaign.pk, "member": member.role}
