from people.actions.accounts import change_role
from people.actor import COMMAND, Actor
from people.models import Role, User
from tests.factories import make_user


def found(client, **asked):
    return [person.username for person in client.get("/people/", asked).context["page"].rows]


def test_people_are_found_by_name_role_and_state(lead, rater, other_rater, viewer, signed_in):
    User.objects.filter(pk=other_rater.pk).update(is_active=False)
    client = signed_in(lead)
    assert set(found(client)) == {"lena", "rosa", "omar", "vera"}
    assert found(client, search="ROSA") == ["rosa"]
    assert found(client, search="rater", role="rater", state="active") == ["rosa"]
    assert found(client, role="rater", state="inactive") == ["omar"]
    assert found(client, search="%") == []


def test_nobody_found_offers_the_way_back(lead, signed_in):
    text = signed_in(lead).get("/people/", {"search": "zzz"}).text
    assert "No people match these filters." in text


def test_a_filter_that_is_none_is_400(lead, signed_in):
    assert signed_in(lead).get("/people/", {"role": "owner"}).status_code == 400


def test_many_people_page_by_key_both_ways(lead, signed_in):
    for number in range(120):
        User.objects.create(username=f"p{number:03}", password="!")
    client = signed_in(lead)
    seen, after = [], ""
    while True:
        page = client.get("/people/", {"after": after} if after else {})
        seen += [person.username for person in page.context["page"].rows]
        after = page.context["page"].after
        if not after:
            break
    assert seen == [f"p{number:03}" for number in range(119, -1, -1)] + ["lena"]
    back = client.get("/people/", {"before": page.context["page"].before})
    assert [person.username for person in back.context["page"].rows] == seen[50:100]


def test_a_persons_page_shows_what_they_did_and_what_was_done(lead, rater, signed_in):
    change_role(Actor(lead, "page"), rater, Role.ADJUDICATOR)
    text = signed_in(lead).get(f"/people/{rater.pk}/").text
    assert "changed the role" in text
    assert "rater → adjudicator" in text


def test_a_lead_sees_an_administrator_but_neither_their_events_nor_buttons(
    lead, administrator, signed_in
):
    change_role(COMMAND, make_user(Role.ADMIN), Role.LEAD)
    text = signed_in(lead).get(f"/people/{administrator.pk}/").text
    assert "Anton Administrator" in text
    assert "Deactivate" not in text
    assert "Change the role" not in text
    assert 'class="table"' not in text


def test_a_lead_is_offered_only_the_roles_they_manage(lead, rater, signed_in):
    form = signed_in(lead).get(f"/people/{rater.pk}/").context["form"]
    assert [value for value, _ in form.fields["role"].choices] == [
        "submitter",
        "viewer",
        "rater",
        "adjudicator",
    ]
