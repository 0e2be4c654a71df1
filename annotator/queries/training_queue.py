"""What a rater in training is asked next, and how far they are."""

import hmac
from dataclasses import dataclass
from hashlib import sha256

from django.conf import settings
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from annotator.models import KnownAnswer, Member, Trial
from annotator.passing import Course, Trained, TrainingProgress, course, is_held_out, progress
from annotator.queries.known_answers import FOR_TRAINING, QUESTIONS
from foundation.database.rows import rows_of
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
    return trials.select_related("known__query", "known__video")


# All that are there, with how often this rater was asked each, and has answered it since training
# began.
ASKED = (
    "SELECT q.id, q.answer, t.asked, t.answered,"
    " row_number() OVER (PARTITION BY q.answer ORDER BY q.drawn, q.id) - 1,"
    " count(*) OVER (PARTITION BY q.answer)"
    f" FROM ({QUESTIONS}) q CROSS JOIN LATERAL (SELECT count(*) AS asked,"
    " count(*) FILTER (WHERE t.answered_at IS NOT NULL"
    "   AND t.served_at >= coalesce(%(since)s::timestamptz, '-infinity')) AS answered"
    " FROM annotator_trial t WHERE t.known_id = q.id AND t.member_id = %(member)s) t"
    " WHERE q.explained"
)


@dataclass(frozen=True, slots=True)
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
