"""Training: where known answers come from, what raters are told, and when they are through."""

import io
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.actions.adjudicate import adjudicate
from annotator.actions.change_state import change_campaign_state, change_member_state
from annotator.actions.create_campaign import add_member, create_campaign
from annotator.actions.draw_known_answers import NothingToDraw, draw_known_answers
from annotator.actions.know_answers import (
    KnownPair,
    import_known_answers,
    know_answers,
    use_known_answer,
)
from annotator.actions.open_campaign import TrainingCannotBePassed, open_campaign
from annotator.actions.training import (
    AnsweredOtherwise,
    NoQuestions,
    NotAnswered,
    NotInTraining,
    TrainingOver,
    UnknownQuestion,
    answer_training,
    review_training,
    serve_training,
)
from annotator.actions.write_guideline import write_guideline
from annotator.locks.standing import NotAMember
from annotator.models import Answer, Campaign, Item, KnownAnswer, Label, Member, Trial
from annotator.passing import Trained, progress
from annotator.queries.known_answers import access_known_answers, missing_for_training
from annotator.queries.training_queue import questions_for
from foundation.refused import WrongValues
from people.actor import SYSTEM, Actor
from people.models import AuditEvent
from pooling.actions.build_pool import PoolParameters, build_pool
from pooling.formats.problem import Unreadable
from pooling.models import Benchmark, PoolPair, Query, Video
from tests.annotator.saying import claim, label_all, say
from tests.factories import make_benchmark, make_campaign, make_run, make_user

pytestmark = pytest.mark.django_db
BOTH = KnownAnswer.Use.BOTH


def unasked(
    campaign, videos: int = 3, answer: str | None = "relevant", use: str = BOTH, grades=()
) -> list[KnownAnswer]:
    """Known answers about clips that the pool has not: one for each caption and clip. answer: None
    is one and the other. grades: on a longer scale, those that the clips have in turn."""
    first = Video.objects.filter(benchmark=campaign.benchmark).count()
    pairs = []
    for number in range(first, first + videos):
        video = Video.objects.create(
            benchmark=campaign.benchmark, number=number, key=f"known{number}"
        )
        truth = answer or ("relevant", "irrelevant")[number % 2]
        grade = grades[number % len(grades)] if grades else None
        if grade is not None:
            truth = campaign.on_scale.answer_of(grade)
        pairs += [
            KnownPair(query, video.pk, truth, "It is in the clip.", grade=grade)
            for query in queries(campaign)
        ]
    Benchmark.objects.filter(pk=campaign.benchmark_id).update(video_count=first + videos)
    return know_answers(SYSTEM, campaign.pk, pairs, KnownAnswer.Origin.HAND, use)


def queries(campaign) -> list[int]:
    return list(
        Query.objects.filter(benchmark=campaign.benchmark)
        .order_by("number")
        .values_list("pk", flat=True)
    )


def in_training(campaign, person) -> Member:
    return add_member(SYSTEM, campaign, person)


def train(member, answer: str = "relevant"):
    """`answer`: right, wrong, or one of the two."""
    asked = serve_training(member.pk)
    truth = asked.known.answer
    other = next(value for value in KnownAnswer.Truth.values if value != truth)
    said = {"right": truth, "wrong": other}.get(answer, answer)
    return answer_training(
        Actor(member.person, "page"), member.pk, asked.request_id, KnownAnswer.Truth(said)
    )


def train_by_grade(member, said):
    """said: of the known grade, what the rater answers."""
    asked = serve_training(member.pk)
    value = said(asked.known.grade)
    return answer_training(
        Actor(member.person, "page"), member.pk, asked.request_id, None, value=value
    )


def until_qualified(member) -> int:
    """After how many right answers."""
    for number in range(1, 40):
        if train(member, "right").qualified:
            return number
    raise AssertionError("not qualified by forty right answers")


def campaign_with_training(**policy):
    return make_campaign(
        **(
            {
                "captions": 1,
                "videos": 2,
                "training_required": True,
                "pass_window": 3,
                "pass_mark": 0.6,
            }
            | policy
        )
    )


def test_a_rater_in_training_is_given_nothing_and_learns_at_once_what_was_right(rater):
    campaign = campaign_with_training()
    unasked(campaign, answer="irrelevant")
    member = in_training(campaign, rater)
    with pytest.raises(NotAMember):
        claim(rater, campaign)
    feedback = train(member, "relevant")
    assert (feedback.trial.correct, feedback.trial.known.answer) == (False, "irrelevant")
    assert feedback.trial.known.explanation == "It is in the clip."
    assert not feedback.qualified
    assert Label.objects.count() == 0


def test_passing_the_mark_over_the_last_answers_qualifies(rater):
    campaign = campaign_with_training()
    unasked(campaign, videos=12, answer=None)
    member = in_training(campaign, rater)
    assert [train(member, "wrong").qualified for _ in range(3)] == [False] * 3
    assert until_qualified(member) >= 4  # two of each kind
    member.refresh_from_db()
    assert (member.state, member.qualified_at is None) == ("active", False)
    assert claim(rater, campaign)
    assert AuditEvent.objects.filter(verb="qualified", actor=rater).count() == 1
    with pytest.raises(NotInTraining):
        serve_training(member.pk)


def test_a_question_waits_for_its_answer_and_is_answered_once(rater, other_rater):
    campaign = campaign_with_training()
    unasked(campaign)
    member = in_training(campaign, rater)
    asked = serve_training(member.pk)
    assert serve_training(member.pk).pk == asked.pk
    actor = Actor(rater, "page")
    first = answer_training(actor, member.pk, asked.request_id, KnownAnswer.Truth.RELEVANT)
    again = answer_training(actor, member.pk, asked.request_id, KnownAnswer.Truth.RELEVANT)
    assert (again.trial, again.progress.all.n) == (first.trial, 1)
    with pytest.raises(AnsweredOtherwise):
        answer_training(actor, member.pk, asked.request_id, KnownAnswer.Truth.IRRELEVANT)
    stranger = in_training(campaign, other_rater)
    with pytest.raises(UnknownQuestion):
        answer_training(
            Actor(other_rater, "page"), stranger.pk, asked.request_id, KnownAnswer.Truth.RELEVANT
        )


def test_all_questions_are_asked_before_one_is_asked_again(rater):
    campaign = campaign_with_training(pass_window=100)
    known = unasked(campaign, videos=4)
    member = in_training(campaign, rater)
    for _ in range(6):
        train(member)
    asked = list(Trial.objects.order_by("id").values_list("known_id", "attempt"))
    assert {number for number, _ in asked[:4]} == {one.pk for one in known}
    assert [attempt for _, attempt in asked] == [1, 1, 1, 1, 2, 2]


def test_what_the_campaign_still_asks_about_is_not_asked_in_training(
    rater, other_rater, adjudicator
):
    campaign = campaign_with_training()
    item = Item.objects.filter(campaign=campaign).order_by("position")[0]
    know_answers(
        SYSTEM,
        campaign.pk,
        [KnownPair(item.query_id, item.video_id, "relevant", "He jumps.")],
        KnownAnswer.Origin.HAND,
        KnownAnswer.Use.TRAINING,
    )
    member = in_training(campaign, rater)
    with pytest.raises(NoQuestions):
        serve_training(member.pk)
    add_member(SYSTEM, campaign, other_rater, qualified=True)
    label_all(other_rater, campaign)
    assert serve_training(member.pk).known.video_id == item.video_id
    # Who gave the label is not asked again.
    again = in_training(campaign, other_rater)
    change_member_state(SYSTEM, again.pk, Member.State.TRAINING)
    with pytest.raises(NoQuestions):
        serve_training(again.pk)


def test_before_a_campaign_is_opened_its_pools_pairs_are_not_asked_in_training(rater):
    campaign = campaign_with_training(opened=False)
    video = Video.objects.filter(benchmark=campaign.benchmark).order_by("number")[0]
    know_answers(
        SYSTEM,
        campaign.pk,
        [KnownPair(queries(campaign)[0], video.pk, "relevant")],
        KnownAnswer.Origin.HAND,
        BOTH,
    )
    member = in_training(campaign, rater)
    with pytest.raises(NoQuestions):
        serve_training(member.pk)


def test_retired_and_gold_answers_are_not_asked_in_training(rater):
    campaign = campaign_with_training()
    unasked(campaign, videos=1, use=KnownAnswer.Use.GOLD)
    [known] = unasked(campaign, videos=1)
    use_known_answer(SYSTEM, known.pk, active=False)
    member = in_training(campaign, rater)
    with pytest.raises(NoQuestions):
        serve_training(member.pk)


def test_back_in_training_only_new_answers_count(rater, lead):
    campaign = campaign_with_training()
    unasked(campaign, videos=4, answer=None)
    member = in_training(campaign, rater)
    until_qualified(member)
    change_member_state(
        Actor(lead, "page"), member.pk, Member.State.TRAINING, "look at the guidelines again"
    )
    assert until_qualified(member) >= 4


def test_a_lead_reviews_an_answer_but_not_an_open_question(rater, lead):
    campaign = campaign_with_training()
    unasked(campaign)
    member = in_training(campaign, rater)
    asked = serve_training(member.pk)
    with pytest.raises(NotAnswered):
        review_training(Actor(lead, "page"), asked.pk, "too soon")
    trial = train(member, "irrelevant").trial
    review_training(Actor(lead, "page"), trial.pk, "Look at the left edge.")
    trial.refresh_from_db()
    assert (trial.review, trial.reviewed_by, trial.reviewed_at is None) == (
        "Look at the left edge.",
        lead,
        False,
    )


def test_an_answer_is_known_once():
    campaign = campaign_with_training()
    [known] = unasked(campaign, videos=1)
    with pytest.raises(WrongValues, match="known already"):
        know_answers(
            SYSTEM,
            campaign.pk,
            [KnownPair(known.query_id, known.video_id, "irrelevant")],
            KnownAnswer.Origin.HAND,
            BOTH,
        )


def read(campaign, text: str):
    return import_known_answers(SYSTEM, campaign, io.BytesIO(text.encode()), BOTH)


def test_known_answers_come_from_a_file():
    campaign = campaign_with_training()
    made = read(
        campaign,
        'caption_id,video_id,answer,explanation\nc0,v0,relevant,"He jumps,'
        ' twice."\nc0,v1,irrelevant,\n',
    )
    assert [(one.answer, one.explanation, one.origin) for one in made] == [
        ("relevant", "He jumps, twice.", "file"),
        ("irrelevant", "", "file"),
    ]


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("nobody,v1,relevant,", "unknown-caption"),
        ("c0,nothing,relevant,", "unknown-video"),
        ("c0,v1,maybe,", "answer"),
        ("c0,v0,irrelevant,", "duplicate"),
        (f"c0,v1,relevant,{'x' * 2001}", "length"),
        ("c0,v1", "columns"),
    ],
)
def test_a_file_with_a_wrong_row_is_refused_whole(row, code):
    campaign = campaign_with_training()
    with pytest.raises(Unreadable) as refused:
        read(campaign, f"caption_id,video_id,answer,explanation\nc0,v0,relevant,\n{row}\n")
    assert [(problem.line, problem.code) for problem in refused.value.problems.errors] == [
        (3, code)
    ]
    assert KnownAnswer.objects.count() == 0


def test_the_same_file_twice_is_refused():
    campaign = campaign_with_training()
    text = "caption_id,video_id,answer,explanation\nc0,v0,relevant,\n"
    read(campaign, text)
    with pytest.raises(Unreadable, match="known already"):
        read(campaign, text)


def drawn(campaign, origin: str, count: int = 5, seed: int = 1) -> list[tuple[int, int, str]]:
    made = draw_known_answers(SYSTEM, campaign, KnownAnswer.Origin(origin), count, BOTH, seed)
    return [(one.query_id, one.video_id, one.answer) for one in made]


def test_far_pairs_are_those_that_no_run_finds_and_the_seed_draws_them_again():
    campaign = campaign_with_training(captions=3)
    for number in range(2, 6):
        Video.objects.create(benchmark=campaign.benchmark, number=number, key=f"far{number}")
    Benchmark.objects.filter(pk=campaign.benchmark_id).update(video_count=6)
    campaign.benchmark.refresh_from_db()
    first = drawn(campaign, "far")
    far = set(Video.objects.filter(key__startswith="far").values_list("pk", flat=True))
    assert len(first) == 5
    assert {video for _, video, _ in first} <= far
    assert {answer for *_, answer in first} == {"irrelevant"}
    KnownAnswer.objects.all().delete()
    assert drawn(campaign, "far") == first
    assert len(drawn(campaign, "far", count=100)) == 12 - 5
    with pytest.raises(NothingToDraw):
        drawn(campaign, "far")


@pytest.mark.parametrize("origin", ["original", "far"])
def test_pairs_of_captions_that_the_campaign_asks_about_are_drawn_first(origin):
    """As hidden gold a caption that is never asked about would stand out."""
    benchmark = make_benchmark(
        [(f"caption {n}", f"own {n}") for n in range(40)],
        videos=[f"v{n}" for n in range(4)] + [f"own {n}" for n in range(40)],
    )
    run = make_run(benchmark, {n: [0, 1] for n in range(3)}, depth=2)
    pool = build_pool(
        actor=SYSTEM,
        benchmark=benchmark,
        name="pool",
        parameters=PoolParameters((run.pk,), depth=2),
    )
    campaign = create_campaign(SYSTEM, pool, "of three captions", without_clips=True)
    asked = set(PoolPair.objects.filter(pool=pool).values_list("query", flat=True))
    assert {query for query, *_ in drawn(campaign, origin, count=3)} <= asked


def test_original_positives_are_those_that_the_campaign_does_not_ask_about():
    campaign = campaign_with_training(captions=2)
    with pytest.raises(NothingToDraw):
        drawn(campaign, "original")
    video = Video.objects.create(benchmark=campaign.benchmark, number=9, key="own")
    query = Query.objects.get(pk=queries(campaign)[0])
    query.captions.update(video=video)
    assert drawn(campaign, "original") == [(query.pk, video.pk, "relevant")]


def test_adjudicated_pairs_come_with_the_adjudicators_reason(rater, other_rater, adjudicator):
    campaign = make_campaign(
        captions=1, videos=1, raters=[rater, other_rater], double_share=1.0, label_limit=2
    )
    say(rater, claim(rater, campaign)[0], "relevant")
    say(other_rater, claim(other_rater, campaign)[0], "irrelevant")
    item = Item.objects.get()
    with pytest.raises(NothingToDraw):
        drawn(campaign, "adjudicated")
    decision = {
        "campaign_id": campaign.pk,
        "item_id": item.pk,
        "answer": Answer.IRRELEVANT,
        "comment": "He only sits.",
    }
    adjudicate(adjudicator=adjudicator, request_id=uuid.uuid4(), **decision)
    assert drawn(campaign, "adjudicated") == [(item.query_id, item.video_id, "irrelevant")]
    assert KnownAnswer.objects.get().explanation == "He only sits."


# Passing


@given(
    st.lists(st.tuples(st.sampled_from(["relevant", "irrelevant"]), st.booleans()), max_size=80),
    st.sampled_from(["relevant", "irrelevant"]),
    st.floats(0, 1),
    st.integers(1, 60),
)
def test_always_the_same_answer_never_passes(asked, always, mark, window):
    answers = [Trained(truth, truth == always, held_out) for truth, held_out in asked]
    assert not progress(answers, mark, window).passes


@pytest.mark.parametrize("always", ["relevant", "irrelevant"])
@pytest.mark.parametrize("answer", ["relevant", None])
def test_who_always_presses_the_same_button_stays_in_training(rater, always, answer):
    campaign = campaign_with_training(pass_window=4)
    unasked(campaign, videos=6, answer=answer)
    member = in_training(campaign, rater)
    rounds = 2 * KnownAnswer.objects.count()
    assert not any(train(member, always).qualified for _ in range(rounds))
    with pytest.raises(TrainingOver):
        train(member, always)


def test_what_decides_is_new_to_the_rater_and_was_held_out(rater):
    campaign = campaign_with_training(pass_window=4, pass_mark=1.0)
    unasked(campaign, videos=24, answer=None)
    member = in_training(campaign, rater)
    until_qualified(member)
    asked = list(Trial.objects.order_by("-id").values_list("known", "known__answer", "attempt"))
    assert {attempt for *_, attempt in asked} == {1}
    held_out = {question.known for question in questions_for(member) if question.held_out}
    last = [known for known, *_ in asked[:4]]
    assert {truth for known, truth, _ in asked if known in held_out} == {"relevant", "irrelevant"}
    assert set(last) & held_out
    assert not {known for known, *_ in asked[4:]} & held_out or len(asked) > 8


def test_held_out_questions_are_asked_last_of_who_is_not_ready(rater):
    campaign = campaign_with_training(pass_window=4, pass_mark=1.0)
    unasked(campaign, videos=12, answer=None)
    member = in_training(campaign, rater)
    held_out = {question.known for question in questions_for(member) if question.held_out}
    assert len(held_out) == 4
    for _ in range(12):
        train(member, "wrong")
    asked = list(Trial.objects.order_by("id").values_list("known", flat=True))
    assert len(set(asked)) == 12
    assert set(asked[8:]) == held_out


def test_questions_of_both_answers_come_mixed(rater):
    campaign = campaign_with_training(pass_window=100)
    unasked(campaign, videos=40, answer=None)
    member = in_training(campaign, rater)
    asked = [train(member, "wrong").trial.known.answer for _ in range(24)]
    assert 4 <= asked.count("relevant") <= 20


# Opening


def planned(**policy):
    """A draft whose pool has both clips."""
    return campaign_with_training(opened=False, **policy)


def test_training_that_nobody_can_pass_is_not_opened():
    draft = planned()
    with pytest.raises(
        TrainingCannotBePassed,
        match=(
            r"^Training is on, but 0 questions can be used\. It needs at least 2 relevant and 2 irr"
        ),
    ):
        open_campaign(SYSTEM, draft.pk)
    video = Video.objects.filter(benchmark=draft.benchmark).order_by("number")[0]
    know_answers(
        SYSTEM,
        draft.pk,
        [KnownPair(queries(draft)[0], video.pk, "relevant")],
        KnownAnswer.Origin.HAND,
        BOTH,
    )
    told = (
        r"^Training is on, but 0 questions can be used: 1 known answer is still asked about in this"
        r" campaign\. "
    )
    with pytest.raises(TrainingCannotBePassed, match=told):
        open_campaign(SYSTEM, draft.pk)
    unasked(draft, videos=3, answer="relevant")
    told = (
        "the questions that can be used are 3 relevant and 0 irrelevant, and it needs at least 2 of"
        " each; 1 known answer is still"
    )
    with pytest.raises(TrainingCannotBePassed, match=told):
        open_campaign(SYSTEM, draft.pk)
    unasked(draft, videos=2, answer="irrelevant")
    assert open_campaign(SYSTEM, draft.pk).state == "open"


def test_a_question_whose_clip_does_not_play_is_not_asked():
    draft = planned()
    unasked(draft, videos=4, answer=None)
    Campaign.objects.filter(pk=draft.pk).update(without_clips=False)
    draft.refresh_from_db()
    count = KnownAnswer.objects.filter(campaign=draft).count()
    told = (
        f"Training is on, but 0 questions can be used: {count} known answers have clips that do not"
        " play. "
    )
    assert (
        missing_for_training(draft) == told + "It needs at least 2 relevant and 2 irrelevant ones."
    )
    Video.objects.filter(benchmark=draft.benchmark, key__startswith="known").update(
        state=Video.State.READY, path="videos/x.mp4"
    )
    assert missing_for_training(draft) == ""


def test_nor_is_it_opened_again_while_somebody_is_in_training(rater):
    campaign = campaign_with_training()
    change_campaign_state(SYSTEM, campaign.pk, Campaign.State.PAUSED)
    in_training(campaign, rater)
    with pytest.raises(TrainingCannotBePassed):
        change_campaign_state(SYSTEM, campaign.pk, Campaign.State.OPEN)
    unasked(campaign, videos=4, answer=None)
    assert change_campaign_state(SYSTEM, campaign.pk, Campaign.State.OPEN).state == "open"


def test_a_campaign_whose_training_nobody_can_pass_has_a_way_out(rater):
    campaign = campaign_with_training()
    member = in_training(campaign, rater)
    with pytest.raises(NoQuestions):
        serve_training(member.pk)
    unasked(campaign, videos=4, answer=None)
    until_qualified(member)


@pytest.mark.parametrize("opened", [True, False])
def test_nothing_is_drawn_for_a_reason(opened):
    campaign = campaign_with_training(captions=6, opened=opened)
    with pytest.raises(
        NothingToDraw,
        match=r"^Nothing left to draw: all 6 candidates are still being asked in this campaign\.$",
    ):
        drawn(campaign, "original")
    with pytest.raises(NothingToDraw, match="no adjudicator has decided"):
        drawn(campaign, "adjudicated")
    with pytest.raises(NothingToDraw, match="every run leaves out"):
        drawn(campaign, "far")


@pytest.mark.parametrize("ask_again", [False, True])
def test_a_draft_trains_on_pairs_that_have_a_verdict_unless_it_asks_again(
    rater, other_rater, ask_again
):
    before = make_campaign(captions=2, videos=2, raters=[rater], double_share=0.0)
    label_all(rater, before)
    pairs = [
        KnownPair(query, video, answer, "It is in the clip.")
        for (query, video), answer in zip(
            PoolPair.objects.filter(pool=before.pool).values_list("query_id", "video_id"),
            ("relevant", "irrelevant") * 2,
            strict=True,
        )
    ]
    third = Video.objects.create(benchmark=before.benchmark, number=2, key="v2")
    Benchmark.objects.filter(pk=before.benchmark_id).update(video_count=3)
    wider = make_run(before.benchmark, {0: [0, 1, 2], 1: [2, 1, 0]}, depth=3)
    pool = build_pool(
        actor=SYSTEM,
        benchmark=before.benchmark,
        name="wider",
        parameters=PoolParameters((wider.pk,), depth=3),
    )
    assert PoolPair.objects.filter(pool=pool, video=third).count() == 2
    draft = create_campaign(
        SYSTEM, pool, "next", without_clips=True, training_required=True, ask_again=ask_again
    )
    know_answers(SYSTEM, draft.pk, pairs, KnownAnswer.Origin.HAND, BOTH)
    waiting = [known.waits for known in access_known_answers(make_user(role="lead"), draft.pk)]
    assert waiting == [ask_again] * 4
    assert bool(missing_for_training(draft)) == ask_again
    if not ask_again:
        write_guideline(SYSTEM, draft.pk, "A clip is relevant if the caption is true of it.")
        add_member(SYSTEM, draft, other_rater)
        open_campaign(SYSTEM, draft.pk)
        assert not missing_for_training(draft)
