"""What a person brings along: an invitation that leads into a campaign, and their own keys."""

from django.db import models

from annotator.models.campaign import Campaign, Member
from foundation.database.columns import extends, part_of
from foundation.database.rules import holds
from people.models import Invitation, User


class CampaignInvitation(models.Model):
    """A person who joins by this invitation becomes a member of the campaign."""

    invitation = extends(Invitation)
    campaign = part_of(Campaign, "invitations")
    role = models.CharField(max_length=12, choices=Member.Role)

    class Meta:
        constraints = [
            holds(
                models.Q(role__in=Member.Role.values),
                "annotator_an_invitation_is_into_a_role_of_ours",
            )
        ]


class Preference(models.Model):
    """One row for each person who has set anything; the usual otherwise."""

    person = extends(User)
    keys = models.JSONField(default=dict, help_text="By action, the key that the person chose.")
    single_keys = models.BooleanField(
        default=True, help_text="Whether single characters act as keys."
    )
