"""Known answers and what raters made of them."""

from typing import Any

from django.db import connection
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from annotator.accuracy import Accuracy
from annotator.models import Campaign, KnownAnswer, Member, Trial
from people.models import Role, User
from people.queries import require_role

FOR_TRAINING = (KnownAnswer.Use.TRAINING, KnownAnswer.Use.BOTH)

# A pair that the campaign still asks about is kept from training and from gold: who has been told its answer, or has given one
# already, could not be asked any more. And nobody is asked in training what they were asked in earnest.
SPOILS = (
    "(EXISTS (SELECT FROM annotator_item i WHERE i.campaign_id = k.campaign_id AND i.query_id = k.query_id"
    " AND i.video_id = k.video_id AND ((i.verdict IS NULL AND NOT i.gold) OR EXISTS"
    " (SELECT FROM annotator_slot s WHERE s.item_id = i.id AND s.rater_id = %(rater)s)))"
    " OR (c.state = 'draft' AND EXISTS (SELECT FROM pooling_poolpair p WHERE p.pool_id = c.pool_id"
    " AND p.query_id = k.query_id AND p.video_id = k.video_id)))"
)


def access_known_answers(asking: User, campaign_id: int) -> QuerySet[KnownAnswer]:
    """Only leads: to anybody else they would be the answers to the test."""
    require_role(asking, Role.LEAD)
    return KnownAnswer.objects.filter(campaign_id=campaign_id).select_related("query", "video")


def access_trials(asking: User, campaign_id: int) -> QuerySet[Trial]:
    """Training answers of all raters, for leads."""
    require_role(asking, Role.LEAD)
    return Trial.objects.filter(member__campaign_id=campaign_id, answered_at__isnull=False).select_related(
        "known__query", "known__video", "member__person", "reviewed_by"
    )


def access_training(asking: User, campaign_id: int) -> Member:
    """The rater's own membership."""
    return get_object_or_404(
        Member.objects.select_related("campaign").exclude(state=Member.State.REMOVED),
        campaign_id=campaign_id,
        person=asking,
        role=Member.Role.RATER,
    )


def access_trial(asking: User, campaign_id: int, trial_id: int) -> Trial:
    return get_object_or_404(access_trials(asking, campaign_id), pk=trial_id)


def access_known_answer(asking: User, campaign_id: int, known_id: int) -> KnownAnswer:
    return get_object_or_404(access_known_answers(asking, campaign_id), pk=known_id)


def open_question(member: Member) -> Trial | None:
    waiting = Trial.objects.filter(member=member, answered_at__isnull=True)
    return waiting.select_related("known__query", "known__video").first()


def last_trials(member: Member, count: int = 10) -> list[Trial]:
    """The rater's own, newest first, with what was right and what a lead said of it."""
    answered = Trial.objects.filter(member=member, answered_at__isnull=False).order_by("-id")
    return list(answered.select_related("known__query", "known__video")[:count])


def next_question(member: Member) -> tuple[int, int] | None:
    """A known answer's number and which attempt it will be: those asked least come first, in an order drawn for this rater."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT k.id, count(t.id) + 1 FROM annotator_knownanswer k JOIN annotator_campaign c ON c.id = k.campaign_id"  # noqa: S608
            " LEFT JOIN annotator_trial t ON t.known_id = k.id AND t.member_id = %(member)s"
            f" WHERE k.campaign_id = %(campaign)s AND k.active AND k.use = ANY(%(uses)s) AND NOT {SPOILS}"
            " GROUP BY k.id, c.seed ORDER BY count(t.id), md5(concat_ws(':', c.seed, %(member)s, count(t.id), k.id)), k.id"
            " LIMIT 1",
            {"member": member.pk, "campaign": member.campaign_id, "uses": list(FOR_TRAINING), "rater": member.person_id},
        )
        found: tuple[int, int] | None = cursor.fetchone()
    return found


def training_accuracy(member: Member, campaign: Campaign) -> Accuracy:
    """Over the last answers that count for the pass mark."""
    return _accuracy(answered_trials(member).order_by("-id").values_list("correct", flat=True)[: campaign.pass_window])


def answered_trials(member: Member) -> QuerySet[Trial]:
    trials = Trial.objects.filter(member=member, answered_at__isnull=False)
    return trials.filter(served_at__gte=member.training_since) if member.training_since else trials


def _accuracy(correct: Any) -> Accuracy:
    answers = list(correct)
    return Accuracy(sum(answers), len(answers))
