"""Pairs that wait for a rater whom the campaign has not got: counted, said to those who can do
something, and sent on."""

import io
import json
import re

import pytest
from django.core.management import CommandError, call_command

from annotator.actions.adjudicate import NobodyWaits, NotUnderWay, adjudicate, send_to_adjudication
from annotator.actions.create_campaign import add_member
from annotator.actions.rebuild import rebuild
from annotator.models import Answer, Campaign, Item, Member
from annotator.queries.overview import warning_of
from annotator.queries.progress import progress_of
from annotator.queries.stuck import stuck_in
from annotator.queries.waiting import rater_warning
from people.actor import SYSTEM
from people.models import AuditEvent, Scope
from tests.annotator.api.conftest import script
from tests.annotator.breaking import differing
from tests.annotator.saying import claim, say, verdicts
from tests.api.conftest import check_problem
from tests.factories import make_campaign, make_user

pytestmark = pytest.mark.django_db
__all__ = ["script"]  # a fixture


@pytest.fixture
def campaign(rater, other_rater) -> Campaign:
    """Two raters; of four pairs labelled twice they disagree about three and agree about one."""
    campaign = make_campaign(captions=2, videos=2, raters=[rater, other_rater], double_share=1.0)
    answer_all(rater, campaign, ["relevant"] * 4)
    answer_all(other_rater, campaign, ["irrelevant"] * 3 + ["relevant"])
    return campaign


def answer_all(person, campaign, answers):
    for slot, answer in zip(claim(person, campaign, 4), answers, strict=True):
        say(person, slot, answer)


def test_pairs_that_wait_for_a_third_rater_are_disagreements_and_counted(campaign):
    progress = progress_of(campaign)
    assert (progress.judged, progress.disagreement, progress.disputes) == (1, 0, 0)
    assert (progress.awaiting_third, progress.disagreements, progress.not_judged_yet) == (3, 3, 0)
    assert progress.without_rater == 3
    add_member(SYSTEM, campaign, make_user())
    assert (progress_of(campaign).awaiting_third, progress_of(campaign).without_rater) == (3, 0)


def test_a_rater_who_is_paused_is_nobody_to_wait_for(campaign):
    third = add_member(SYSTEM, campaign, make_user())
    Member.objects.filter(pk=third.pk).update(state=Member.State.PAUSED, reason="away")
    assert progress_of(campaign).without_rater == 3


def test_a_third_label_in_somebodys_hands_is_awaited_too(campaign):
    third = make_user()
    add_member(SYSTEM, campaign, third)
    claim(third, campaign)
    assert (progress_of(campaign).awaiting_third, progress_of(campaign).without_rater) == (3, 0)


def test_so_do_pairs_that_lack_their_second_label(rater):
    campaign = make_campaign(captions=1, videos=2, raters=[rater], double_share=1.0)
    for slot in claim(rater, campaign, 2):
        say(rater, slot)
    assert (progress_of(campaign).awaiting_third, progress_of(campaign).without_rater) == (0, 2)
    send_to_adjudication(SYSTEM, campaign.pk)
    assert list(Item.objects.values_list("verdict", "dispute")) == [(None, 1)] * 2
    assert differing() == []


def test_sent_to_adjudication_they_are_decided(campaign, adjudicator):
    assert send_to_adjudication(SYSTEM, campaign.pk) == 3
    assert sorted(map(str, verdicts(campaign))) == ["disagreement"] * 3 + ["relevant"]
    progress = progress_of(campaign)
    assert (progress.disputes, progress.awaiting_third, progress.without_rater) == (3, 0, 0)
    assert AuditEvent.objects.latest("pk").after == {"pairs": 3}
    rebuild()
    assert differing() == []
    item = Item.objects.filter(dispute__gt=0).first()
    request = "00000000-0000-4000-8000-000000000001"
    adjudicate(
        adjudicator=adjudicator,
        campaign_id=campaign.pk,
        item_id=item.pk,
        answer=Answer.RELEVANT,
        comment="seen",
        request_id=request,
    )
    assert Item.objects.get(pk=item.pk).verdict == "relevant"
    assert differing() == []


def test_they_do_not_come_back_to_raters_who_join_later(campaign):
    send_to_adjudication(SYSTEM, campaign.pk)
    late = make_user()
    add_member(SYSTEM, campaign, late)
    assert claim(late, campaign, 5) == []


def test_nothing_is_sent_that_has_a_rater_nor_from_what_is_not_under_way(campaign, rater):
    add_member(SYSTEM, campaign, make_user())
    with pytest.raises(NobodyWaits):
        send_to_adjudication(SYSTEM, campaign.pk)
    Campaign.objects.update(state="closed")
    with pytest.raises(NotUnderWay):
        send_to_adjudication(SYSTEM, campaign.pk)
    assert not Item.objects.filter(escalated=True).exists()


def test_who_is_still_in_training_is_nobody_to_wait_for(campaign, signed_in, lead):
    late = add_member(SYSTEM, campaign, make_user())
    address = f"/campaigns/{campaign.pk}/"
    assert "3 pairs wait for a rater" not in signed_in(lead).get(address).text
    Member.objects.filter(pk=late.pk).update(state=Member.State.TRAINING)
    assert "3 pairs wait for a rater" in signed_in(lead).get(address).text


def test_leads_read_it_and_send_them_by_the_page(campaign, signed_in, lead):
    browser, address = signed_in(lead), f"/campaigns/{campaign.pk}/"
    page = browser.get(address).text
    assert (
        "3 pairs wait for a rater who has not seen them: invite one, or send them to adjudication."
        in page
    )
    assert "3 await a third label" in page
    assert "3 pairs wait" in browser.get(f"/adjudication/{campaign.pk}/").text
    browser.post(f"{address}send/")
    assert progress_of(campaign).disputes == 3
    assert "3 pairs wait" not in browser.get(address).text
    assert browser.post(f"{address}send/", follow=True).status_code == 200


def test_adjudicators_read_that_something_waits_though_not_for_them(
    campaign, signed_in, adjudicator
):
    add_member(SYSTEM, campaign, adjudicator, Member.Role.ADJUDICATOR)
    page = signed_in(adjudicator).get(f"/adjudication/{campaign.pk}/").text
    assert "3 pairs wait for a rater who has not seen them" in page
    assert "Nothing waits for you" not in page
    assert f"/campaigns/{campaign.pk}/send/" not in page
    assert signed_in(adjudicator).post(f"/campaigns/{campaign.pk}/send/").status_code == 403


def test_scripts_read_it_and_send_them(campaign, script, lead, adjudicator):
    leading, at = script(lead), f"campaigns/{campaign.pk}"
    told = leading.get(at).json()["progress"]
    assert (told["disagreement"], told["awaiting_third"], told["without_rater"]) == (0, 3, 3)
    check_problem(script(adjudicator).post(f"{at}/send-to-adjudication"), 403)
    check_problem(script(lead, Scope.LABEL).post(f"{at}/send-to-adjudication"), 403)
    assert leading.post(f"{at}/send-to-adjudication").json() == {"sent": 3}
    check_problem(leading.post(f"{at}/send-to-adjudication"), 409)


def test_a_command_sends_them(campaign):
    out = io.StringIO()
    call_command("send_to_adjudication", campaign.name, "--json", stdout=out)
    assert json.loads(out.getvalue()) == {"campaign": campaign.pk, "sent": 3}
    with pytest.raises(CommandError, match="who has not seen it"):
        call_command("send_to_adjudication", campaign.name)


@pytest.mark.parametrize(
    ("raters", "policy", "said"),
    [
        (
            0,
            {},
            "has no raters yet. A pair may need 3 labels, each from another rater: add 4 to have 4",
        ),
        (
            2,
            {},
            (
                "has 2 raters. A pair may need 3 labels, each from another rater: add 2 more to"
                " have 4, one more than"
            ),
        ),
        (3, {}, ""),
        (4, {}, ""),
        (1, {"double_share": 0.0}, "A pair may need 2 labels"),
        (2, {"double_share": 0.0}, ""),
        (1, {"label_limit": 1}, ""),
        (0, {"label_limit": 1}, "has no raters yet"),
    ],
)
def test_a_lead_is_warned_of_too_few_raters(raters, policy, said):
    draft = make_campaign(raters=[make_user() for _ in range(raters)], opened=False, **policy)
    warning = rater_warning(draft)
    assert said in warning
    assert ("one more than a pair may need, so that one can be away" in warning) == (
        "A pair may need" in warning
    )
    assert bool(said) == bool(warning)


def test_just_enough_raters_are_no_warning_and_one_more_is_advised_once(signed_in, lead):
    draft = make_campaign(raters=[make_user() for _ in range(3)], opened=False)
    browser, address = signed_in(lead), f"/campaigns/{draft.pk}/"
    before = browser.get(address).text
    advice = "has 3 raters, as many as a pair may need. With 4, one can be away."
    assert (before.count(advice), "Otherwise pairs may wait" in before) == (1, False)
    for after in (browser.post(f"{address}begin/", follow=True), browser.get(address)):
        assert not re.search("can be away|may wait", after.text)


def test_too_few_raters_are_warned_of_once_on_each_page(signed_in, lead, rater):
    draft = make_campaign(raters=[rater], opened=False)
    browser, address = signed_in(lead), f"/campaigns/{draft.pk}/"
    for page in (browser.get(address), browser.post(f"{address}begin/", follow=True)):
        assert page.text.count("Otherwise pairs may wait for a rater who is not there.") == 1


@pytest.mark.parametrize(
    ("raters", "said"),
    [(0, "add 4 to have 4"), (1, "add 3 more to have 4"), (2, "add 2 more to have 4")],
)
def test_an_open_campaign_with_too_few_asks_for_as_many_as_its_draft(raters, said):
    campaign = make_campaign(raters=[make_user() for _ in range(raters)])
    assert said in rater_warning(campaign)
    (found,) = [one for one in stuck_in(campaign) if one.key == "raters"]
    assert found.sentence == rater_warning(campaign) == warning_of(campaign)


def test_the_warning_comes_before_and_after_opening(signed_in, lead, rater, script):
    draft = make_campaign(raters=[rater], opened=False)
    browser, address = signed_in(lead), f"/campaigns/{draft.pk}/"
    assert "This campaign has 1 rater." in browser.get(address).text
    assert "This campaign has 1 rater." in browser.post(f"{address}begin/", follow=True).text
    assert (
        script(lead)
        .get(f"campaigns/{draft.pk}")
        .json()["warning"]
        .startswith("This campaign has 1 rater.")
    )
