"""A scale of grades on the pages of those who answer, as plain forms: what is asked, what is said
again, and what is kept."""

import re
import uuid

import pytest

from annotator.actions.adjudicate import adjudicate
from annotator.actions.change_state import change_campaign_state
from annotator.models import Campaign, Item, Label, Trial
from people.actor import SYSTEM
from tests.annotator.pages.answering import begin, held_form
from tests.annotator.saying import claim, say
from tests.annotator.test_training import in_training, train_by_grade, unasked
from tests.factories import make_campaign
from tests.web.markup import squeezed

pytestmark = pytest.mark.django_db
WORDS = ["not relevant", "slightly relevant", "partly relevant", "largely relevant", "perfect"]
GRADED = {"scale": WORDS, "relevant_from": 3, "double_share": 0.0}
BUTTON = re.compile(r"<button class=\"answer[^>]*>.*?</button>", re.DOTALL)


def buttons(page: str) -> list[dict[str, str]]:
    """The answers' attributes, and what each shows."""
    found = []
    for button in BUTTON.findall(page):
        shown = " ".join(re.sub(r"<[^>]+>", "", button).split())
        found.append(dict(re.findall(r'([a-z-]+)="([^"]*)"', button)) | {"shown": shown})
    return found


def test_each_grade_is_a_button_with_its_number_and_word(signed_in, rater):
    campaign = make_campaign(raters=[rater], **GRADED)
    browser = signed_in(rater)
    begin(browser, campaign)
    *grades, unable = buttons(browser.get(f"/rate/{campaign.pk}/").text)
    assert [one["shown"] for one in grades] == [f"{n} {word}" for n, word in enumerate(WORDS)]
    assert [one["aria-label"] for one in grades][3] == "3, largely relevant"
    assert grades[3]["data-spoken"] == "3, largely relevant; key {key}"
    sent = [(one["name"], one["value"], one["data-answer"], one["data-value"]) for one in grades]
    assert sent == [("value", str(n), "grade", str(n)) for n in range(5)]
    assert (unable["shown"], unable["name"], unable["value"]) == (
        "Cannot judge",
        "answer",
        "cannot_judge",
    )


def test_before_the_first_pair_a_rater_reads_what_is_asked_in_the_scales_words(
    signed_in, rater, other_rater
):
    campaign = make_campaign(raters=[rater], **GRADED)
    page = squeezed(signed_in(rater).get(f"/rate/{campaign.pk}/").text)
    assert "say how relevant the clip is to the caption" in page
    assert "0, not relevant · 1, slightly relevant · 2, partly relevant" in page
    assert "is true of the clip" not in page
    binary = make_campaign(raters=[other_rater])
    page = squeezed(signed_in(other_rater).get(f"/rate/{binary.pk}/").text)
    assert "judge whether the caption is true of the clip" in page
    assert "The grades" not in page


def test_a_grade_is_sent_by_its_button_and_said_again(signed_in, rater):
    campaign = make_campaign(raters=[rater], **GRADED)
    browser = signed_in(rater)
    form = begin(browser, campaign)
    browser.post(f"/rate/{campaign.pk}/answer/", form | {"value": "3"})
    label = Label.objects.get()
    assert (label.value, label.answer) == (3, "relevant")
    assert "Saved: 3, largely relevant." in browser.get(f"/rate/{campaign.pk}/").text
    assert "3, largely relevant" in browser.get(f"/answers/{campaign.pk}/").text


@pytest.mark.parametrize(
    "wrong", [{"value": "5"}, {"value": "-1"}, {"value": "2.5"}, {"value": "3\u00a0x"}, {}]
)
def test_what_is_no_grade_is_not_taken(signed_in, rater, wrong):
    campaign = make_campaign(raters=[rater], **GRADED)
    browser = signed_in(rater)
    form = begin(browser, campaign)
    assert browser.post(f"/rate/{campaign.pk}/answer/", form | wrong).status_code in (302, 422)
    assert Label.objects.count() == 0
    assert held_form(browser, campaign)["slot"] == form["slot"]


def test_two_values_keep_their_marks(signed_in, rater):
    campaign = make_campaign(raters=[rater], double_share=0.0)
    browser = signed_in(rater)
    begin(browser, campaign)
    page = browser.get(f"/rate/{campaign.pk}/").text
    assert [(one["name"], one["data-answer"], one["shown"]) for one in buttons(page)] == [
        ("answer", "irrelevant", "Irrelevant"),
        ("answer", "cannot_judge", "Cannot judge"),
        ("answer", "relevant", "Relevant"),
    ]
    assert "answers-graded" not in page
    assert "Is the caption true of the clip?" in page


def test_two_values_of_other_words_are_called_by_these(signed_in, rater):
    campaign = make_campaign(raters=[rater], scale=["no", "yes"], double_share=0.0)
    browser = signed_in(rater)
    form = begin(browser, campaign)
    shown = [one["shown"] for one in buttons(browser.get(f"/rate/{campaign.pk}/").text)]
    assert shown == ["no", "Cannot judge", "yes"]
    browser.post(f"/rate/{campaign.pk}/answer/", form | {"answer": "relevant"})
    assert Label.objects.get().value == 1
    assert "Saved: yes." in browser.get(f"/rate/{campaign.pk}/").text


def test_numbers_for_words_are_said_once(signed_in, rater):
    campaign = make_campaign(raters=[rater], scale=[str(n) for n in range(11)], double_share=0.0)
    browser = signed_in(rater)
    begin(browser, campaign)
    shown = [one["shown"] for one in buttons(browser.get(f"/rate/{campaign.pk}/").text)]
    assert shown == [*map(str, range(11)), "Cannot judge"]


def test_pairs_shown_together_are_graded_each_and_the_rest_with_the_lowest(signed_in, rater):
    campaign = make_campaign(
        captions=1, videos=6, raters=[rater], show="grid", single_share=0.0, **GRADED
    )
    browser = signed_in(rater)
    begin(browser, campaign)
    page = browser.get(f"/rate/{campaign.pk}/").text
    assert "All others: 0 (not relevant)" in page
    assert page.count('data-answer="grade"') == 7 * len(WORDS)  # six cells, and the template
    form = {
        name: re.search(rf'name="{name}" value="([^"]+)"', page)[1]
        for name in ("slot", "lease", "request_id")
    }
    browser.post(f"/rate/{campaign.pk}/answer/", form | {"value": "4"})
    assert Label.objects.get().value == 4


def test_an_answer_is_changed_to_another_grade(signed_in, rater):
    campaign = make_campaign(raters=[rater], **GRADED)
    [slot] = claim(rater, campaign)
    say(rater, slot, value=1)
    browser = signed_in(rater)
    address = f"/answers/{campaign.pk}/{Label.objects.get().pk}/"
    page = browser.get(address).text
    assert [one["value"] for one in buttons(page)] == [*map(str, range(5)), "cannot_judge"]
    request_id = re.search(r'name="request_id" value="([^"]+)"', page)[1]
    said = browser.post(address, {"request_id": request_id, "value": "4"}, follow=True).text
    assert "Changed to 4, perfect." in said
    assert Label.objects.latest("pk").value == 4


def test_a_second_answer_is_offered_in_the_place_of_the_first(signed_in, rater):
    campaign = make_campaign(raters=[rater], **GRADED)
    browser = signed_in(rater)
    form = begin(browser, campaign)
    browser.post(f"/rate/{campaign.pk}/answer/", form | {"value": "1"})
    page = browser.post(f"/rate/{campaign.pk}/answer/", form | {"value": "2"}, follow=True).text
    assert "You answered this pair a moment ago: 1, slightly relevant. That answer stands." in page
    assert "Change it to 2, partly relevant" in page
    assert '<button class="button" name="value" value="2">' in page


def disputed(rater, other_rater, adjudicator, **policy):
    """Two raters are three grades apart."""
    campaign = make_campaign(
        captions=1,
        raters=[rater, other_rater],
        adjudicators=[adjudicator],
        **GRADED | {"double_share": 1.0, "label_limit": 2} | policy,
    )
    for person, value in ((rater, 1), (other_rater, 4)):
        for slot in claim(person, campaign, 5):
            say(person, slot, value=value, comment="why")
    return campaign


def test_an_adjudicator_reads_who_said_what_and_decides_by_grade(
    signed_in, rater, other_rater, adjudicator
):
    campaign = disputed(rater, other_rater, adjudicator)
    item = Item.objects.filter(dispute__gt=0).earliest("position")
    browser, address = signed_in(adjudicator), f"/adjudication/{campaign.pk}/{item.pk}/"
    page = browser.get(address).text
    assert "1, slightly relevant" in page
    assert "4, perfect" in page
    assert "No grade" in page
    request_id = re.search(r'name="request_id" value="([^"]+)"', page)[1]
    said = browser.post(
        f"{address}decide/", {"request_id": request_id, "value": "2"}, follow=True
    ).text
    assert "Decided: 2, partly relevant." in said
    item.refresh_from_db()
    assert (item.verdict, item.grade, item.adjudicated) == ("irrelevant", 2, True)
    assert "Decided by an adjudicator: 2, partly relevant." in browser.get(address).text


def test_raters_read_how_a_grade_of_theirs_was_overruled(
    signed_in, rater, other_rater, adjudicator
):
    campaign = disputed(rater, other_rater, adjudicator, feedback=True, change_minutes=0)
    item = Item.objects.filter(dispute__gt=0).earliest("position")
    of = {"campaign_id": campaign.pk, "item_id": item.pk, "request_id": uuid.uuid4()}
    adjudicate(adjudicator=adjudicator, value=2, comment="Only a part.", **of)
    change_campaign_state(SYSTEM, campaign.pk, Campaign.State.CLOSED)
    page = signed_in(rater).get(f"/answers/{campaign.pk}/feedback/").text
    assert "1, slightly relevant" in page  # irrelevant as the decision, but another grade
    assert "2, partly relevant" in page


def test_training_names_the_distance(signed_in, rater):
    campaign = make_campaign(captions=1, training_required=True, **GRADED)
    unasked(campaign, videos=8, answer=None, grades=[0, 4])
    in_training(campaign, rater)
    browser, address = signed_in(rater), f"/train/{campaign.pk}/"
    browser.post(address)
    page = browser.get(address).text
    assert len(buttons(page)) == 6
    trial = Trial.objects.get()
    known, said = trial.known.grade, 2
    browser.post(f"{address}answer/", {"request_id": trial.request_id, "value": str(said)})
    page = browser.get(f"{address}?answered={trial.pk}").text
    assert "Wrong" in page
    assert f"It is {known}, {WORDS[known]}." in page
    assert f"You said 2, it is {known}: two apart." in page
    assert f"2, {WORDS[2]}: wrong" in browser.get(address).text


def test_an_answer_one_grade_off_on_the_same_side_is_right(rater):
    campaign = make_campaign(captions=1, training_required=True, **GRADED)
    unasked(campaign, videos=8, answer=None, grades=[0, 4])
    member = in_training(campaign, rater)
    near = {0: 1, 4: 3}
    for _ in range(4):
        assert train_by_grade(member, near.get).trial.correct is True
    assert train_by_grade(member, {0: 2, 4: 2}.get).trial.correct is False


@pytest.fixture
def two_minds(rater, other_rater):
    """Two pairs, of which the raters said 0 and 4, and 3 and nothing that could be judged."""
    raters = [rater, other_rater]
    policy = GRADED | {"double_share": 1.0, "label_limit": 2, "cannot_judge_limit": 1}
    campaign = make_campaign(captions=1, videos=2, raters=raters, **policy)
    said = {
        item.pk: list(of)
        for item, of in zip(campaign.items.all(), ((0, 4), (3, None)), strict=True)
    }
    for one in raters:
        for slot in claim(one, campaign, len(said)):
            value = said[Item.objects.get(slots=slot.slot).pk].pop(0)
            say(one, slot, None if value is not None else "cannot_judge", value=value)
    return campaign


def test_the_queue_of_disputes_has_the_grades_given(signed_in, lead, two_minds):
    browser, address = signed_in(lead), f"/adjudication/{two_minds.pk}/"
    rows = {row.given for row in browser.get(address).context["rows"]}
    assert rows == {(0, 4), (3, None)}
    shown = " ".join(browser.get(f"{address}?grade=4").text.split())
    assert "2 pairs wait for a decision." in shown
    assert "1 of them matches the filters." in shown
    assert '<span title="4, perfect">4</span>' in shown
    assert '<span title="3, largely relevant">3</span>' not in shown


def test_a_raters_answers_that_judge_nothing_are_found(signed_in, lead, other_rater, two_minds):
    member = two_minds.members.get(person=other_rater)
    address = f"/campaigns/{two_minds.pk}/members/{member.pk}/?grade="
    found = signed_in(lead).get(f"{address}cannot_judge").context["answers"]
    assert [one.answer for one in found] == ["cannot_judge"]


def test_a_grade_has_no_sign_of_right_or_wrong(signed_in, rater):
    pages = []
    for more in (GRADED, {"double_share": 0.0}):
        campaign = make_campaign(raters=[rater], **more)
        say(rater, *claim(rater, campaign), **({"value": 2} if "scale" in more else {}))
        pages.append(signed_in(rater).get(f"/answers/{campaign.pk}/").text)
    graded, binary = pages
    assert "mark-relevant" in binary
    assert "2, partly relevant</span>" in graded
    assert "mark-irrelevant" not in graded


def test_raters_agree_on_a_grade_and_not_on_its_side_alone(signed_in, lead, rater, other_rater):
    raters = [rater, other_rater]
    campaign = make_campaign(captions=2, videos=3, raters=raters, **GRADED | {"double_share": 1.0})
    pairs = campaign.items.count()
    for one, first in ((rater, 3), (other_rater, 4)):
        slots = claim(one, campaign, pairs)
        for place, slot in enumerate(slots):
            say(one, slot, None, value=3 if place else first)
    page = signed_in(lead).get(f"/campaigns/{campaign.pk}/")
    agreement = page.context["agreement"]
    assert (agreement.right, agreement.n) == (pairs - 1, pairs)
    assert "both gave the same grade" in page.text


def test_what_a_file_of_known_answers_takes_is_said_by_the_scale(signed_in, lead):
    browser = signed_in(lead)
    for scale, said in (
        (WORDS, "The answer is a grade's number, 0 to 4."),
        (["no", "<b>yes"], "The answer is &lt;b&gt;yes or no."),
        (["irrelevant", "relevant"], "The answer is relevant or irrelevant."),
    ):
        campaign = make_campaign(scale=scale)
        assert said in browser.get(f"/campaigns/{campaign.pk}/known/").text


def test_a_template_that_nobody_filled_in_is_not_published_by_mistake(signed_in, lead):
    campaign = make_campaign(opened=False, **GRADED)
    campaign.guidelines.all().delete()
    browser, address = signed_in(lead), f"/campaigns/{campaign.pk}/guidelines/"
    as_begun = {"markdown": browser.get(address).context["form"]["markdown"].value()}
    warned = browser.post(address, as_begun)
    assert "still those of the template" in warned.text
    assert not campaign.guidelines.exists()
    assert browser.post(address, as_begun | {"as_it_is": "1"}).status_code == 302
    assert browser.post(address, {"markdown": "Fitting clips get 4."}).status_code == 302
    assert campaign.guidelines.count() == 2
