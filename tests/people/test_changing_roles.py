import threading

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection

from people.actions.accounts import change_role, deactivate_person
from people.actions.lock_person import LastAdministrator
from people.actor import COMMAND, Actor
from people.models import AuditEvent, Role, User
from tests.factories import make_user


def post(client, person, role):
    return client.post(f"/people/{person.pk}/role/", {"role": role})


def role_of(person):
    return User.objects.get(pk=person.pk).role


def test_a_lead_makes_a_rater_an_adjudicator(lead, rater, signed_in):
    assert post(signed_in(lead), rater, "adjudicator").status_code == 302
    assert role_of(rater) == Role.ADJUDICATOR
    event = AuditEvent.objects.get(verb="changed the role")
    assert (event.actor, event.object_id) == (lead, str(rater.pk))
    assert (event.before, event.after) == ({"role": "rater"}, {"role": "adjudicator"})


@pytest.mark.parametrize("role", ["lead", "admin", "owner", ""])
def test_a_lead_raises_nobody_to_their_own_role_or_above(lead, rater, signed_in, role):
    assert post(signed_in(lead), rater, role).status_code == 422
    assert role_of(rater) == Role.RATER


def test_a_lead_changes_neither_administrators_nor_leads_nor_themselves(
    lead, administrator, signed_in
):
    other = make_user(Role.LEAD)
    for person in (administrator, other, lead):
        before = role_of(person)
        assert post(signed_in(lead), person, "viewer").status_code == 403
        assert role_of(person) == before


@pytest.mark.parametrize("who", ["viewer", "rater", "adjudicator"])
def test_those_below_a_lead_change_nobodys_role(request, other_rater, signed_in, who):
    person = request.getfixturevalue(who)
    assert post(signed_in(person), other_rater, "viewer").status_code == 403
    assert post(signed_in(person), person, "admin").status_code == 403
    assert role_of(person) == who


def test_nobody_in_particular_changes_nothing(rater):
    with pytest.raises(PermissionDenied):
        change_role(Actor(None, "page"), rater, Role.ADMIN)


def test_an_administrator_makes_another(administrator, rater, signed_in):
    assert post(signed_in(administrator), rater, "admin").status_code == 302
    assert role_of(rater) == Role.ADMIN


def test_the_last_administrator_stays_one(administrator, signed_in):
    response = post(signed_in(administrator), administrator, "lead")
    assert response.status_code == 409
    assert "the last active administrator" in response.text
    assert role_of(administrator) == Role.ADMIN


def test_a_deactivated_administrator_does_not_count(administrator):
    other = make_user(Role.ADMIN)
    deactivate_person(Actor(administrator, "page"), other)
    with pytest.raises(LastAdministrator):
        change_role(COMMAND, administrator, Role.LEAD)


def test_the_same_role_again_is_no_event(lead, rater, signed_in):
    post(signed_in(lead), rater, "rater")
    assert not AuditEvent.objects.filter(verb="changed the role").exists()


@pytest.mark.django_db(transaction=True)
def test_two_administrators_who_demote_each_other_at_once_leave_one():
    people = [make_user(Role.ADMIN), make_user(Role.ADMIN)]
    start = threading.Barrier(2)
    ends = []

    def demote(by, whom):
        try:
            start.wait()
            change_role(Actor(by, "page"), whom, Role.VIEWER)
            ends.append("done")
        except LastAdministrator:
            ends.append("refused")
        finally:
            connection.close()

    pairs = [(people[0], people[1]), (people[1], people[0])]
    threads = [threading.Thread(target=demote, args=pair) for pair in pairs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(ends) == ["done", "refused"]
    assert User.objects.filter(role=Role.ADMIN, is_active=True).count() == 1
