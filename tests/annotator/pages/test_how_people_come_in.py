"""People come into a campaign: by a name that is completed, as a list that is pasted, or by a link
that leads into it."""

import re

import pytest
from django.test import Client
from playwright.sync_api import expect

from annotator.models import CampaignInvitation, Member
from people.models import AuditEvent, Invitation, Role, User
from tests.factories import make_campaign, make_user
from tests.web.markup import complaints

STRONG = "seven purple elephants"


@pytest.fixture
def browser(signed_in, lead):
    return signed_in(lead)


def members() -> dict[str, str]:
    return dict(Member.objects.order_by("pk").values_list("person__username", "role"))


# A list


def add(browser, campaign, names, role="rater"):
    return browser.post(f"/campaigns/{campaign.pk}/members/many/", {"names": names, "role": role})


@pytest.mark.django_db
def test_a_pasted_list_is_added_at_once(browser, rater, other_rater, adjudicator):
    campaign = make_campaign()
    answer = add(browser, campaign, "rosa\n\n Omar Rater , ADA\nrosa\n")
    assert answer["Location"] == f"/campaigns/{campaign.pk}/"
    assert members() == {"rosa": "rater", "omar": "rater", "ada": "rater"}
    assert "3 people are in" in browser.get(answer["Location"]).text


@pytest.mark.django_db
def test_a_list_with_a_wrong_line_adds_no_one_and_each_wrong_line_is_named(browser, rater, viewer):
    campaign = make_campaign()
    for number in (1, 2):
        make_user(Role.RATER, username=f"eva{number}", name="Eva Twice")
    User.objects.filter(pk=make_user(Role.RATER, username="gone").pk).update(is_active=False)
    answer = add(browser, campaign, "rosa\nvera, nobody\n\nEva Twice\ngone")
    errors = answer.context["form"].errors["names"]
    assert errors == [
        "Line 2: vera is viewer: expected rater or above.",
        "Line 2: There is no account called 'nobody'.",
        "Line 4: 2 people are called 'Eva Twice': expected one of eva1, eva2.",
        "Line 5: The account of gone is deactivated.",
    ]
    assert (answer.status_code, members()) == (422, {})


@pytest.mark.django_db
@pytest.mark.parametrize("names", ["", " \n , ", "x" * 50_001])
def test_a_list_of_no_one_is_refused(browser, names):
    campaign = make_campaign()
    assert add(browser, campaign, names).status_code == 422


@pytest.mark.django_db
def test_who_may_not_adjudicate_is_named_in_a_list_of_adjudicators(browser, rater, adjudicator):
    campaign = make_campaign()
    assert add(browser, campaign, "ada\nrosa", "adjudicator").status_code == 422
    assert add(browser, campaign, "ada", "adjudicator").status_code == 302
    assert members() == {"ada": "adjudicator"}


# One name


@pytest.mark.django_db
def test_a_name_is_found_by_its_beginning_and_whoever_is_in_already_is_left_out(
    browser, rater, other_rater, adjudicator, viewer
):
    campaign = make_campaign(raters=[other_rater])
    make_user(Role.RATER, username="carosa", name="Caro")

    def found(typed, role="rater"):
        answer = browser.get(
            f"/campaigns/{campaign.pk}/members/search/", {"q": typed, "role": role}
        )
        return [one["value"] for one in answer.json()["options"]]

    assert found("rosa") == ["rosa", "carosa"]
    assert found("Rosa Rater") == ["rosa"]
    assert found("omar") == []
    assert found("vera") == []
    assert found("a", "adjudicator") == ["ada", "lena"]
    assert found("a", "wizard") != []


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["members/search/", "members/many/", "invitations/"])
@pytest.mark.parametrize("person", ["viewer", "rater", "adjudicator"])
def test_only_leads_find_add_and_invite(request, signed_in, person, page):
    browser = signed_in(request.getfixturevalue(person))
    assert browser.get(f"/campaigns/{make_campaign().pk}/{page}").status_code == 403


@pytest.mark.django_db
def test_a_name_in_full_is_taken_too(browser, rater):
    campaign = make_campaign()
    browser.post(f"/campaigns/{campaign.pk}/members/", {"username": "rosa rater", "role": "rater"})
    assert members() == {"rosa": "rater"}


# Links


def invite(browser, campaign, for_whom="Nora", role="rater", days=7):
    return browser.post(
        f"/campaigns/{campaign.pk}/invitations/",
        {"for_whom": for_whom, "role": role, "days": days},
    )


def links_in(page) -> list[str]:
    return re.findall(r'<code class="copy-once"[^>]*>http://[^/]+(/people/join/[\w-]+/)', page.text)


def join(link, username="nora"):
    browser = Client()
    sent = {"username": username, "name": "Nora New", "password": STRONG, "again": STRONG}
    return browser, browser.post(link, sent)


@pytest.mark.django_db
def test_a_link_leads_into_its_campaign(browser, lead):
    campaign = make_campaign()
    page = invite(browser, campaign)
    assert (page.status_code, "no-store" in page["Cache-Control"]) == (201, True)
    (link,) = links_in(page)
    assert f"invites you as rater, into campaign {campaign}." in Client().get(link).text
    joined, answer = join(link)
    assert answer["Location"] == f"/rate/{campaign.pk}/"
    assert f"Welcome to {campaign}." in joined.get(answer["Location"]).text
    member = Member.objects.get()
    assert (member.person.username, member.role, member.state) == ("nora", "rater", "active")
    assert (member.person.role, member.campaign) == (Role.RATER, campaign)
    assert AuditEvent.objects.get(verb="added").actor == member.person
    assert links_in(browser.get(f"/campaigns/{campaign.pk}/invitations/")) == []


@pytest.mark.django_db
def test_where_training_is_first_it_leads_to_the_training(browser):
    campaign = make_campaign(training_required=True)
    _, answer = join(links_in(invite(browser, campaign))[0])
    assert answer["Location"] == f"/train/{campaign.pk}/"
    assert Member.objects.get().state == "training"


@pytest.mark.django_db
def test_adjudicators_are_led_to_their_disputes(browser):
    campaign = make_campaign()
    joined, answer = join(links_in(invite(browser, campaign, role="adjudicator"))[0])
    assert joined.get(answer["Location"]).status_code == 200
    assert (User.objects.get(username="nora").role, members()) == (
        Role.ADJUDICATOR,
        {"nora": "adjudicator"},
    )


@pytest.mark.django_db
@pytest.mark.parametrize("role", ["rater", "adjudicator"])
def test_a_draft_has_not_begun_and_its_new_member_is_told_so(browser, role):
    campaign = make_campaign(opened=False)
    joined, answer = join(links_in(invite(browser, campaign, role=role))[0])
    page = joined.get(answer["Location"])
    assert (page.status_code, "has not begun yet" in page.text) == (200, True)
    assert members() == {"nora": role}


@pytest.mark.django_db
def test_a_pasted_list_gets_a_link_each_and_a_table_to_copy(browser):
    campaign = make_campaign()
    page = invite(browser, campaign, "Nora, from Oslo\n\nOle\n=1+1")
    links = links_in(page)
    assert len(set(links)) == 3
    assert list(Invitation.objects.order_by("pk").values_list("for_whom", flat=True)) == [
        "Nora, from Oslo",
        "Ole",
        "=1+1",
    ]
    rows = page.context["table"].splitlines()
    assert rows[0] == "for,link,expires"
    assert rows[1].startswith(f'"Nora, from Oslo",http://testserver{links[0]},')
    assert rows[3].startswith("'=1+1,")
    assert AuditEvent.objects.get(verb="invited people into").after["for whom"][1] == "Ole"
    for number, link in enumerate(links):
        assert join(link, f"nora{number}")[1].status_code == 302
    assert len(members()) == 3
    assert complaints(page.text) == []


@pytest.mark.django_db
def test_a_line_that_is_too_long_invites_no_one(browser):
    campaign = make_campaign()
    page = invite(browser, campaign, "Nora\n" + "x" * 121)
    assert page.status_code == 422
    assert "Line 2: 121 characters, expected at most 120." in page.text
    assert not Invitation.objects.exists()


@pytest.mark.django_db
def test_into_a_closed_campaign_no_one_is_invited(browser):
    campaign = make_campaign()
    browser.post(f"/campaigns/{campaign.pk}/close/")
    assert invite(browser, campaign).status_code == 422
    assert not CampaignInvitation.objects.exists()


@pytest.mark.django_db
def test_the_list_of_all_invitations_says_what_each_leads_into(browser):
    campaign = make_campaign()
    invite(browser, campaign)
    browser.post("/people/invitations/", {"for_whom": "Ole\nOda", "role": "rater", "days": 7})
    rows = browser.get("/people/invitations/").context["invitations"]
    assert [(who.for_whom, into) for who, into in rows] == [
        ("Oda", ""),
        ("Ole", ""),
        ("Nora", f"campaign {campaign}"),
    ]
    own = browser.get(f"/campaigns/{campaign.pk}/invitations/").context["invitations"]
    assert [who.for_whom for who, _ in own] == ["Nora"]


@pytest.mark.django_db
def test_a_link_without_a_campaign_leads_home(browser):
    page = browser.post("/people/invitations/", {"for_whom": "Ole", "role": "rater", "days": 7})
    assert join(links_in(page)[0])[1]["Location"] == "/"
    assert members() == {}


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["", "members/many/", "invitations/"])
def test_the_pages_can_be_used_without_seeing_them(browser, page):
    campaign = make_campaign()
    invite(browser, campaign)
    assert complaints(browser.get(f"/campaigns/{campaign.pk}/{page}").text) == []


# In a browser


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_names_are_completed_by_the_keyboard_alone(browse_as, lead, rater, other_rater):
    campaign = make_campaign()
    page = browse_as(lead)
    page.goto(f"/campaigns/{campaign.pk}/")
    field = page.get_by_role("combobox", name="Name")
    field.press_sequentially("rater")
    options = page.get_by_role("listbox").get_by_role("option")
    expect(options).to_have_count(2)
    expect(field).to_have_attribute("aria-expanded", "true")
    field.press("ArrowDown")
    field.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    expect(field).to_have_attribute("aria-activedescendant", "id_username_options_1")
    field.press("ArrowUp")
    field.press("Enter")
    expect(field).to_have_value("omar")
    expect(options).to_have_count(0)
    field.fill("nobody at all")
    expect(page.get_by_role("status").filter(has_text="No person")).to_be_visible()
    field.fill("ros")
    expect(options).to_have_count(1)
    field.press("Escape")
    expect(field).to_have_attribute("aria-expanded", "false")
    field.press("ArrowDown")
    options.first.click()
    expect(field).to_have_value("rosa")
    field.press("Enter")
    expect(page.locator("main")).to_contain_text("Rosa Rater is in")
    assert members() == {"rosa": "rater"}
