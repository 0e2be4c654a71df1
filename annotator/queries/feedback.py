"""What raters learn from decisions, where the lead wishes it: their own answers that an adjudicator
overruled, with the decision, its reason and its kind of mistake.

Never before the pair is settled and the rater can no longer change the answer: nobody shall bring
their answers into line. Never of checks, nor of pairs whose answer checks others by now. Not who
decided, and not what others said.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Exists, F, OuterRef, QuerySet
from django.http import Http404
from django.utils import timezone

from annotator.labels.live import counting
from annotator.models import Answer, Campaign, KnownAnswer, Label, Member
from annotator.queries.raters import access_membership, labels_of
from people.models import User


@dataclass(frozen=True, slots=True)
class Overruled:
    """A rater's answer, and the decision in its place."""

    label: Label
    decision: Label


def access_feedback(asking: User, campaign_id: int) -> Member:
    """The membership of a rater whose campaign gives feedback."""
    member = access_membership(asking, campaign_id)
    if not member.campaign.feedback:
        raise Http404("this campaign gives no feedback")
    return member


def overruled_labels(member: Member) -> QuerySet[Label]:
    """The newest answer comes first where it is paged."""
    campaign = member.campaign
    settled = (
        counting(labels_of(member))
        .filter(
            answer__in=(Answer.RELEVANT, Answer.IRRELEVANT),
            item__adjudicated=True,
            item__gold=False,
        )
        .exclude(answer=F("item__verdict"))
    )
    if campaign.state != Campaign.State.CLOSED:
        fixed = timezone.now() - timedelta(minutes=campaign.change_minutes)
        settled = settled.filter(given_at__lt=fixed)
    return settled.exclude(Exists(_checks_by(campaign)))


def _checks_by(campaign: Campaign) -> QuerySet[KnownAnswer]:
    """Known answers about a label's pair that others may be asked as checks."""
    return KnownAnswer.objects.filter(
        campaign=campaign,
        active=True,
        use__in=(KnownAnswer.Use.GOLD, KnownAnswer.Use.BOTH),
        query=OuterRef("item__query"),
        video=OuterRef("item__video"),
    )


def with_decisions(labels: Sequence[Label]) -> list[Overruled]:
    """A decided pair's verdict rests on the decision."""
    numbers = [number for label in labels for number in label.item.labels_used]
    decisions = {one.item_id: one for one in Label.objects.filter(pk__in=numbers)}
    return [Overruled(label, decisions[label.item_id]) for label in labels]
