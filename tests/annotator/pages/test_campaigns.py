"""Campaigns for their leads: planned, opened, watched, paused, closed; members, guidelines, what
comes first."""

import pytest

from annotator.actions.create_campaign import create_campaign
from annotator.asked.guidelines import GUIDELINES
from annotator.models import Campaign, Guideline, Item, Label, Member, Slot
from people.actor import SYSTEM
from people.models import AuditEvent, Role
from pooling.models import Pool, Run
from tests.annotator.saying import claim, label_all, say
from tests.factories import make_campaign, make_user
from tests.pooling.pages.asking import queries_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(signed_in, lead):
    return signed_in(lead)


def policy(**more) -> dict[str, object]:
    usual = {
        field.name: field.value()
        for field in _fresh_form()
        if field.value() is not None and field.value() is not False
    }
    return usual | {"name": "round 1"} | more


def _fresh_form():
    from annotator.policy_forms import CampaignForm

    return CampaignForm()


def test_a_campaign_goes_from_its_plan_to_its_raters(browser, rater):
    pool = make_campaign(captions=5, videos=4, opened=False).pool
    plan = f"/campaigns/new/?pool={pool.pk}"
    assert browser.get(plan).context["cost"].labels == 30
    priced = browser.post(plan, policy(double_share="50", cost="1", pace="10")).context["cost"]
    assert (priced.pairs, priced.labels, priced.hours) == (20, 30, 3.0)
    assert Campaign.objects.count() == 1
    made = browser.post(plan, policy(double_share="50", without_clips="on"))
    campaign = Campaign.objects.get(name="round 1")
    address = f"/campaigns/{campaign.pk}/"
    assert made["Location"] == f"{address}guidelines/"
    assert "Write the guidelines" in browser.get(address).text
    text = {"markdown": "True of the clip is *relevant*."}
    assert browser.post(made["Location"], text)["Location"] == address
    assert browser.post(made["Location"], text)["Location"] == made["Location"]
    assert "30 labels in all" in browser.get(address).text
    browser.post(f"{address}members/", {"username": "Rosa", "role": "rater"})
    browser.post(f"{address}begin/")
    campaign.refresh_from_db()
    assert (campaign.state, campaign.items_count, campaign.double_share) == ("open", 20, 0.5)
    assert len(claim(rater, campaign)) == 1


def test_a_taken_name_and_an_impossible_policy_are_refused(browser):
    campaign = make_campaign(opened=False)
    plan = f"/campaigns/new/?pool={campaign.pool.pk}"
    assert browser.post(plan, policy(name=campaign.name)).status_code == 422
    assert browser.post(plan, policy(double_share="101")).status_code == 422
    assert browser.get("/campaigns/new/?pool=0").status_code == 400
    assert Campaign.objects.count() == 1


def test_the_sentence_says_how_far_it_is(browser, rater, other_rater):
    campaign = make_campaign(
        captions=2, videos=2, raters=[rater, other_rater], double_share=1.0, label_limit=2
    )
    say(rater, claim(rater, campaign)[0], "relevant")
    for slot in claim(other_rater, campaign, 4):
        say(other_rater, slot, "irrelevant")
    label_all(rater, campaign)
    page = browser.get(f"/campaigns/{campaign.pk}/")
    progress = page.context["progress"]
    verdicts = list(Item.objects.values_list("verdict", flat=True))
    assert progress.judged == sum(verdict is not None for verdict in verdicts)
    assert progress.disputes == Item.objects.filter(dispute__gt=0).count() > 0
    assert f"4 pairs, {progress.percent} % judged. {progress.disputes} open dispute" in page.text
    assert page.context["labels"] == Label.objects.count()


def test_the_buttons_are_the_moves_that_are_allowed(browser, rater):
    campaign = make_campaign(raters=[rater])
    address = f"/campaigns/{campaign.pk}/"

    def offered() -> list[str]:
        return [move for move, _ in browser.get(address).context["moves"]]

    assert offered() == ["paused", "closed"]
    browser.post(f"{address}pause/")
    assert offered() == ["open", "closed"]
    browser.post(f"{address}open/")
    claim(rater, campaign)
    asked = browser.get(f"{address}close/")
    assert asked.context["lost"] == {"without_verdict": 6, "disputes": 0, "held": 1}
    assert Campaign.objects.get().state == "open"
    browser.post(f"{address}close/")
    assert Campaign.objects.get().state == "closed"
    assert offered() == ["open"]
    assert "cannot become" in browser.post(f"{address}pause/", follow=True).text


def test_pairs_in_dispute_are_without_a_verdict_when_a_campaign_is_closed(browser, rater):
    campaign = make_campaign(raters=[rater, make_user()], double_share=1.0, label_limit=2)
    label_all(rater, campaign, "relevant")
    label_all(Member.objects.exclude(person=rater).get().person, campaign, "irrelevant")
    page = browser.get(f"/campaigns/{campaign.pk}/close/")
    assert page.context["lost"] == {"without_verdict": 6, "disputes": 6, "held": 0}
    assert "6 pairs would stay without a verdict." in page.text


def test_a_member_is_stopped_only_with_a_reason_that_they_read(browser, rater):
    campaign = make_campaign(raters=[rater])
    member = Member.objects.get()
    address = f"/campaigns/{campaign.pk}/members/{member.pk}/"
    assert browser.post(address, {"state": "paused"}).status_code == 422
    browser.post(address, {"state": "paused", "reason": "talk to me first"})
    assert "talk to me first" in browser.get(f"/campaigns/{campaign.pk}/").text
    browser.post(address, {"state": "active", "reason": "talk to me first"})
    member.refresh_from_db()
    assert (member.state, member.reason) == ("active", "")


@pytest.mark.parametrize(
    ("username", "role"), [("nobody", "rater"), ("vic", "rater"), ("ron", "adjudicator")]
)
def test_who_cannot_be_a_member_is_refused_with_the_reason(browser, username, role):
    make_user(Role.VIEWER, username="vic")
    make_user(Role.RATER, username="ron")
    campaign = make_campaign()
    answer = browser.post(
        f"/campaigns/{campaign.pk}/members/", {"username": username, "role": role}
    )
    assert answer.status_code == 422
    assert 'class="errors"' in answer.text
    assert not Member.objects.exists()


def test_members_paces_come_from_their_days(browser, rater):
    campaign = make_campaign(raters=[rater])
    label_all(rater, campaign)
    pace = browser.get(f"/campaigns/{campaign.pk}/").context["people"][0].pace
    assert (pace.labels, pace.days, round(pace.per_hour)) == (6, 1, 1800)


@pytest.mark.parametrize(
    ("preset", "query", "begins"),
    [("paper", "", "general"), ("fire", "", "fire"), ("paper", "?begin=fire", "fire")],
)
def test_the_first_guidelines_begin_with_a_text_to_change(signed_in, lead, preset, query, begins):
    pool = make_campaign(captions=5, videos=4, opened=False).pool
    draft = create_campaign(SYSTEM, pool, "round 1", preset=preset)
    browser, address = signed_in(lead), f"/campaigns/{draft.pk}/guidelines/"
    shown = browser.get(address + query).context["form"]["markdown"].value()
    assert shown == GUIDELINES[begins]
    browser.post(address, {"markdown": "Only motion counts."})
    later = browser.get(f"{address}?begin=fire").context["form"]["markdown"].value()
    assert later == "Only motion counts."


def test_a_preview_writes_nothing_and_shows_nothing_that_could_run(browser):
    campaign = make_campaign()
    address = f"/campaigns/{campaign.pk}/guidelines/"
    words = {"markdown": "Only what is *seen*. <script>alert(1)</script> [x](javascript:alert(1))"}
    preview = browser.post(address, words | {"preview": "1"}).context["preview"]
    assert "<em>seen</em>" in preview
    assert "<script" not in preview
    assert "href" not in preview
    assert Guideline.objects.count() == 1
    browser.post(address, words | {"confirm": "on"})
    assert list(Guideline.objects.order_by("version").values_list("version", "confirm")) == [
        (1, False),
        (2, True),
    ]


# What comes first


def places(campaign: Campaign, **which) -> list[int]:
    return list(Slot.objects.filter(campaign=campaign, **which).values_list("place", flat=True))


def test_a_captions_pairs_are_given_out_before_all_else(browser, rater):
    campaign = make_campaign(captions=5, videos=4, raters=[rater], double_share=0.5)
    browser.post(f"/campaigns/{campaign.pk}/priorities/", {"caption": "c3"})
    assert all(place < 0 for place in places(campaign, item__query__text="caption 3"))
    assert min(places(campaign, item__query__text="caption 2")) >= 0
    assert [slot.caption for slot in claim(rater, campaign, 5)][:4] == ["caption 3"] * 4
    event = AuditEvent.objects.get(verb="moved pairs to the front of")
    assert event.after == {
        "caption": "c3",
        "slots": len(places(campaign, item__query__text="caption 3")),
    }


def test_one_pair_and_a_runs_pairs_can_be_moved(browser, rater):
    campaign = make_campaign(captions=2, videos=3, raters=[rater], double_share=0.0)
    address = f"/campaigns/{campaign.pk}/priorities/"
    browser.post(address, {"caption": "c1", "video": "v2"})
    assert len([place for place in places(campaign) if place < 0]) == 1
    slot = claim(rater, campaign)[0]
    assert slot.caption == "caption 1"
    assert browser.post(address, {"run": "0"}).status_code == 302
    assert len([place for place in places(campaign, state="free") if place >= 0]) == 0
    assert Run.objects.get().name in str(AuditEvent.objects.order_by("-pk").first().after)


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"caption": "c9"},
        {"caption": "c1", "video": "v9"},
        {"caption": "c1", "run": "0"},
        {"video": "v1"},
        {"run": "7"},
    ],
)
def test_what_cannot_be_moved_is_said(browser, asked):
    campaign = make_campaign()
    answer = browser.post(f"/campaigns/{campaign.pk}/priorities/", asked)
    assert answer.status_code == 422
    assert 'class="errors' in answer.text
    assert min(places(campaign)) >= 0


def test_what_is_judged_or_not_under_way_does_not_move(browser, rater):
    campaign = make_campaign(captions=1, videos=1, raters=[rater], double_share=0.0)
    say(rater, claim(rater, campaign)[0])
    address = f"/campaigns/{campaign.pk}/priorities/"
    assert "Nothing of this waits" in browser.post(address, {"caption": "c0"}).text
    draft = make_campaign(opened=False)
    assert (
        "open or paused"
        in browser.post(f"/campaigns/{draft.pk}/priorities/", {"caption": "c0"}).text
    )


def test_what_was_put_off_moves_to_the_front_too(browser, rater):
    from annotator.actions.extend_lease import release_slot

    campaign = make_campaign(captions=2, videos=2, raters=[rater])
    slot = claim(rater, campaign)[0]
    release_slot(rater=rater, slot_id=slot.slot, lease=slot.lease, later=True)
    assert claim(rater, campaign)[0].slot != slot.slot
    caption = Slot.objects.get(pk=slot.slot).item.query.text
    browser.post(
        f"/campaigns/{campaign.pk}/priorities/", {"caption": caption.replace("caption ", "c")}
    )
    assert Slot.objects.get(pk=slot.slot).place < 0


# Doors


@pytest.mark.parametrize("person", ["viewer", "rater", "adjudicator"])
def test_campaigns_are_for_leads(request, signed_in, rater, person):
    campaign = make_campaign(raters=[rater])
    browser = signed_in(request.getfixturevalue(person))
    member = Member.objects.get()
    of = f"/campaigns/{campaign.pk}"
    for address in (
        "/campaigns/",
        "/campaigns/new/",
        f"{of}/",
        f"{of}/close/",
        f"{of}/guidelines/",
        f"{of}/priorities/",
    ):
        assert browser.get(address).status_code == 403, address
    posts = (
        "begin/",
        "open/",
        "pause/",
        "close/",
        "members/",
        f"members/{member.pk}/",
        "guidelines/",
        "priorities/",
    )
    for address in posts:
        assert browser.post(f"{of}/{address}", {"caption": "c0"}).status_code == 403, address
    assert browser.get(f"{of}/members/{member.pk}/").status_code == 403


def test_a_member_is_found_only_in_their_own_campaign(browser, rater):
    make_campaign(raters=[rater])
    other = make_campaign()
    assert (
        browser.get(f"/campaigns/{other.pk}/members/{Member.objects.get().pk}/").status_code == 404
    )
    assert browser.get("/campaigns/0/").status_code == 404


def test_the_list_asks_as_often_however_long_it_is(browser, rater):
    assert "No campaign yet" in browser.get("/campaigns/").text
    make_campaign(raters=[rater])
    asked = queries_of(browser, "/campaigns/")
    label_all(rater, make_campaign(raters=[rater]))
    assert queries_of(browser, "/campaigns/") == asked
    assert Pool.objects.count() == 2
