"""Invite people into a campaign: a person who joins by such a link is a member of it, and begins
there."""

from collections.abc import Sequence

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from annotator.actions.create_campaign import add_member
from annotator.models import Campaign, CampaignInvitation, Member
from annotator.queries.candidates import NEEDED
from foundation.refused import Refused
from people.actions.invitations import Invited, invite_people
from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import Invitation, User
from people.onward import ONWARD, Onward, Welcome


class CampaignOver(Refused):
    """This campaign is closed or was imported: people cannot be invited into it."""


@transaction.atomic
def invite_into(
    actor: Actor, campaign: Campaign, *, for_whom: str, role: str, days: int
) -> list[Invited]:
    """for_whom: one on each line. The account that a link makes may do just what the role needs."""
    if campaign.state == Campaign.State.CLOSED:
        raise CampaignOver
    account = NEEDED[Member.Role(role)]
    made = invite_people(actor, role=account, for_whom=for_whom, days=days)
    CampaignInvitation.objects.bulk_create(
        CampaignInvitation(invitation=one.invitation, campaign=campaign, role=role) for one in made
    )
    after = {"role": role, "for whom": [one.invitation.for_whom for one in made], "days": days}
    record_audit(actor, "invited people into", campaign, after=after)
    return made


def _names(invitations: Sequence[Invitation]) -> dict[int, str]:
    rows = CampaignInvitation.objects.filter(invitation__in=invitations).select_related("campaign")
    return {
        row.invitation_id: _("campaign %(campaign)s") % {"campaign": row.campaign} for row in rows
    }


def _enter(actor: Actor, invitation: Invitation, person: User) -> None:
    if row := _row_of(invitation):
        add_member(actor, row.campaign, person, row.role)


def _welcome(invitation: Invitation) -> Welcome | None:
    row = _row_of(invitation)
    if row is None:
        return None
    campaign, rates = row.campaign, row.role == Member.Role.RATER
    words = {"campaign": campaign}
    if campaign.is_draft:
        address = reverse("annotator:rate_list" if rates else "annotator:disputes_list")
        return Welcome(address, _("You are in %(campaign)s, which has not begun yet.") % words)
    page = "annotator:disputes"
    if rates:
        page = "annotator:train" if campaign.training_required else "annotator:rate"
    return Welcome(reverse(page, args=[campaign.pk]), _("Welcome to %(campaign)s.") % words)


def _row_of(invitation: Invitation) -> CampaignInvitation | None:
    rows = CampaignInvitation.objects.filter(invitation=invitation)
    return rows.select_related("campaign").first()


ONWARD.register(Onward(names=_names, enter=_enter, welcome=_welcome))
