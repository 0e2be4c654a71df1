"""Rating by plain forms: what a rater is shown, what becomes of an answer, and what is never
told."""

import re

import pytest
from django.db import connection

from annotator.actions.change_state import change_campaign_state, change_member_state
from annotator.actions.write_guideline import write_guideline
from annotator.masks import mask, unmask
from annotator.models import Campaign, Item, Label, Member, Slot
from people.actor import SYSTEM
from pooling.models import Run
from tests.annotator.pages.answering import begin, held_form, send
from tests.annotator.saying import claim, say
from tests.factories import make_campaign
from tests.web.markup import squeezed

pytestmark = pytest.mark.django_db


def leased() -> int:
    return Slot.objects.filter(state="leased").count()


def test_looking_claims_nothing_and_begin_claims_one(signed_in, rater):
    campaign, browser = make_campaign(raters=[rater]), signed_in(rater)
    page = browser.get(f"/rate/{campaign.pk}/")
    assert "Begin" in page.text
    assert leased() == 0
    form = begin(browser, campaign)
    assert set(form) == {"slot", "lease", "request_id"}
    held_form(browser, campaign)
    assert leased() == 1


def test_an_answer_is_kept_and_the_next_pair_is_shown(signed_in, rater):
    campaign, browser = make_campaign(raters=[rater]), signed_in(rater)
    form = begin(browser, campaign)
    answer = send(browser, campaign, form, "irrelevant", comment="she sits")
    assert answer["Location"] == f"/rate/{campaign.pk}/"
    label = Label.objects.get()
    assert (label.answer, label.comment, label.client) == ("irrelevant", "she sits", "page")
    assert held_form(browser, campaign)["slot"] != form["slot"]
    assert "Saved: irrelevant." in browser.get(f"/rate/{campaign.pk}/").text


def test_a_form_sent_twice_counts_once(signed_in, rater):
    campaign, browser = make_campaign(raters=[rater]), signed_in(rater)
    form = begin(browser, campaign)
    assert [send(browser, campaign, form).status_code for _ in range(2)] == [302, 302]
    assert Label.objects.count() == 1
    assert leased() == 1


def test_cannot_judge_asks_for_its_reason_and_keeps_what_was_typed(signed_in, rater):
    campaign, browser = make_campaign(raters=[rater]), signed_in(rater)
    form = begin(browser, campaign)
    asked = send(browser, campaign, form, "cannot_judge", comment="all of it is dark")
    assert asked.status_code == 422
    assert "Choose a reason for &#x27;Cannot judge&#x27;." in asked.text
    assert "all of it is dark" in asked.text
    again = {name: asked.context["form"][name].value() for name in form}
    send(
        browser,
        campaign,
        again,
        "cannot_judge",
        comment="all of it is dark",
        reason="unclear_video",
    )
    assert list(Label.objects.values_list("answer", "reason")) == [
        ("cannot_judge", "unclear_video")
    ]


def test_a_reason_beside_another_answer_is_dropped(signed_in, rater):
    campaign, browser = make_campaign(raters=[rater]), signed_in(rater)
    send(browser, campaign, begin(browser, campaign), "relevant", reason="unclear_video")
    assert Label.objects.get().reason == ""


def test_an_undo_shows_the_same_pair_again(signed_in, rater):
    campaign, browser = make_campaign(raters=[rater]), signed_in(rater)
    form = begin(browser, campaign)
    send(browser, campaign, form)
    undone = browser.post(f"/rate/{campaign.pk}/undo/{Label.objects.get().pk}/")
    assert undone.status_code == 302
    assert held_form(browser, campaign)["slot"] == form["slot"]
    assert Label.objects.order_by("-pk").first().answer == "withdrawn"


def test_judge_later_puts_the_pair_behind_all_others(signed_in, rater):
    campaign, browser = make_campaign(captions=1, videos=3, raters=[rater]), signed_in(rater)
    put_off = begin(browser, campaign)
    browser.post(f"/rate/{campaign.pk}/later/", put_off)
    seen = []
    for _ in range(3):
        form = held_form(browser, campaign)
        seen.append(form["slot"])
        send(browser, campaign, form)
    assert seen[-1] == put_off["slot"]
    assert len(set(seen)) == 3


def test_an_answer_to_a_lost_lease_says_so_and_keeps_what_was_typed(signed_in, rater, other_rater):
    campaign, browser = (
        make_campaign(captions=1, videos=1, raters=[rater, other_rater]),
        signed_in(rater),
    )
    form = begin(browser, campaign)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE annotator_slot SET lease_ends = now() - interval '1 second' WHERE state ="
            " 'leased'"
        )
    say(other_rater, claim(other_rater, campaign)[0])
    late = send(browser, campaign, form, comment="he does jump")
    assert late["Location"] == f"/rate/{campaign.pk}/not-counted/"
    for _ in range(2):  # loaded again, it sends nothing
        page = browser.get(late["Location"]).text
        assert "Your answer was not counted" in page
        assert "You had this pair for more than 30 minutes, so it went to someone else." in page
        assert "he does jump" in page
    assert Label.objects.get().rater == other_rater
    assert browser.post(f"/rate/{campaign.pk}/")["Location"] == f"/rate/{campaign.pk}/"
    assert browser.get(late["Location"]).status_code == 302


def test_a_second_answer_to_the_same_form_says_what_is_saved_and_offers_to_change_it(
    signed_in, rater
):
    campaign, browser = make_campaign(raters=[rater]), signed_in(rater)
    form = begin(browser, campaign)
    send(browser, campaign, form, "relevant")
    second = browser.get(
        send(browser, campaign, form, "irrelevant", comment="no, he sits")["Location"]
    ).text
    assert "Saved as Relevant" in second
    assert "You answered this pair a moment ago: Relevant. That answer stands." in second
    assert "not counted" not in second
    assert "Change it to Irrelevant" in second
    label = Label.objects.get()
    change = dict(
        re.findall(
            r'<input type="hidden" name="(request_id|comment|then_rate)" value="([^"]+)"', second
        )
    )
    changed = browser.post(f"/answers/{campaign.pk}/{label.pk}/", change | {"answer": "irrelevant"})
    assert changed["Location"] == f"/rate/{campaign.pk}/"
    assert list(Label.objects.order_by("pk").values_list("answer", "comment")) == [
        ("relevant", ""),
        ("irrelevant", "no, he sits"),
    ]


def test_cannot_judge_in_its_place_keeps_the_reason_that_was_chosen(signed_in, rater):
    campaign, browser = make_campaign(raters=[rater]), signed_in(rater)
    form = begin(browser, campaign)
    send(browser, campaign, form, "relevant")
    page = browser.get(
        send(browser, campaign, form, "cannot_judge", reason="unclear_video")["Location"]
    ).text
    assert "Change it to Cannot judge (" in squeezed(page)
    change = dict(
        re.findall(
            r'<input type="hidden" name="(request_id|reason|then_rate)" value="([^"]+)"', page
        )
    )
    browser.post(
        f"/answers/{campaign.pk}/{Label.objects.get().pk}/", change | {"answer": "cannot_judge"}
    )
    assert Label.objects.order_by("pk").values_list("answer", "reason").last() == (
        "cannot_judge",
        "unclear_video",
    )
    page = browser.get(f"/answers/{campaign.pk}/{Label.objects.latest('pk').pk}/").text
    assert '<option value="unclear_video" selected>' in page


def test_a_comment_alone_is_told_as_one(signed_in, rater):
    campaign, browser = make_campaign(raters=[rater]), signed_in(rater)
    form = begin(browser, campaign)
    send(browser, campaign, form, "relevant")
    page = browser.get(
        send(browser, campaign, form, "relevant", comment="see his hat")["Location"]
    ).text
    assert "Add your comment" in page
    change = dict(
        re.findall(
            r'<input type="hidden" name="(request_id|comment|then_rate)" value="([^"]+)"', page
        )
    )
    address = f"/answers/{campaign.pk}/{Label.objects.get().pk}/"
    told = browser.post(address, change | {"answer": "relevant"}, follow=True).text
    assert "Comment added." in told
    assert "Changed to" not in told


def test_judge_later_from_a_second_tab_speaks_of_no_answer(signed_in, rater):
    campaign, browser = make_campaign(raters=[rater]), signed_in(rater)
    form = begin(browser, campaign)
    send(browser, campaign, form, "relevant")
    told = browser.post(f"/rate/{campaign.pk}/later/", form, follow=True).text
    assert "You do not hold this pair any more." in told
    assert "not saved" not in told


def test_an_answer_after_the_end_says_so_and_leads_to_other_campaigns(signed_in, rater):
    campaign, browser = make_campaign(raters=[rater]), signed_in(rater)
    form = begin(browser, campaign)
    change_campaign_state(SYSTEM, campaign.pk, Campaign.State.CLOSED)
    page = browser.get(send(browser, campaign, form, comment="he jumps")["Location"]).text
    assert (
        "This campaign is not open any more: it was closed while you held the pair, so this answer"
        " was not saved." in page
    )
    assert "he jumps" in page
    assert "If this happens often" not in page
    assert "Next pair" not in page
    assert '<a class="button button-primary" href="/rate/">Other campaigns</a>' in page
    assert not Label.objects.exists()


@pytest.mark.parametrize("answer", ["relevant", "irrelevant"])
def test_an_answer_in_another_tab_says_that_it_was_oneself(signed_in, rater, answer):
    campaign, browser = make_campaign(raters=[rater]), signed_in(rater)
    one = begin(browser, campaign)
    two = held_form(browser, campaign)
    assert one["slot"] == two["slot"]
    send(browser, campaign, one, "relevant")
    second = send(browser, campaign, two, answer)["Location"]
    page = browser.get(second).text
    assert "You answered this pair in another tab: Relevant." in page
    assert ("Change it to Irrelevant" in page) == (answer == "irrelevant")
    assert Label.objects.count() == 1


def test_who_is_paused_reads_at_once_what_the_lead_wrote(signed_in, rater):
    campaign, browser = make_campaign(raters=[rater]), signed_in(rater)
    form = begin(browser, campaign)
    change_member_state(
        SYSTEM,
        Member.objects.get().pk,
        Member.State.PAUSED,
        "Please reread the guidelines about colours.",
    )
    said = (
        "You are paused in this campaign. Your lead wrote: \u201cPlease reread the guidelines about"
        " colours.\u201d"
    )
    assert said in browser.get(send(browser, campaign, form)["Location"]).text
    assert said in browser.get(f"/rate/{campaign.pk}/").text


@pytest.mark.parametrize(
    "broken",
    [
        {"slot": "0" * 16},
        {"slot": "x"},
        {"lease": "x"},
        {"request_id": ""},
        {"answer": "withdrawn"},
    ],
)
def test_a_form_that_was_changed_on_its_way_counts_nothing(signed_in, rater, broken):
    campaign, browser = make_campaign(raters=[rater]), signed_in(rater)
    form = begin(browser, campaign) | {"answer": "relevant"} | broken
    refused = browser.post(f"/rate/{campaign.pk}/answer/", form)
    assert refused.status_code == 422 or refused["Location"] == f"/rate/{campaign.pk}/not-counted/"
    assert not Label.objects.exists()


def test_when_nothing_is_left_the_page_says_what_next(signed_in, rater):
    campaign, browser = (
        make_campaign(captions=1, videos=1, raters=[rater], double_share=1.0),
        signed_in(rater),
    )
    send(browser, campaign, begin(browser, campaign))
    page = browser.get(f"/rate/{campaign.pk}/").text
    assert "There is no pair for you now" in page
    assert "Look again" in page


def test_paused_campaigns_and_members_are_told_so(signed_in, rater):
    campaign, browser = make_campaign(raters=[rater]), signed_in(rater)
    change_campaign_state(SYSTEM, campaign.pk, Campaign.State.PAUSED)
    assert "This campaign is paused" in browser.get(f"/rate/{campaign.pk}/").text
    assert browser.post(f"/rate/{campaign.pk}/").status_code == 302
    assert leased() == 0
    change_member_state(
        SYSTEM, Member.objects.get().pk, Member.State.PAUSED, "the guidelines are discussed"
    )
    assert "the guidelines are discussed" in browser.get(f"/rate/{campaign.pk}/").text


def test_changed_guidelines_come_before_the_next_pair(signed_in, rater):
    campaign, browser = make_campaign(raters=[rater]), signed_in(rater)
    begin(browser, campaign)
    write_guideline(SYSTEM, campaign.pk, "Only what is *seen* counts.", confirm=True)
    assert browser.get(f"/rate/{campaign.pk}/")["Location"] == f"/guidelines/{campaign.pk}/"
    page = browser.get(f"/guidelines/{campaign.pk}/").text
    assert "Only what is <em>seen</em> counts." in page
    assert (
        browser.post(f"/guidelines/{campaign.pk}/", {"version": "1"})["Location"]
        == f"/guidelines/{campaign.pk}/"
    )
    assert browser.get(f"/rate/{campaign.pk}/").status_code == 302
    assert (
        browser.post(f"/guidelines/{campaign.pk}/", {"version": "2"})["Location"]
        == f"/rate/{campaign.pk}/"
    )
    assert held_form(browser, campaign)


def test_the_days_count_does_not_shrink_when_a_campaign_ends(signed_in, rater):
    going, ended, browser = (
        make_campaign(raters=[rater]),
        make_campaign(raters=[rater]),
        signed_in(rater),
    )
    for campaign, answers in ((going, 2), (ended, 3)):
        for slot in claim(rater, campaign, answers):
            say(rater, slot)
    assert "You have given 5 answers today." in browser.get("/rate/").text
    change_campaign_state(SYSTEM, ended.pk, Campaign.State.CLOSED)
    page = browser.get("/rate/")
    assert (
        "You have given 5 answers today, 3 of them in campaigns that have ended or that you have"
        " left." in page.text
    )
    assert str(ended) not in page.text
    change_campaign_state(SYSTEM, going.pk, Campaign.State.CLOSED)
    assert "You have given 5 answers today" in browser.get("/rate/").text
    assert (
        "You have given 3 answers in this campaign today." in browser.get(f"/rate/{ended.pk}/").text
    )


def test_a_campaign_that_has_ended_says_so_and_asks_for_nothing(signed_in, rater):
    campaign, browser = make_campaign(raters=[rater]), signed_in(rater)
    change_campaign_state(SYSTEM, campaign.pk, Campaign.State.CLOSED)
    write_guideline(SYSTEM, campaign.pk, "Look twice.", confirm=True)
    page = browser.get(f"/rate/{campaign.pk}/")
    assert (page.status_code, "This campaign has ended. Thank you." in page.text) == (200, True)
    for asked in ("Ask your lead when", "guidelines before", "Begin"):
        assert asked not in page.text
    assert "I have read them" not in browser.get(f"/guidelines/{campaign.pk}/").text


def test_a_continued_round_stops_for_changed_guidelines(rater):
    campaign = make_campaign(raters=[rater])
    slot = claim(rater, campaign)[0]
    write_guideline(SYSTEM, campaign.pk, "New.", confirm=True)
    assert say(rater, slot, then_claim=1).next is None


@pytest.mark.parametrize("person", ["viewer", "other_rater", "adjudicator", "lead"])
@pytest.mark.parametrize("address", ["/rate/{}/", "/guidelines/{}/"])
def test_who_is_no_rater_of_a_campaign_sees_nothing_of_it(
    request, signed_in, rater, person, address
):
    campaign = make_campaign(raters=[rater])
    browser = signed_in(request.getfixturevalue(person))
    assert browser.get(address.format(campaign.pk)).status_code == (
        403 if person == "viewer" else 404
    )


def test_raters_see_their_campaigns_and_nothing_but_their_places(signed_in, rater):
    campaign, foreign = make_campaign(raters=[rater]), make_campaign()
    page = signed_in(rater).get("/rate/").text
    assert campaign.name in page
    assert foreign.name not in page
    bar = page[page.index('class="bar-places"') : page.index('class="bar-tools"')]
    assert re.findall(r'<a href="([^"]+)"', bar) == ["/rate/", "/answers/", "/guidelines/"]


def told(response) -> str:
    """Page and headers, without the links of the frame that all pages share."""
    return f"{response.text}\n{response.headers}".lower()


def test_nothing_that_is_sent_to_a_rater_tells_how_a_pair_came_to_them(
    signed_in, rater, other_rater
):
    campaign, browser = (
        make_campaign(raters=[rater, other_rater], double_share=1.0),
        signed_in(rater),
    )
    for slot in claim(other_rater, campaign, 6):
        say(other_rater, slot)
    begin(browser, campaign)
    slot = Slot.objects.get(state="leased", rater=rater)
    assert slot.kind == "second"
    response = browser.get(f"/rate/{campaign.pk}/")
    page = told(response)
    run = Run.objects.get()
    for word in (
        "model",
        run.name.lower(),
        "rank",
        "original",
        "gold",
        "second",
        "kind",
        "doubled",
        "pool_",
        other_rater.username,
    ):
        assert not re.search(rf"\b{re.escape(word)}", page), word
    for number in re.findall(r'value="(\d+)"', page):
        assert int(number) not in (slot.pk, slot.item_id)
    assert f"/{slot.item.video.key}" not in page
    assert mask(slot.pk) in page


def test_a_mask_hides_a_number_and_gives_it_back():
    for number in (0, 1, 2, 555_391, 2**63 - 1):
        assert unmask(mask(number)) == number
    assert len({mask(number) for number in range(1000)}) == 1000
    assert sorted(range(1, 50), key=mask) != list(range(1, 50))


def test_each_pair_is_met_once(signed_in, rater):
    campaign, browser = make_campaign(raters=[rater]), signed_in(rater)
    form = begin(browser, campaign)
    while form:
        send(browser, campaign, form)
        form = held_form(browser, campaign)
    assert Label.objects.count() == Item.objects.count() == 6
