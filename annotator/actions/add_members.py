"""Add many people to a campaign, as a list that somebody pastes: all of them, or none. Or invite
them: a person who joins by such a link is a member of the campaign, and begins there."""

import re
from collections.abc import Iterator, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from annotator.actions.create_campaign import add_member, why_not
from annotator.models import Campaign, CampaignInvitation, Member
from annotator.queries.campaigns import NEEDED
from foundation.refused import Refused
from people.actions.invitations import Invited, invite_people
from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import Invitation, User
from people.onward import ONWARD, Onward, Welcome
from people.queries import find_called

BETWEEN = re.compile(r"[,;\t]")
MOST_SHOWN = 20  # of what is wrong with a list


@transaction.atomic
def add_members(actor: Actor, campaign: Campaign, names: str, role: str) -> list[Member]:
    """Raises ValidationError with each line that is wrong. A person who is named twice is added
    once."""
    written = list(names_of(names))
    found = find_called(name for _line, name in written)
    called = [(line, name, found[name.lower()]) for line, name in written]
    whys = [(line, _why_not(name, people, role)) for line, name, people in called]
    wrong = [f"Line {line}: {why}" for line, why in whys if why]
    if not written:
        wrong.append("Expected a name on each line.")
    if wrong:
        more = len(wrong) - MOST_SHOWN
        shown = wrong[:MOST_SHOWN] + ([f"{more:,} more lines are wrong."] if more > 0 else [])
        raise ValidationError({"names": shown})
    people = dict.fromkeys(people[0] for _line, _name, people in called)
    return [add_member(actor, campaign, person, role) for person in people]


def names_of(text: str) -> Iterator[tuple[int, str]]:
    """Each name with its line, from 1."""
    for number, line in enumerate(text.splitlines(), 1):
        for name in BETWEEN.split(line):
            if name.strip():
                yield number, name.strip()


def _why_not(name: str, called: list[User], role: str) -> str:
    if not called:
        return f"There is no account called {name!r}."
    if len(called) > 1:
        usernames = ", ".join(person.username for person in called)
        return f"{len(called)} people are called {name!r}: expected one of {usernames}."
    return why_not(called[0], role)


@transaction.atomic
def invite_into(
    actor: Actor, campaign: Campaign, *, for_whom: str, role: str, days: int
) -> list[Invited]:
    """for_whom: one on each line. The account that a link makes may do just what the role needs."""
    if campaign.is_closed:
        raise Refused("This campaign is closed or was imported: people cannot be invited into it.")
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
        page = "annotator:train" if campaign.trains else "annotator:rate"
    return Welcome(reverse(page, args=[campaign.pk]), _("Welcome to %(campaign)s.") % words)


def _row_of(invitation: Invitation) -> CampaignInvitation | None:
    rows = CampaignInvitation.objects.filter(invitation=invitation)
    return rows.select_related("campaign").first()


ONWARD.register(Onward(names=_names, enter=_enter, welcome=_welcome))
