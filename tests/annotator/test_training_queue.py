"""The training queue: pairs that nobody knows, answered by each trainee, reviewed by leads, settled
by leads or adjudicators, and in no figure."""

import pytest

from annotator.actions.create_campaign import add_member, change_policy
from annotator.actions.training import (
    NotQueued,
    QueueOver,
    answer_training,
    serve_training,
    settle_queued,
)
from annotator.models import Item, KnownAnswer, Member, Trial
from annotator.queries.known_answers import queue_of
from annotator.queries.trainees import waiting_trainees
from annotator.queries.training_queue import queue_for
from foundation.refused import Refused
from people.actor import SYSTEM
from people.models import AuditEvent, Role
from tests.annotator.saying import ask_again_in_another, claim, label_all, say
from tests.annotator.test_training import campaign_with_training, unasked
from tests.factories import make_campaign, make_user

pytestmark = pytest.mark.django_db
QUEUE = 3


@pytest.fixture
def campaign():
    return make_campaign(captions=3, videos=3, queue_pairs=QUEUE, seed=7)


def answer_queue(member, answers="relevant") -> list[Trial]:
    """Until there is no more of it."""
    given = []
    while True:
        try:
            trial = serve_training(member.pk)
        except QueueOver:
            return given
        feedback = answer_training(SYSTEM, member.pk, trial.request_id, answers)
        assert (feedback.trial.correct, feedback.qualified) == (None, False)
        given.append(feedback.trial)


def page(client, person, address: str, **sent) -> str:
    client.force_login(person)
    answer = client.post(address, sent) if sent else client.get(address)
    assert answer.status_code in (200, 302), answer.status_code
    return answer.content.decode()


def test_its_pairs_are_drawn_at_the_opening_and_asked_of_nobody_else(campaign):
    queued = set(queue_of(campaign.pk).values_list("query_id", "video_id"))
    asked = set(Item.objects.filter(campaign=campaign).values_list("query_id", "video_id"))
    assert (len(queued), len(asked), queued & asked) == (QUEUE, 6, set())
    assert campaign.items_count == 6
    again = make_campaign(captions=3, videos=3, queue_pairs=QUEUE, seed=8)
    numbers = "query__number", "video__number"
    drawn = [list(queue_of(one.pk).values_list(*numbers)) for one in (campaign, again)]
    assert drawn[0] != drawn[1]


def test_a_pool_that_is_smaller_than_the_queue_is_not_opened():
    with pytest.raises(Refused, match="takes 4 pairs, and 4 that nobody knows can be"):
        make_campaign(captions=2, videos=2, queue_pairs=4)
    assert not KnownAnswer.objects.exists()


def test_a_rater_answers_all_of_it_once_and_then_waits_for_a_lead(campaign, rater):
    member = add_member(SYSTEM, campaign, rater)
    assert member.in_training
    assert len({trial.known_id for trial in answer_queue(member)}) == QUEUE
    found = queue_for(member)
    assert (found.answered, found.pairs, found.over) == (QUEUE, QUEUE, True)
    assert waiting_trainees(campaign) == 1
    with pytest.raises(Refused):
        claim(rater, campaign)


def test_it_comes_after_the_questions_whose_answer_is_known(rater):
    campaign = campaign_with_training(pass_window=2, pass_mark=1.0, queue_pairs=1)
    unasked(campaign, answer="relevant")
    unasked(campaign, videos=3, answer="irrelevant")
    member = add_member(SYSTEM, campaign, rater)
    for _ in range(12):
        trial = serve_training(member.pk)
        if not trial.known.answer:
            break
        answer_training(SYSTEM, member.pk, trial.request_id, trial.known.answer)
    member.refresh_from_db()
    assert (trial.known.use, member.in_training) == ("queue", True)


def test_what_is_settled_is_known_from_then_on(campaign, rater, other_rater, client):
    members = [add_member(SYSTEM, campaign, person) for person in (rater, other_rater)]
    answer_queue(members[0], "relevant")
    answer_queue(members[1], "irrelevant")
    lead, known = make_user(Role.LEAD), queue_of(campaign.pk).first()
    queue = f"/campaigns/{campaign.pk}/training/queue/"
    shown = page(client, lead, queue)
    assert "1 × relevant, 1 × irrelevant" in shown
    assert shown.count("Who said what") == QUEUE
    why = {"answer": "relevant", "explanation": "It is all there.", "words": ""}
    page(client, lead, f"{queue}{known.pk}/", **why)
    known.refresh_from_db()
    assert (known.answer, known.use, known.explanation) == (
        *("relevant", "training", "It is all there."),
    )
    correct = Trial.objects.filter(known=known).order_by("member").values_list("correct", flat=True)
    assert list(correct) == [True, False]
    assert Trial.objects.filter(correct=None, answered_at__isnull=False).count() == 4
    assert AuditEvent.objects.filter(verb="settled", actor=lead).count() == 1
    assert "It is all there." in page(client, rater, f"/train/{campaign.pk}/")
    page(client, lead, f"{queue}{known.pk}/", **why | {"answer": "irrelevant"})
    assert "This pair has been settled already." in page(client, lead, queue)
    with pytest.raises(NotQueued):
        settle_queued(SYSTEM, known.pk, "irrelevant", "No.")
    assert KnownAnswer.objects.get(pk=known.pk).answer == "relevant"


def test_a_lead_lets_a_rater_rate_and_no_answer_of_the_queue_counts(campaign, rater, client):
    member = add_member(SYSTEM, campaign, rater)
    answer_queue(member)
    lead = make_user(Role.LEAD)
    assert "training queue: 3 of 3" in page(client, lead, f"/campaigns/{campaign.pk}/training/")
    passed = f"/campaigns/{campaign.pk}/training/members/{member.pk}/"
    page(client, lead, passed, passed="true")
    assert Member.objects.get(pk=member.pk).state == "active"
    assert label_all(rater, campaign) == 6


def test_adjudicators_settle_without_names_and_raters_never_see_it(campaign, rater, client):
    answer_queue(add_member(SYSTEM, campaign, rater))
    judge = make_user(Role.ADJUDICATOR)
    add_member(SYSTEM, campaign, judge, Member.Role.ADJUDICATOR)
    queue = f"/campaigns/{campaign.pk}/training/queue/"
    shown = page(client, judge, queue)
    assert ("Who said what" in shown, str(rater) in shown) == (False, False)
    known = queue_of(campaign.pk).first()
    page(client, judge, f"{queue}{known.pk}/", answer="irrelevant", explanation="No dog.", words="")
    assert queue_of(campaign.pk).count() == QUEUE - 1
    client.force_login(rater)
    assert client.get(queue).status_code in (403, 404)


def test_words_that_are_not_in_the_caption_settle_nothing(campaign, client):
    known, lead = queue_of(campaign.pk).first(), make_user(Role.LEAD)
    client.force_login(lead)
    address = f"/campaigns/{campaign.pk}/training/queue/{known.pk}/"
    wrong = {"answer": "relevant", "explanation": "It is.", "words": "zebra"}
    answer = client.post(address, wrong)
    assert (answer.status_code, "Copy these words" in answer.content.decode()) == (422, True)
    assert queue_of(campaign.pk).count() == QUEUE


def test_a_draft_that_gets_a_queue_trains_its_raters(rater):
    campaign = make_campaign(captions=2, videos=2, raters=[rater], opened=False)
    member = Member.objects.get(campaign=campaign)
    assert not member.in_training
    change_policy(SYSTEM, campaign.pk, queue_pairs=2)
    member.refresh_from_db()
    assert member.in_training


def test_what_was_ever_judged_is_not_drawn(rater, other_rater):
    first = make_campaign(captions=2, videos=2, raters=[rater], double_share=0.0)
    for slot in claim(rater, first, 2):
        say(rater, slot)
    again = ask_again_in_another(first, other_rater, queue_pairs=1)
    judged = set(
        Item.objects.filter(campaign=first)
        .exclude(verdict=None)
        .values_list("query_id", "video_id")
    )
    drawn = set(queue_of(again.pk).values_list("query_id", "video_id"))
    assert (len(judged), len(drawn), judged & drawn) == (2, 1, set())
