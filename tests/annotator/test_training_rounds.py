"""Rounds of training: nothing twice before all once, a second chance, and then a lead decides."""

import pytest

from annotator.actions.know_answers import (
    GivenAsCheck,
    KnownPair,
    NotExplained,
    StillAsked,
    change_known_answer,
    know_answers,
    show_as_example,
)
from annotator.actions.open_campaign import TrainingCannotBePassed, open_campaign
from annotator.actions.training import (
    NoQuestions,
    NotTheirTraining,
    TrainingOver,
    decide_training,
    serve_training,
)
from annotator.models import Item, KnownAnswer, Member, Trial
from annotator.passing import ROUNDS, course
from annotator.queries.known_answers import examples_of, missing_for_training, usable_questions
from annotator.queries.trainees import training_table, waiting_trainees
from annotator.queries.training_queue import course_of
from foundation.refused import WrongValues
from people.actor import SYSTEM, Actor
from people.models import AuditEvent
from tests.annotator.saying import claim, say
from tests.annotator.test_gold import next_check, with_gold
from tests.annotator.test_training import (
    campaign_with_training,
    in_training,
    train,
    unasked,
    until_qualified,
)

pytestmark = pytest.mark.django_db
HALF = [("relevant", 0), ("relevant", 0), ("irrelevant", 0), ("irrelevant", 0)]


def after(*answered: int):
    return [(truth, often) for (truth, _), often in zip(HALF, answered, strict=True)]


# Where a rater is, purely


@pytest.mark.parametrize(
    ("answered", "found"),
    [
        ((0, 0, 0, 0), (1, 0, False)),
        ((1, 0, 1, 1), (1, 3, False)),
        ((1, 1, 1, 1), (2, 0, False)),
        ((2, 1, 1, 2), (2, 2, False)),
        ((2, 2, 2, 2), (2, 4, True)),
    ],
)
def test_a_round_is_over_when_every_question_was_asked_in_it(answered, found):
    now = course(after(*answered), window=4)
    assert (now.round, now.answered, now.over) == found
    assert now.questions == 4


def test_where_there_are_few_questions_a_round_asks_each_as_often_as_it_takes():
    """Otherwise twenty answers could never come together."""
    now = course(after(3, 3, 3, 3), window=20)
    assert (now.questions, now.answered, now.left, now.over) == (20, 12, 8, False)
    assert course(after(10, 10, 10, 10), window=20).over


def test_without_questions_nothing_is_over():
    assert not course([], window=20).over


# Two rounds, and a decision


@pytest.fixture
def campaign():
    made = campaign_with_training(pass_window=2, pass_mark=1.0)
    unasked(made, videos=6, answer=None)
    return made


def fail(member) -> int:
    """After how many answers there are no more questions."""
    for number in range(100):
        try:
            train(member, "wrong")
        except TrainingOver:
            return number
    raise AssertionError("questions without an end")


def test_who_fails_twice_waits_for_a_lead(campaign, rater):
    member = in_training(campaign, rater)
    for _ in range(6):
        train(member, "wrong")
    assert course_of(member).begins_again
    assert waiting_trainees(campaign) == 0
    assert fail(member) == 6 * (ROUNDS - 1)
    assert waiting_trainees(campaign) == 1
    [trainee] = training_table_of(campaign).trainees
    assert trainee.waits


def training_table_of(campaign):
    from tests.factories import make_user

    return training_table(make_user("lead"), campaign)


def test_the_second_chance_may_be_taken(campaign, rater):
    member = in_training(campaign, rater)
    for _ in range(6):
        train(member, "wrong")
    assert until_qualified(member) <= 6


def test_a_lead_gives_two_more_rounds_of_which_only_the_answers_count(campaign, rater, lead):
    member = in_training(campaign, rater)
    fail(member)
    decide_training(Actor(lead, "page"), member.pk, passed=False)
    member = Member.objects.select_related("campaign", "person").get(pk=member.pk)
    now = course_of(member)
    assert (now.round, now.answered, now.over) == (1, 0, False)
    assert fail(member) == 12
    assert AuditEvent.objects.get(verb="gave more training rounds to").actor == lead


def test_a_lead_lets_a_trainee_rate(campaign, rater, lead):
    member = in_training(campaign, rater)
    decide_training(Actor(lead, "page"), member.pk, passed=True)
    member.refresh_from_db()
    assert (member.state, member.qualified_at is None) == ("active", False)
    assert claim(rater, campaign)
    with pytest.raises(NotTheirTraining):
        decide_training(Actor(lead, "page"), member.pk, passed=False)


def test_new_questions_end_the_waiting_too(campaign, rater):
    member = in_training(campaign, rater)
    fail(member)
    unasked(campaign, videos=2, answer=None)
    assert serve_training(member.pk).attempt == 1


def test_an_open_question_is_answered_before_anything_else(campaign, rater):
    member = in_training(campaign, rater)
    for _ in range(11):
        train(member, "wrong")
    asked = serve_training(member.pk)
    assert serve_training(member.pk) == asked


# Explanations


def test_a_question_without_an_explanation_is_not_asked(rater):
    campaign = campaign_with_training()
    known = unasked(campaign, videos=4, answer=None)
    KnownAnswer.objects.update(explanation="")
    member = in_training(campaign, rater)
    with pytest.raises(NoQuestions):
        serve_training(member.pk)
    assert missing_for_training(campaign) == (
        "Training is on, but 0 questions can be used: 4 known answers have no explanation yet. It"
        " needs at least 2 relevant and 2 irrelevant ones."
    )
    change_known_answer(SYSTEM, known[0].pk, explanation="The ball is red.")
    assert serve_training(member.pk).known == known[0]
    assert usable_questions(campaign).unexplained == 3


def test_a_campaign_is_not_opened_before_its_questions_are_explained():
    draft = campaign_with_training(opened=False)
    unasked(draft, videos=4, answer=None)
    KnownAnswer.objects.update(explanation="")
    with pytest.raises(TrainingCannotBePassed, match="4 known answers have no explanation yet"):
        open_campaign(SYSTEM, draft.pk)
    for known in KnownAnswer.objects.all():
        change_known_answer(SYSTEM, known.pk, explanation="Nobody jumps.")
    assert open_campaign(SYSTEM, draft.pk).state == "open"


def test_a_check_needs_no_explanation(rater):
    campaign = with_gold(raters=[rater], known=1)
    KnownAnswer.objects.update(explanation="")
    assert next_check(rater, campaign)


def test_the_words_that_decide_are_words_of_the_caption(campaign):
    known = KnownAnswer.objects.earliest("pk")
    change_known_answer(SYSTEM, known.pk, words="caption")
    with pytest.raises(WrongValues, match="Copy these words from the caption"):
        change_known_answer(SYSTEM, known.pk, words="a red ball")
    known.refresh_from_db()
    assert (known.words, known.explanation) == ("caption", "It is in the clip.")


# Examples


def test_an_example_is_shown_and_asked_no_more(campaign, rater):
    known = KnownAnswer.objects.order_by("pk")
    for one in known[:5]:
        show_as_example(SYSTEM, one.pk)
    assert [one.pk for one in examples_of(campaign)] == [one.pk for one in known[:5]]
    member = in_training(campaign, rater)
    assert train(member).trial.known == known[5]
    change_known_answer(SYSTEM, known[0].pk, active=False)
    assert len(examples_of(campaign)) == 4


def test_an_example_says_why(campaign):
    known = KnownAnswer.objects.earliest("pk")
    KnownAnswer.objects.filter(pk=known.pk).update(explanation="")
    with pytest.raises(NotExplained):
        show_as_example(SYSTEM, known.pk)


def test_what_the_campaign_still_asks_about_is_no_example(campaign):
    item = Item.objects.filter(campaign=campaign).earliest("position")
    pair = [KnownPair(item.query_id, item.video_id, "relevant", "He jumps.")]
    [known] = know_answers(
        SYSTEM, campaign.pk, pair, KnownAnswer.Origin.HAND, KnownAnswer.Use.TRAINING
    )
    with pytest.raises(StillAsked):
        show_as_example(SYSTEM, known.pk)
    KnownAnswer.objects.filter(pk=known.pk).update(use=KnownAnswer.Use.EXAMPLE)
    assert known not in examples_of(campaign)


def test_what_was_given_out_as_a_check_is_no_example(rater):
    """As an example it would tell its raters that it was one."""
    campaign = with_gold(raters=[rater], known=1)
    say(rater, next_check(rater, campaign), "relevant")
    known = KnownAnswer.objects.get()
    change_known_answer(SYSTEM, known.pk, explanation="He jumps.")
    with pytest.raises(GivenAsCheck):
        show_as_example(SYSTEM, known.pk)


# The lead's table


def test_the_hardest_questions_come_first_with_each_trainees_answers(campaign, rater, other_rater):
    first, second = in_training(campaign, rater), in_training(campaign, other_rater)
    for _ in range(6):
        train(first, "wrong")
    for _ in range(3):
        train(second, "right")
    table = training_table_of(campaign)
    assert [trainee.member for trainee in table.trainees] == [second, first]
    assert [trainee.given.right for trainee in table.trainees] == [3, 0]
    shares = [row.given.share for row in table.rows]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.0, 0.5)
    assert [cell is None for cell in table.rows[0].cells] == [True, False]
    assert Trial.objects.filter(correct=True).count() == 3
