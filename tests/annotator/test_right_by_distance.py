"""What counts as right on a scale of grades: one rule, in Python and in the database; and known
answers that have a grade, by hand, from a file, or drawn."""

import io
import uuid
from itertools import product

import pytest
from django.db import connection

from annotator.actions.adjudicate import adjudicate
from annotator.actions.draw_known_answers import draw_known_answers
from annotator.actions.know_answers import KnownPair, import_known_answers, know_answers
from annotator.actions.training import answer_training, serve_training, settle_queued
from annotator.models import Item, KnownAnswer, Member, Trial
from annotator.queries.gold import gold_answers, is_right, last_accuracies
from annotator.queries.training_queue import queue_with_answers
from annotator.scales import NotOnScale, Scale
from annotator.templatetags.annotator import grades_said
from people.actor import SYSTEM
from pooling.formats.problem import Unreadable
from pooling.models import Query, Video
from tests.annotator.saying import claim, say
from tests.annotator.test_gold import kinds
from tests.factories import make_campaign, make_user
from tests.web.markup import squeezed

pytestmark = pytest.mark.django_db
WORDS = ["none", "little", "some", "much", "all"]
GRADED = {"scale": WORDS, "relevant_from": 3, "double_share": 0.0}
Origin, Use = KnownAnswer.Origin, KnownAnswer.Use

TWIN = f"""
SELECT {is_right("l")}
FROM (SELECT %s::int AS value) l, (SELECT %s::int AS grade, %s AS answer) k,
  (SELECT %s::text[] AS scale, %s::int AS relevant_from, %s AS gold_exact) asking
"""


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("values", [2, 3, 4, 5, 11])
def test_the_database_calls_right_what_the_rule_calls_right(values, exact):
    words = [f"w{value}" for value in range(values)]
    for relevant_from in {1, values // 2, values - 1}:
        scale = Scale(tuple(words), relevant_from, gold_exact=exact)
        for said, known in product(range(values), repeat=2):
            kept = (scale.grade_of(known), scale.answer_of(known))
            with connection.cursor() as cursor:
                cursor.execute(TWIN, [said, *kept, words, relevant_from, exact])
                assert cursor.fetchone()[0] is scale.is_right(said, known), (said, known)


def test_right_is_within_one_grade_on_the_same_side():
    scale = Scale(tuple(WORDS), relevant_from=3)
    right = [pair for pair in product(range(5), repeat=2) if scale.is_right(*pair)]
    assert right == [
        (0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2), (3, 3), (3, 4), (4, 3), (4, 4),
    ]  # fmt: skip


def test_a_check_is_passed_by_a_neighbouring_grade(signed_in, lead, rater):
    campaign = make_campaign(captions=10, raters=[rater], gold_share=0.5, **GRADED)
    query = Query.objects.filter(benchmark=campaign.benchmark).earliest("number")
    pairs = [
        KnownPair(query.pk, video(campaign, 100 + n).pk, "relevant", grade=3) for n in range(3)
    ]
    know_answers(SYSTEM, campaign.pk, pairs, Origin.HAND, Use.GOLD)
    said = iter([4, 3, 2])
    while len(gold_answers(campaign.pk, rater.pk)) < 3:
        [slot] = claim(rater, campaign)
        say(rater, slot, value=next(said) if kinds([slot]) == ["gold"] else 0)
    found = gold_answers(campaign.pk, rater.pk)[::-1]
    assert [(one.grade, one.true_grade, one.correct) for one in found] == [
        (4, 3, True),
        (3, 3, True),
        (2, 3, False),
    ]
    counted = last_accuracies(campaign, [rater.pk])[rater.pk]
    assert (counted.right, counted.n) == (2, 3)
    member = Member.objects.get().pk
    page = squeezed(signed_in(lead).get(f"/campaigns/{campaign.pk}/members/{member}/quality/").text)
    assert page.count("3, much") == 4  # what was known, and the one that said it
    assert '<span class="state state-bad">2, some</span>' in page


def video(campaign, number: int) -> Video:
    made = Video.objects.create(benchmark=campaign.benchmark, number=number, key=f"g{number}")
    campaign.benchmark.video_count = max(campaign.benchmark.video_count, number + 1)
    campaign.benchmark.save()
    return made


def file_of(campaign, rows: str) -> list[KnownAnswer]:
    text = f"caption_id,video_id,answer,explanation\n{rows}"
    return import_known_answers(SYSTEM, campaign, io.BytesIO(text.encode()), Use.BOTH)


def test_a_file_has_a_grade_for_an_answer():
    campaign = make_campaign(**GRADED)
    made = file_of(campaign, "c0,v1,0,Nothing of it.\nc1,v0,4,All of it.\nc2,v1,2,\n")
    assert [(one.grade, one.answer) for one in made] == [
        (0, "irrelevant"),
        (4, "relevant"),
        (2, "irrelevant"),
    ]


@pytest.mark.parametrize("wrong", ["5", "-1", "2.5", "3\u00a0", "relevant", "much", "", "\u0663"])
def test_what_is_no_grade_is_refused_with_line_and_column_and_nothing_is_kept(wrong):
    campaign = make_campaign(**GRADED)
    with pytest.raises(Unreadable) as refused:
        file_of(campaign, f"c0,v1,0,\nc1,v0,{wrong},\n")
    [problem] = refused.value.problems.errors
    assert (problem.line, problem.column) == (3, 3)
    assert "expected a grade from 0 to 4" in problem.message
    assert not KnownAnswer.objects.exists()


def test_two_values_are_said_by_name_or_by_their_own_words():
    campaign = make_campaign(scale=["no", "yes"])
    made = file_of(campaign, "c0,v1,no,\nc1,v0,relevant,\n")
    assert [(one.answer, one.grade) for one in made] == [("irrelevant", None), ("relevant", None)]
    with pytest.raises(Unreadable, match="expected yes or no"):
        file_of(campaign, "c2,v1,1,\n")


def test_original_positives_have_the_highest_grade_and_far_pairs_the_lowest():
    campaign = make_campaign(captions=3, videos=3, **GRADED)
    outside = video(campaign, 50)
    far = draw_known_answers(SYSTEM, campaign, Origin.FAR, 2, Use.BOTH)
    assert {(one.grade, one.answer, one.video_id) for one in far} == {(0, "irrelevant", outside.pk)}


def test_decided_pairs_have_their_grade_on_the_same_scale_alone(rater, other_rater, adjudicator):
    policy = GRADED | {"double_share": 1.0, "label_limit": 2}
    people = {"raters": [rater, other_rater], "adjudicators": [adjudicator]}
    campaign = make_campaign(captions=1, videos=1, **people, **policy)
    for person, value in ((rater, 1), (other_rater, 4)):
        [slot] = claim(person, campaign)
        say(person, slot, value=value)
    item = Item.objects.get()
    of = {"campaign_id": campaign.pk, "item_id": item.pk, "request_id": uuid.uuid4()}
    adjudicate(adjudicator=adjudicator, value=3, comment="Much of it.", **of)
    [known] = draw_known_answers(SYSTEM, campaign, Origin.ADJUDICATED, 5, Use.BOTH)
    assert (known.grade, known.answer, known.explanation) == (3, "relevant", "Much of it.")


def test_a_grade_settles_the_training_queue_and_says_who_was_right():
    campaign = make_campaign(captions=3, videos=3, queue_pairs=1, seed=7, **GRADED)
    members = [Member.objects.create(campaign=campaign, person=one) for one in people(4)]
    Member.objects.update(state="training")
    for member, value in zip(members, [0, 3, 4, 4], strict=True):
        trial = serve_training(Member.objects.get(pk=member.pk).pk)
        feedback = answer_training(SYSTEM, member.pk, trial.request_id, None, value=value)
        assert (feedback.trial.correct, feedback.trial.grade) == (None, value)
    [queued] = queue_with_answers(campaign)
    assert grades_said(queued) == [("0, none", 1), ("3, much", 1), ("4, all", 2)]
    with pytest.raises(NotOnScale):
        settle_queued(SYSTEM, queued.pk, KnownAnswer.Truth.RELEVANT, "All of it.")
    settle_queued(SYSTEM, queued.pk, None, "All of it.", value=4)
    right = Trial.objects.order_by("pk").values_list("correct", flat=True)
    assert list(right) == [False, True, True, True]


def people(count: int):
    return [make_user() for _ in range(count)]


def test_a_training_answer_stays_as_it_was_given(rater):
    campaign = make_campaign(captions=3, videos=3, queue_pairs=1, seed=7, raters=[rater], **GRADED)
    member = Member.objects.get()
    Member.objects.update(state="training")
    trial = serve_training(member.pk)
    answer_training(SYSTEM, member.pk, trial.request_id, None, value=1)
    again = answer_training(SYSTEM, member.pk, trial.request_id, None, value=1)
    assert again.trial.grade == 1
    with pytest.raises(Exception, match="stays as it was given"):
        answer_training(SYSTEM, member.pk, trial.request_id, None, value=2)
    assert campaign.on_scale.is_graded
