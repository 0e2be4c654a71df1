"""Known answers and what raters made of them."""

from typing import Any

from django.db.models import (
    Case,
    Exists,
    OuterRef,
    Q,
    QuerySet,
    When,
)
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from annotator.models import Campaign, Item, KnownAnswer, Trial
from annotator.passing import NEEDED
from foundation.database.rows import row_of
from foundation.frozen import frozen
from people.models import Role, User
from people.queries import require_role
from pooling.models import JudgedPair, PoolPair, Video

FOR_TRAINING = (KnownAnswer.Use.TRAINING, KnownAnswer.Use.BOTH)
# Raters are shown these with their explanation.
EXPLAINED = (*FOR_TRAINING, KnownAnswer.Use.EXAMPLE)

# A pair that the campaign still asks about is kept from training and from gold: who has been told
# its answer, or has given one already, could not be asked any more. And nobody is asked in training
# what they were asked in earnest. A draft is about to ask what open_campaign takes of its pool: not
# what has a verdict, unless that is asked again.
SPOILS = """
(EXISTS (SELECT FROM annotator_item i WHERE i.campaign_id = k.campaign_id AND i.query_id =
k.query_id AND i.video_id = k.video_id AND ((i.verdict IS NULL AND NOT i.gold) OR EXISTS
(SELECT FROM annotator_slot s WHERE s.item_id = i.id AND s.rater_id = %(rater)s))) OR
(c.state = 'draft' AND EXISTS (SELECT FROM pooling_poolpair p WHERE p.pool_id = c.pool_id AND
p.query_id = k.query_id AND p.video_id = k.video_id AND (c.ask_again OR NOT EXISTS (SELECT
FROM pooling_judgedpair j WHERE j.query_id = p.query_id AND j.video_id = p.video_id)))))
"""


def access_known_answers(asking: User, campaign_id: int) -> QuerySet[KnownAnswer]:
    """Only leads: to anybody else they would be the answers to the test."""
    require_role(asking, Role.LEAD)
    known = KnownAnswer.objects.filter(campaign=campaign_id)
    return with_waiting(known.select_related("query", "video", "campaign"))


def queue_of(campaign_id: int) -> QuerySet[KnownAnswer]:
    """The pairs of its training queue that nobody has settled, in their order."""
    queued = KnownAnswer.objects.filter(
        campaign=campaign_id, use=KnownAnswer.Use.QUEUE, active=True
    )
    return queued.select_related("query", "video", "campaign").order_by("pk")


def access_trials(asking: User, campaign_id: int) -> QuerySet[Trial]:
    """Training answers of all raters, for leads."""
    require_role(asking, Role.LEAD)
    answered = Trial.objects.filter(member__campaign=campaign_id, answered_at__isnull=False)
    return answered.select_related(
        "known__query", "known__video", "known__campaign", "member__person", "reviewed_by"
    )


def access_trial(asking: User, campaign_id: int, trial_id: int) -> Trial:
    return get_object_or_404(access_trials(asking, campaign_id), pk=trial_id)


def access_known_answer(asking: User, campaign_id: int, known_id: int) -> KnownAnswer:
    return get_object_or_404(access_known_answers(asking, campaign_id), pk=known_id)


# Nobody is asked about a clip that they cannot see.
SEEN = """
(c.without_clips OR %(elsewhere)s OR EXISTS (SELECT FROM pooling_video v WHERE v.id =
k.video_id AND v.state = 'ready'))
"""

# Questions that this rater may be asked, in an order drawn for them within each answer. One without
# an explanation is not asked: an answer that is only called wrong teaches nothing.
QUESTIONS = f"""
SELECT k.id, k.answer, k.explanation <> '' AS explained,
md5(concat_ws(':', c.seed, %(member)s, 'held out', k.id)) AS drawn
FROM annotator_knownanswer k
JOIN annotator_campaign c ON c.id = k.campaign_id
WHERE k.campaign_id = %(campaign)s AND k.active AND k.use = ANY(%(uses)s) AND {SEEN} AND NOT
{SPOILS}
"""


@frozen
class Usable:
    """How many questions of each answer training can use, how many wait for their pair to be
    judged, how many only for their clip to play, and how many for their explanation."""

    relevant: int
    irrelevant: int
    waiting: int
    unseen: int
    unexplained: int
    enough_without_clips: bool  # it could be passed if raters saw the clips elsewhere

    @property
    def for_want_of_clips(self) -> bool:
        """It cannot be passed, and further known answers are not what is wanting."""
        return bool(self.missing) and self.enough_without_clips

    @property
    def questions(self) -> int:
        return self.relevant + self.irrelevant

    @property
    def balance(self) -> str:
        return _("%(relevant)s relevant, %(irrelevant)s irrelevant") % self._kinds

    @property
    def _kinds(self) -> dict[str, Any]:
        relevant, irrelevant = f"{self.relevant:,}", f"{self.irrelevant:,}"
        return {"relevant": relevant, "irrelevant": irrelevant, "needed": NEEDED}

    @property
    def missing(self) -> str:
        """Why training cannot be passed with these. Empty: it can."""
        if _enough(self.relevant, self.irrelevant):
            return ""
        waiting = ngettext(
            "%(n)s known answer is still asked about in this campaign",
            "%(n)s known answers are still asked about in this campaign",
            self.waiting,
        )
        unseen = ngettext(
            "%(n)s known answer has a clip that does not play",
            "%(n)s known answers have clips that do not play",
            self.unseen,
        )
        unexplained = ngettext(
            "%(n)s known answer has no explanation yet",
            "%(n)s known answers have no explanation yet",
            self.unexplained,
        )
        whys = ((waiting, self.waiting), (unseen, self.unseen), (unexplained, self.unexplained))
        why = "; ".join(text % {"n": f"{count:,}"} for text, count in whys if count)
        some, none = (SOME_BECAUSE, NONE_BECAUSE) if why else (SOME, NONE)
        return _(some if self.questions else none) % (self._kinds | {"why": why})


def _enough(relevant: int, irrelevant: int) -> bool:
    return min(relevant, irrelevant) >= NEEDED


NONE = gettext_noop(
    "0 questions can be used. It needs at least %(needed)s relevant and %(needed)s irrelevant ones."
)
NONE_BECAUSE = gettext_noop(
    "0 questions can be used: %(why)s. It needs at least %(needed)s relevant and %(needed)s"
    " irrelevant ones."
)
SOME = gettext_noop(
    "the questions that can be used are %(relevant)s relevant and %(irrelevant)s irrelevant, and it"
    " needs at least %(needed)s of each."
)
SOME_BECAUSE = gettext_noop(
    "the questions that can be used are %(relevant)s relevant and %(irrelevant)s irrelevant, and it"
    " needs at least %(needed)s of each; %(why)s."
)


def usable_questions(campaign: Campaign) -> Usable:
    """Questions for a rater who has met nothing yet."""
    now = _questions(campaign, elsewhere=False)
    elsewhere = now if campaign.without_clips else _questions(campaign, elsewhere=True)
    meant = KnownAnswer.objects.filter(campaign=campaign, active=True, use__in=FOR_TRAINING).count()
    (seen, relevant, irrelevant), (total, *of_each) = now, elsewhere
    return Usable(
        relevant,
        irrelevant,
        waiting=meant - total,
        unseen=total - seen,
        unexplained=seen - relevant - irrelevant,
        enough_without_clips=_enough(*of_each),
    )


def _questions(campaign: Campaign, *, elsewhere: bool) -> tuple[int, int, int]:
    """Those that could be asked, if they had an explanation; and the relevant and the irrelevant
    ones that have it. `elsewhere`: as if raters saw the clips elsewhere."""
    words = {
        "campaign": campaign.pk,
        "member": 0,
        "uses": list(FOR_TRAINING),
        "rater": 0,
        "elsewhere": elsewhere,
    }
    count = "count(*) FILTER (WHERE explained AND answer = "
    counted = f"SELECT count(*), {count}'relevant'), {count}'irrelevant') FROM ({QUESTIONS}) q"
    return row_of(counted, words)


def with_waiting(known: QuerySet[KnownAnswer]) -> QuerySet[KnownAnswer]:
    """Each with why it is not used yet. `waits`: its campaign still asks about its pair; `unseen`:
    its clip does not play."""
    pair = {"query": OuterRef("query_id"), "video": OuterRef("video_id")}
    asked = Item.objects.filter(campaign=OuterRef("campaign_id"), verdict=None, gold=False, **pair)
    planned = PoolPair.objects.filter(pool=OuterRef("campaign__pool_id"), **pair)
    judged = Exists(JudgedPair.objects.filter(**pair))
    draft_asks = Q(campaign__ask_again=True) | ~judged
    is_draft = Q(campaign__state=Campaign.State.DRAFT)
    unseen = Q(campaign__without_clips=False) & ~Q(video__state=Video.State.READY)
    return known.annotate(
        waits=Case(
            When(is_draft & draft_asks, then=Exists(planned)),
            When(is_draft, then=False),
            default=Exists(asked),
        ),
        unseen=unseen,
    )


def state_of(known: KnownAnswer) -> str:
    """The state of a known answer that comes from access_known_answers."""
    if not known.active:
        return "retired"
    return "waiting" if waits_for(known) else "in use"


def waits_for(known: KnownAnswer) -> str:
    """What one that comes from access_known_answers waits for, in a word: its pair's verdict, its
    clip, or its explanation. Empty: nothing."""
    if known.waits:  # type: ignore[attr-defined]  # with_waiting annotates it
        return "pair"
    if known.unseen:  # type: ignore[attr-defined]  # as does this
        return "clip"
    return "explanation" if known.use in EXPLAINED and not known.explanation else ""


def missing_for_training(campaign: Campaign) -> str:
    """Why nobody could pass the training, as a sentence. Empty: they can, or it is not asked
    for."""
    return wants_of_training(campaign)[0]


def wants_of_training(campaign: Campaign) -> tuple[str, bool]:
    """That sentence, and whether clips that do not play are the only reason."""
    if not campaign.training_required:
        return "", False
    usable = usable_questions(campaign)
    missing = _("Training is on, but %(why)s") % {"why": usable.missing} if usable.missing else ""
    return missing, usable.for_want_of_clips


def without_explanation(known: QuerySet[KnownAnswer]) -> QuerySet[KnownAnswer]:
    """Those that training or the guidelines would use at once, if a lead said why their answer is
    what it is. Of access_known_answers."""
    meant = known.filter(active=True, use__in=EXPLAINED, explanation="")
    return meant.filter(waits=False, unseen=False).order_by("pk")  # type: ignore[misc]  # with_waiting annotates them


def grades_without_example(campaign: Campaign) -> list[int]:
    """Empty on a scale of two values: there the guidelines' sentences may do."""
    if not campaign.on_scale.is_graded:
        return []
    shown = {known.grade for known in examples_of(campaign)}
    return [grade for grade in range(len(campaign.scale)) if grade not in shown]


def examples_of(campaign: Campaign) -> list[KnownAnswer]:
    """What the guidelines show, the lowest grade first, and then the oldest: none whose pair
    somebody is still to judge."""
    chosen = KnownAnswer.objects.filter(
        campaign=campaign, active=True, use=KnownAnswer.Use.EXAMPLE
    ).exclude(explanation="")
    shown = chosen.select_related("query", "video", "campaign").order_by("grade", "pk")
    found = with_waiting(shown)
    return [known for known in found if not waits_for(known)]
