"""What a rater in training is asked next, and how far they are; and for the lead, who is or was in
training in a campaign, and what they made of its questions."""

import hmac
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count, Q, QuerySet
from django.shortcuts import get_object_or_404

from annotator.models import Campaign, KnownAnswer, Member, Trial
from annotator.passing import Course, Trained, TrainingProgress, course, is_held_out, progress
from annotator.queries.disputes import access_opinions
from annotator.queries.known_answers import (
    FOR_TRAINING,
    QUESTIONS,
    queue_of,
)
from foundation.database.rows import rows_of
from foundation.frozen import frozen
from people.models import User


def access_training(asking: User, campaign_id: int) -> Member:
    """The rater's own membership."""
    members = Member.objects.select_related("campaign", "person")
    mine = members.filter(campaign_id=campaign_id, person=asking, role=Member.Role.RATER)
    return get_object_or_404(mine.exclude(state=Member.State.REMOVED))


def access_my_trial(member: Member, trial_id: int) -> Trial:
    """An answer that the rater gave in training."""
    return get_object_or_404(_shown(answered_ever(member)), pk=trial_id)


def open_question(member: Member) -> Trial | None:
    return _shown(Trial.objects.filter(member=member, answered_at__isnull=True)).first()


def just_answered(member: Member, number: str) -> Trial | None:
    """The rater's newest answer, if it has this number: what there is feedback on."""
    return next((one for one in last_trials(member, 1) if str(one.pk) == number), None)


def last_trials(member: Member, count: int = 10) -> list[Trial]:
    """The rater's own, newest first, with what was right and what a lead said of it."""
    return list(_shown(answered_ever(member)).order_by("-id")[:count])


def answered_ever(member: Member) -> QuerySet[Trial]:
    return Trial.objects.filter(member=member, answered_at__isnull=False)


def _shown(trials: QuerySet[Trial]) -> QuerySet[Trial]:
    return trials.select_related("known__query", "known__video", "known__campaign")


# All that are there, with how often this rater was asked each, and has answered it since training
# began.
ASKED = f"""
SELECT q.id, q.answer, t.asked, t.answered,
row_number() OVER (PARTITION BY q.answer ORDER BY q.drawn, q.id) - 1,
count(*) OVER (PARTITION BY q.answer)
FROM ({QUESTIONS}) q CROSS JOIN LATERAL (SELECT count(*) AS asked,
count(*) FILTER (WHERE t.answered_at IS NOT NULL
AND t.served_at >= coalesce(%(since)s::timestamptz, '-infinity')) AS answered
FROM annotator_trial t WHERE t.known_id = q.id AND t.member_id = %(member)s) t
WHERE q.explained
"""


@frozen
class TrainingQuestion:
    known: int
    truth: str
    asked: int
    answered: int  # since training began
    held_out: bool


def questions_for(member: Member) -> list[TrainingQuestion]:
    words = {
        **member.words,
        "member": member.pk,
        "uses": list(FOR_TRAINING),
        "elsewhere": False,
        "since": member.training_since,
    }
    return [
        TrainingQuestion(known, truth, asked, answered, is_held_out(place, count))
        for known, truth, asked, answered, place, count in rows_of(ASKED, words)
    ]


def next_question(member: Member, questions: list[TrainingQuestion]) -> tuple[int, int]:
    """A known answer's number and which attempt it will be: those asked least come first. Of these,
    the held-out ones come last, or first once the rest went well. Which answer is right is drawn
    for each question, as far as both are there. `questions`: one or more.
    """
    least = min(one.asked for one in questions)
    ready = training_progress(member).ready
    place = Trial.objects.filter(member=member).count()
    truth = KnownAnswer.Truth.RELEVANT if _draw(member, place) & 1 else KnownAnswer.Truth.IRRELEVANT
    unseen = [one for one in questions if one.asked == least]
    unseen = [one for one in unseen if one.held_out == ready] or unseen
    unseen = [one for one in unseen if one.truth == truth] or unseen
    chosen = min(unseen, key=lambda one: (_draw(member, place, one.known), one.known))
    return chosen.known, chosen.asked + 1


def _draw(member: Member, *of: int) -> int:
    text = ":".join(map(str, ("annotator.training", member.campaign.seed, member.pk, *of)))
    drawn = hmac.digest(settings.SECRET_KEY.encode(), text.encode(), sha256)
    return int.from_bytes(drawn[:8], "big")


def training_progress(member: Member) -> TrainingProgress:
    """Progress by the last answers of each kind that count for the pass mark. An answer to a
    question that is used no longer counts as it was given."""
    held_out = {question.known for question in questions_for(member) if question.held_out}
    answered = answered_ever(member).order_by("-id")
    if member.training_since:
        answered = answered.filter(served_at__gte=member.training_since)
    answers = [
        Trained(truth, bool(correct), known in held_out)
        for known, truth, correct in answered.values_list("known_id", "known__answer", "correct")
    ]
    campaign = member.campaign
    return progress(answers, campaign.pass_mark, campaign.pass_window)


def course_of(member: Member, questions: list[TrainingQuestion] | None = None) -> Course:
    found = questions_for(member) if questions is None else questions
    asked = [(question.truth, question.answered) for question in found]
    return course(asked, member.campaign.pass_window)


def access_queued(asking: User, campaign_id: int, known_id: int) -> KnownAnswer:
    """A pair of the queue, settled or not, for those who decide in its campaign."""
    campaign = access_opinions(asking, campaign_id)
    queued = KnownAnswer.objects.filter(campaign=campaign).select_related("campaign", "query")
    return get_object_or_404(queued, pk=known_id, origin=KnownAnswer.Origin.POOL)


def queue_with_answers(campaign: Campaign) -> QuerySet[KnownAnswer]:
    """Each pair with how many trainees said what of it; grades: all that they gave."""
    answers = KnownAnswer.Truth.values
    said: dict[str, Any] = {one: Count("trials", filter=Q(trials__answer=one)) for one in answers}
    said["grades"] = ArrayAgg("trials__grade", default=[])
    return queue_of(campaign.pk).annotate(**said)


@frozen
class Queued:
    """How far a rater is in the training queue. now: whether it is its turn, after the questions
    whose answer is known. next: None after the last."""

    answered: int
    pairs: int
    next: int | None
    now: bool

    @property
    def over(self) -> bool:
        return self.now and self.next is None


def queue_for(member: Member, *, trained: bool | None = None) -> Queued:
    """trained: whether the questions whose answer is known are passed, if that was looked up."""
    queued = list(queue_of(member.campaign_id).values_list("pk", flat=True))
    of_queue = answered_ever(member).filter(known__origin=KnownAnswer.Origin.POOL)
    given = set(of_queue.values_list("known", flat=True))
    if trained is None:
        trained = bool(queued) and training_progress(member).passes
    now = bool(queued) and (trained or not member.campaign.training_required)
    left = next((one for one in queued if one not in given), None)
    return Queued(len(given), len(given.union(queued)), left, now)


def goes_on(queued: Queued, through: Course) -> bool:
    """Whether the rater has a next question just now."""
    if queued.now:
        return not queued.over
    return bool(through.questions) and not through.over and not through.begins_again
