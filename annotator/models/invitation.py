"""What an invitation leads into."""

from django.db import models

from annotator.models.campaign import Campaign, Member
from foundation.database.rules import holds
from people.models import Invitation


class CampaignInvitation(models.Model):
    """A person who joins by this invitation becomes a member of the campaign."""

    invitation = models.OneToOneField(
        Invitation, primary_key=True, on_delete=models.PROTECT, related_name="+"
    )
    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="invitations")
    role = models.CharField(max_length=12, choices=Member.Role)

    class Meta:
        constraints = [
            holds(
                models.Q(role__in=Member.Role.values),
                "annotator_an_invitation_is_into_a_role_of_ours",
            )
        ]

    def __str__(self) -> str:
        return f"{self.invitation} into {self.campaign}"
