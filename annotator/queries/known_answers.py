"""Known answers and what raters made of them."""

import hmac
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import BooleanField, Case, Exists, OuterRef, Q, QuerySet, When
from django.shortcuts import get_object_or_404

from annotator.models import Campaign, Item, KnownAnswer, Member, Trial
from annotator.passing import NEEDED, Progress, Trained, is_held_out, progress
from people.models import Role, User
from people.queries import require_role
from pooling.models import PoolPair, Video

FOR_TRAINING = (KnownAnswer.Use.TRAINING, KnownAnswer.Use.BOTH)

# A pair that the campaign still asks about is kept from training and from gold: who has been told
# its answer, or has given one already, could not be asked any more. And nobody is asked in training
# what they were asked in earnest.
SPOILS = (
    "(EXISTS (SELECT FROM annotator_item i WHERE i.campaign_id = k.campaign_id AND i.query_id ="
    " k.query_id AND i.video_id = k.video_id AND ((i.verdict IS NULL AND NOT i.gold) OR EXISTS"
    " (SELECT FROM annotator_slot s WHERE s.item_id = i.id AND s.rater_id = %(rater)s))) OR"
    " (c.state = 'draft' AND EXISTS (SELECT FROM pooling_poolpair p WHERE p.pool_id = c.pool_id AND"
    " p.query_id = k.query_id AND p.video_id = k.video_id)))"
)


def access_known_answers(asking: User, campaign_id: int) -> QuerySet[KnownAnswer]:
    """Only leads: to anybody else they would be the answers to the test."""
    require_role(asking, Role.LEAD)
    return with_waiting(
        KnownAnswer.objects.filter(campaign_id=campaign_id).select_related("query", "video")
    )


def access_trials(asking: User, campaign_id: int) -> QuerySet[Trial]:
    """Training answers of all raters, for leads."""
    require_role(asking, Role.LEAD)
    return Trial.objects.filter(
        member__campaign_id=campaign_id, answered_at__isnull=False
    ).select_related("known__query", "known__video", "member__person", "reviewed_by")


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


# Nobody is asked about a clip that they cannot see.
SEEN = (
    "(c.without_clips OR %(elsewhere)s OR EXISTS (SELECT FROM pooling_video v WHERE v.id ="
    " k.video_id AND v.state = 'ready'))"
)

# Questions that this rater may be asked, in an order drawn for them within each answer.
QUESTIONS = (
    "SELECT k.id, k.answer, md5(concat_ws(':', c.seed, %(member)s, 'held out', k.id)) AS drawn"
    " FROM annotator_knownanswer k"
    " JOIN annotator_campaign c ON c.id = k.campaign_id"
    f" WHERE k.campaign_id = %(campaign)s AND k.active AND k.use = ANY(%(uses)s) AND {SEEN} AND NOT"
    f" {SPOILS}"
)
# All that are there, with how often each was asked.
ASKED = (
    "SELECT q.id, q.answer,"
    " (SELECT count(*) FROM annotator_trial t"
    " WHERE t.known_id = q.id AND t.member_id = %(member)s),"
    " row_number() OVER (PARTITION BY q.answer ORDER BY q.drawn, q.id) - 1,"
    " count(*) OVER (PARTITION BY q.answer)"
    f" FROM ({QUESTIONS}) q"
)


@dataclass(frozen=True, slots=True)
class Question:
    known: int
    truth: str
    asked: int
    held_out: bool


def questions_for(member: Member) -> list[Question]:
    with connection.cursor() as cursor:
        cursor.execute(
            ASKED,
            {
                "member": member.pk,
                "campaign": member.campaign_id,
                "uses": list(FOR_TRAINING),
                "rater": member.person_id,
                "elsewhere": False,
            },
        )
        rows = cursor.fetchall()
    return [
        Question(known, truth, asked, is_held_out(place, count))
        for known, truth, asked, place, count in rows
    ]


def next_question(member: Member) -> tuple[int, int] | None:
    """A known answer's number and which attempt it will be: those asked least come first. Of these,
    the held-out ones come last, or first once the rest went well. Which answer is right is drawn
    for each question, as far as both are there.
    """
    questions = questions_for(member)
    if not questions:
        return None
    least = min(question.asked for question in questions)
    unseen = [question for question in questions if question.asked == least]
    ready = training_progress(member, member.campaign).ready
    unseen = [question for question in unseen if question.held_out == ready] or unseen
    place = Trial.objects.filter(member=member).count()
    truth = KnownAnswer.Truth.RELEVANT if _draw(member, place) & 1 else KnownAnswer.Truth.IRRELEVANT
    unseen = [question for question in unseen if question.truth == truth] or unseen
    chosen = min(
        unseen, key=lambda question: (_draw(member, place, question.known), question.known)
    )
    return chosen.known, chosen.asked + 1


def _draw(member: Member, *of: int) -> int:
    text = ":".join(map(str, (member.campaign.seed, member.pk, *of)))
    return int.from_bytes(
        hmac.digest(settings.SECRET_KEY.encode(), f"annotator.training:{text}".encode(), sha256)[
            :8
        ],
        "big",
    )


def training_progress(member: Member, campaign: Campaign) -> Progress:
    """By the last answers of each kind. An answer to a question that is used no longer counts as it
    was given."""
    held_out = {question.known for question in questions_for(member) if question.held_out}
    answered = (
        answered_trials(member).order_by("-id").values_list("known_id", "known__answer", "correct")
    )
    answers = [
        Trained(truth, bool(correct), known in held_out) for known, truth, correct in answered
    ]
    return progress(answers, campaign.pass_mark, campaign.pass_window)


def answered_trials(member: Member) -> QuerySet[Trial]:
    trials = Trial.objects.filter(member=member, answered_at__isnull=False)
    return trials.filter(served_at__gte=member.training_since) if member.training_since else trials


# Whether training can be passed at all


@dataclass(frozen=True, slots=True)
class Usable:
    """How many questions of each answer training can use, how many wait for their pair to be
    judged, and how many only for their clip to play."""

    relevant: int
    irrelevant: int
    waiting: int
    unseen: int
    enough_without_clips: bool  # it could be passed if raters saw the clips elsewhere

    @property
    def for_want_of_clips(self) -> bool:
        """It cannot be passed, and further known answers are not what is wanting."""
        return bool(self.missing) and self.enough_without_clips

    @property
    def missing(self) -> str:
        """Why training cannot be passed with these. Empty: it can."""
        total = self.relevant + self.irrelevant
        if _enough(self.relevant, self.irrelevant):
            return ""
        whys = [
            _counted(
                self.waiting,
                "is still asked about in this campaign",
                "are still asked about in this campaign",
            ),
            _counted(self.unseen, "has a clip that does not play", "have clips that do not play"),
        ]
        why = "; ".join(filter(None, whys))
        if not total:
            needs = f"It needs at least {NEEDED} relevant and {NEEDED} irrelevant ones."
            return f"0 questions can be used{': ' + why if why else ''}. {needs}"
        kinds = f"{self.relevant:,} relevant and {self.irrelevant:,} irrelevant"
        needs = f"it needs at least {NEEDED} of each"
        return (
            f"the questions that can be used are {kinds}, and {needs}{'; ' + why if why else ''}."
        )


def _enough(relevant: int, irrelevant: int) -> bool:
    return min(relevant, irrelevant) >= NEEDED


def _counted(count: int, one: str, several: str) -> str:
    if not count:
        return ""
    return f"1 known answer {one}" if count == 1 else f"{count:,} known answers {several}"


def usable_questions(campaign: Campaign) -> Usable:
    """For a rater who has met nothing yet."""
    now = _questions(campaign, elsewhere=False)
    elsewhere = now if campaign.without_clips else _questions(campaign, elsewhere=True)
    meant = KnownAnswer.objects.filter(campaign=campaign, active=True, use__in=FOR_TRAINING).count()
    return Usable(*now, meant - sum(elsewhere), sum(elsewhere) - sum(now), _enough(*elsewhere))


def _questions(campaign: Campaign, *, elsewhere: bool) -> tuple[int, int]:
    """Relevant and irrelevant ones. `elsewhere`: as if raters saw the clips elsewhere."""
    words: dict[str, Any] = {
        "campaign": campaign.pk,
        "member": 0,
        "uses": list(FOR_TRAINING),
        "rater": 0,
        "elsewhere": elsewhere,
    }
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT answer, count(*) FROM ({QUESTIONS}) q GROUP BY answer", words)
        found = dict(cursor.fetchall())
    return found.get("relevant", 0), found.get("irrelevant", 0)


def with_waiting(known: QuerySet[KnownAnswer]) -> QuerySet[KnownAnswer]:
    """Each with why it is not used yet. `waits`: its campaign still asks about its pair; `unseen`:
    its clip does not play."""
    pair = {"query": OuterRef("query_id"), "video": OuterRef("video_id")}
    asked = Item.objects.filter(campaign=OuterRef("campaign_id"), verdict=None, gold=False, **pair)
    planned = PoolPair.objects.filter(pool=OuterRef("campaign__pool_id"), **pair)
    is_draft = Q(campaign__state=Campaign.State.DRAFT)
    unseen = Q(campaign__without_clips=False) & ~Q(video__state=Video.State.READY)
    return known.annotate(
        waits=Case(
            When(is_draft, then=Exists(planned)), default=Exists(asked), output_field=BooleanField()
        ),
        unseen=Case(When(unseen, then=True), default=False, output_field=BooleanField()),
    )


def state_of(known: KnownAnswer) -> str:
    """Of one that comes from access_known_answers."""
    if not known.active:
        return "retired"
    is_waiting = known.waits or known.unseen  # type: ignore[attr-defined]  # with_waiting annotates them
    return "waiting" if is_waiting else "in use"


def missing_for_training(campaign: Campaign) -> str:
    """Why nobody could pass the training, as a sentence. Empty: they can, or it is not asked
    for."""
    return wants_of_training(campaign)[0]


def wants_of_training(campaign: Campaign) -> tuple[str, bool]:
    """That sentence, and whether clips that do not play are the only reason."""
    if not campaign.training_required:
        return "", False
    usable = usable_questions(campaign)
    return (
        f"Training is on, but {usable.missing}" if usable.missing else ""
    ), usable.for_want_of_clips


# Whether hidden gold may come from them, and whether their caption is one that the campaign asks
# about.
UNASKED = """
SELECT count(*) FILTER (WHERE NOT asked), count(*) FROM (SELECT EXISTS (SELECT FROM annotator_item i
    WHERE c.state <> 'draft' AND i.campaign_id = c.id AND i.query_id = k.query_id AND NOT i.gold)
  OR (c.state = 'draft' AND EXISTS (SELECT FROM pooling_poolpair p
    WHERE p.pool_id = c.pool_id AND p.query_id = k.query_id))
    AS asked FROM annotator_knownanswer k JOIN annotator_campaign c ON c.id = k.campaign_id
  WHERE k.campaign_id = %(campaign)s AND k.active AND k.use IN ('gold', 'both')) known
"""


@dataclass(frozen=True, slots=True)
class Strangers:
    """Of the known answers that hidden gold may use: those whose caption the campaign does not ask
    about."""

    unasked: int
    total: int

    @property
    def in_words(self) -> str:
        """Empty: there are none."""
        if not self.unasked:
            return ""
        are = "is about a caption" if self.unasked == 1 else "are about captions"
        return (
            f"{self.unasked:,} of {_counted(self.total, 'for hidden gold', 'for hidden gold')}"
            f" {are} that this campaign does not ask about: raters could tell them by that."
        )


def strangers_in_gold(campaign: Campaign) -> Strangers:
    with connection.cursor() as cursor:
        cursor.execute(UNASKED, {"campaign": campaign.pk})
        return Strangers(*cursor.fetchone())


def told_of_strangers(campaign: Campaign) -> str:
    """Empty where the campaign has no checks, or all their captions are its own."""
    return strangers_in_gold(campaign).in_words if campaign.gold_share else ""
