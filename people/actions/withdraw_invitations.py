"""Withdraw several invitations, all of them or none."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from people.actions.withdraw_invitation import InvitationOver, withdraw_invitation
from people.actor import Actor
from people.models import Invitation


@transaction.atomic
def withdraw_invitations(actor: Actor, invitations: Sequence[Invitation]) -> None:
    for invitation in sorted(invitations, key=lambda one: one.pk):  # locked in one order
        try:
            withdraw_invitation(actor, invitation)
        except InvitationOver as over:
            raise InvitationOver(
                _("%(invitation)s: %(why)s No invitation was withdrawn.")
                % {"invitation": invitation.for_whom, "why": over}
            ) from over
