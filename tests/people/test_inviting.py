import re
from datetime import timedelta

import pytest
from django.utils import timezone

from people.models import AuditEvent, Invitation, Role
from people.secret import digest_of

PAGE = "/people/invitations/"


def invite(client, role="rater", for_whom="Nora, from Oslo", days=7):
    return client.post(PAGE, {"for_whom": for_whom, "role": role, "days": days})


def link_in(response):
    return re.search(r"/people/join/([\w-]+)/", response.text)


def test_a_lead_makes_a_link_that_is_shown_once(lead, signed_in):
    client = signed_in(lead)
    response = invite(client)
    assert response.status_code == 201
    assert "no-store" in response["Cache-Control"]
    secret = link_in(response)[1]
    invitation = Invitation.objects.get()
    assert (invitation.role, invitation.invited_by, invitation.digest) == (
        Role.RATER,
        lead,
        digest_of(secret),
    )
    assert invitation.expires_at - invitation.created_at == timedelta(days=7)
    again = client.get(PAGE)
    assert "Nora, from Oslo" in again.text
    assert link_in(again) is None


def test_the_audit_log_hears_of_it_without_the_secret(lead, signed_in):
    secret = link_in(invite(signed_in(lead)))[1]
    event = AuditEvent.objects.get(verb="invited")
    assert event.after == {"role": "rater", "for whom": "Nora, from Oslo", "days": 7}
    assert secret not in str(AuditEvent.objects.values())


@pytest.mark.parametrize("role", ["lead", "admin"])
def test_a_lead_invites_nobody_to_their_own_role_or_above(lead, signed_in, role):
    response = invite(signed_in(lead), role)
    assert response.status_code == 422
    assert not Invitation.objects.exists()


@pytest.mark.parametrize("role", Role.values)
def test_an_administrator_invites_to_every_role(administrator, signed_in, role):
    assert invite(signed_in(administrator), role).status_code == 201


@pytest.mark.parametrize("days", ["0", "91", "-1", "x", ""])
def test_an_invitation_lasts_from_1_to_90_days(lead, signed_in, days):
    assert invite(signed_in(lead), days=days).status_code == 422
    assert not Invitation.objects.exists()


def test_a_lead_does_not_see_who_is_to_be_an_administrator(lead, administrator, client):
    client.force_login(administrator)
    invite(client, "admin", "Nadia")
    invite(client, "rater", "Nora")
    hidden = Invitation.objects.get(for_whom="Nadia")
    client.force_login(lead)
    page = client.get(PAGE).text
    assert "Nora" in page
    assert "Nadia" not in page
    assert client.post(f"{PAGE}{hidden.pk}/withdraw/").status_code == 404


def test_a_withdrawn_link_opens_nothing(lead, signed_in, client):
    client = signed_in(lead)
    link = link_in(invite(client))[0]
    invitation = Invitation.objects.get()
    assert client.post(f"{PAGE}{invitation.pk}/withdraw/").status_code == 302
    response = client.get(link)
    assert response.status_code == 410
    assert "This invitation was withdrawn" in response.text
    assert AuditEvent.objects.filter(verb="withdrew the invitation", actor=lead).exists()


def test_withdrawing_twice_is_told(lead, signed_in):
    client = signed_in(lead)
    invite(client)
    address = f"{PAGE}{Invitation.objects.get().pk}/withdraw/"
    client.post(address)
    assert "was used or withdrawn before" in client.post(address, follow=True).text


def test_an_invitation_ends_with_its_inviters_right_to_invite(lead, signed_in, administrator):
    link = link_in(invite(signed_in(lead)))[0]
    from people.actions.accounts import change_role
    from people.actor import Actor

    change_role(Actor(administrator, "page"), lead, Role.RATER)
    from django.test import Client

    assert Client().get(link).status_code == 410


def test_the_table_refuses_what_makes_no_sense(lead):
    from django.db import IntegrityError, transaction

    now = timezone.now()
    sane = {
        "digest": "0" * 64,
        "role": "rater",
        "for_whom": "x",
        "invited_by": lead,
        "expires_at": now + timedelta(days=1),
    }
    for wrong, name in [
        ({"role": "owner"}, "an_invited_role_is_one_of_ours"),
        ({"expires_at": now - timedelta(days=1)}, "expires_after_it_was_made"),
        ({"used_at": now}, "a_used_invitation_says_by_whom"),
        ({"used_at": now, "used_by": lead, "withdrawn_at": now}, "used_or_withdrawn_not_both"),
        ({"digest": "secret"}, "keeps_a_digest_only"),
    ]:
        with pytest.raises(IntegrityError, match=name), transaction.atomic():
            Invitation.objects.create(**(sane | wrong))
    Invitation.objects.create(**sane)
