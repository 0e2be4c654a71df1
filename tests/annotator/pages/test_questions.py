"""Questions to leads, examples and decisions about trainees, by plain forms."""

import re

import pytest

from annotator.actions.know_answers import show_as_example
from annotator.models import Guideline, KnownAnswer, Label, Member, PairQuestion, Trial
from people.actor import SYSTEM
from tests.annotator.pages.answering import begin, send
from tests.annotator.test_training import (
    campaign_with_training,
    in_training,
    train,
    unasked,
)
from tests.factories import make_campaign
from tests.web.markup import complaints

pytestmark = pytest.mark.django_db
HIDDEN = re.compile(r'name="(slot|lease|request_id)" value="([^"]+)"')


@pytest.fixture
def campaign(rater):
    return make_campaign(raters=[rater], double_share=0.0)


def ask(browser, address: str, text: str = "Is a puppet a person?"):
    page = browser.get(address)
    assert complaints(page.text) == []
    return browser.post(address, dict(HIDDEN.findall(page.text)) | {"text": text}, follow=True)


def test_a_rater_asks_and_still_holds_the_pair(signed_in, rater, campaign):
    browser = signed_in(rater)
    held = begin(browser, campaign)
    told = ask(browser, f"/rate/{campaign.pk}/ask/").text
    assert "Your lead has your question." in told
    assert held["lease"] in told
    assert PairQuestion.objects.get().text == "Is a puppet a person?"
    mine = browser.get(f"/questions/{campaign.pk}/").text
    assert "waits for your lead" in mine
    assert complaints(mine) == []


def test_what_was_typed_is_not_lost_with_the_pair(signed_in, rater, campaign):
    browser = signed_in(rater)
    held = begin(browser, campaign)
    stale = held | {"lease": "11111111-1111-1111-1111-111111111111", "text": "Is it red?"}
    refused = browser.post(f"/rate/{campaign.pk}/ask/", stale)
    assert refused.status_code == 422
    assert "Is it red?" in refused.text
    assert "You do not hold this pair any more." in refused.text
    assert not PairQuestion.objects.exists()


def test_a_question_about_an_answer_and_about_training(signed_in, rater, campaign):
    browser = signed_in(rater)
    send(browser, campaign, begin(browser, campaign))
    label = Label.objects.get()
    answer = f"/answers/{campaign.pk}/{label.pk}/"
    assert f'href="{answer}ask/"' in browser.get(answer).text
    ask(browser, f"{answer}ask/")
    training = campaign_with_training()
    unasked(training)
    trial = train(in_training(training, rater)).trial
    ask(browser, f"/train/{training.pk}/{trial.pk}/ask/")
    assert PairQuestion.objects.count() == 2


def test_a_lead_answers_and_adds_the_answer_to_the_guidelines(signed_in, lead, rater, campaign):
    browser = signed_in(rater)
    begin(browser, campaign)
    ask(browser, f"/rate/{campaign.pk}/ask/")
    question = PairQuestion.objects.get()
    browser = signed_in(lead)
    page = browser.get(f"/campaigns/{campaign.pk}/").text
    assert "1 question waits for your answer." in page
    assert "Questions from raters: 1 waits for your answer" in page
    at = f"/campaigns/{campaign.pk}/questions/"
    page = browser.get(at).text
    assert complaints(page) == []
    assert "Is a puppet a person?" in page
    assert browser.post(f"{at}{question.pk}/", {"answer": ""}).status_code == 422
    told = browser.post(f"{at}{question.pk}/", {"answer": "No."}, follow=True).text
    assert "Rosa Rater will read your answer." in told
    assert "Add to the guidelines" in told
    browser.post(f"{at}{question.pk}/note/")
    assert Guideline.objects.latest("version").markdown.endswith("No.\n")
    assert "In the guidelines since version 2." in browser.get(at).text
    read = signed_in(rater).get(f"/questions/{campaign.pk}/").text
    assert "No." in read


def test_questions_are_for_leads_and_for_who_asked(signed_in, rater, other_rater, campaign):
    assert signed_in(rater).get(f"/campaigns/{campaign.pk}/questions/").status_code == 403
    assert signed_in(other_rater).get(f"/questions/{campaign.pk}/").status_code == 404
    assert signed_in(other_rater).get(f"/rate/{campaign.pk}/ask/").status_code == 404


def test_examples_are_read_with_the_guidelines(signed_in, lead, rater):
    campaign = campaign_with_training()
    one, other = unasked(campaign, videos=2)
    in_training(campaign, rater)
    browser, at = signed_in(lead), f"/campaigns/{campaign.pk}/known/"
    told = browser.post(f"{at}{one.pk}/example/", follow=True).text
    assert "The guidelines show this pair as an example." in told
    assert complaints(told) == []
    KnownAnswer.objects.filter(pk=other.pk).update(explanation="")
    assert (
        "Write an explanation first" in browser.post(f"{at}{other.pk}/example/", follow=True).text
    )
    page = signed_in(rater).get(f"/guidelines/{campaign.pk}/").text
    assert complaints(page) == []
    assert page.count("It is in the clip.") == 1


def test_words_that_are_not_in_the_caption_are_refused_beside_their_field(signed_in, lead):
    campaign = campaign_with_training()
    [known] = unasked(campaign, videos=1)
    wrong = {"explanation": "The ball is red.", "words": "a red ball"}
    at = f"/campaigns/{campaign.pk}/known/{known.pk}/explain/"
    refused = signed_in(lead).post(at, wrong)
    assert (refused.status_code, complaints(refused.text)) == (422, [])
    assert "Copy these words from the caption" in refused.text
    assert "The ball is red." in refused.text


def test_a_lead_decides_about_a_trainee(signed_in, lead, rater):
    campaign = campaign_with_training(pass_window=2)
    unasked(campaign, videos=4, answer=None)
    member = in_training(campaign, rater)
    for _ in range(4):
        train(member, "wrong")
    browser = signed_in(rater)
    assert "Your second chance" in browser.get(f"/train/{campaign.pk}/").text
    for _ in range(4):
        train(member, "wrong")
    waits = browser.get(f"/train/{campaign.pk}/").text
    assert "Your lead decides now" in waits
    assert "Next question" not in waits
    browser, at = signed_in(lead), f"/campaigns/{campaign.pk}/training/"
    assert (
        "1 rater in training is through all questions"
        in browser.get(f"/campaigns/{campaign.pk}/").text
    )
    page = browser.get(at).text
    assert complaints(page) == []
    assert "waits for you" in page
    again = browser.post(f"{at}members/{member.pk}/", {"passed": ""}, follow=True).text
    assert "Rosa Rater has two more rounds." in again
    told = browser.post(f"{at}members/{member.pk}/", {"passed": "true"}, follow=True).text
    assert "Rosa Rater rates now." in told
    assert Member.objects.get().state == "active"
    assert Trial.objects.count() == 8


def test_an_example_is_not_offered_as_one_again(signed_in, lead):
    campaign = campaign_with_training()
    [known] = unasked(campaign, videos=1)
    page = f"/campaigns/{campaign.pk}/known/"
    assert "Use as example" in signed_in(lead).get(page).text
    show_as_example(SYSTEM, known.pk)
    assert "Use as example" not in signed_in(lead).get(page).text
