"""How urgent a dispute is: the one home of the rule, which pages and documents print as it is here.

A dispute has points: one for each label that it has cost, one for each day that it has waited,
three where a rater wrote a comment or asked a question, and five where only decisions are missing
for its caption. The most points come first; of equal ones, the pair that the campaign drew first.

A day that passes gives each of them a point, so their order stays as it is, and a list can be paged
by it: a rank is the points less the day since which a pair waits, and does not change by itself.
"""

from datetime import UTC, datetime
from typing import Any

from django.db.models import (
    Case,
    Exists,
    F,
    Func,
    IntegerField,
    Max,
    OuterRef,
    QuerySet,
    Subquery,
    When,
)
from django.db.models.functions import Coalesce, Now
from django.utils import timezone

from annotator.labels.live import live
from annotator.models import Item, Label, PairQuestion, Slot
from foundation.paging.keyset import Column

OF_A_LABEL, OF_A_DAY = 1, 1
OF_A_COMMENT, OF_A_CAPTION = 3, 5
# Above any day since 1970: ranks are keys of pages, which have no sign.
HIGH = 100_000
IN_ORDER = (Column.computed("rank", falling=True), "position")
DAY = 86_400


def given_by_raters(of: Any, which: str = "item") -> QuerySet[Label]:
    """What its raters say of a pair at this moment: no decision, and no answer to a check."""
    kinds = (Slot.Kind.GOLD, Slot.Kind.ADJUDICATION)
    return live(Label.objects.filter(**{which: of})).exclude(slot__kind__in=kinds)


def still_rated(**of: Any) -> QuerySet[Item]:
    """Pairs that wait for raters: they have no verdict, and no adjudicator has them or had them."""
    return Item.objects.filter(**of, gold=False, verdict=None, dispute=0, adjudicated=False)


def with_urgency(disputes: QuerySet[Item]) -> QuerySet[Item]:
    """Each with `since`, when its newest label was given; `commented`; `last_of_caption`; and
    `rank`."""
    sentence = given_by_raters(OuterRef("pk"))
    of_caption = {"campaign": OuterRef("campaign"), "query": OuterRef("query")}
    asked = PairQuestion.objects.filter(**of_caption, video=OuterRef("video"))
    newest = sentence.order_by().values("item").annotate(newest=Max("given_at")).values("newest")
    return disputes.annotate(
        since=Coalesce(Subquery(newest), Now()),
        commented=Exists(sentence.exclude(comment="")) | Exists(asked),
        last_of_caption=~Exists(still_rated(**of_caption)),
    ).annotate(
        rank=HIGH
        + F("dispute") * OF_A_LABEL
        + Case(When(commented=True, then=OF_A_COMMENT), default=0)
        + Case(When(last_of_caption=True, then=OF_A_CAPTION), default=0)
        - _Day("since") * OF_A_DAY
    )


def points_of(dispute: Any) -> int:
    """The points of a dispute that comes from with_urgency, as of today."""
    return int(dispute.rank) - HIGH + _today() * OF_A_DAY


def days_since(moment: datetime) -> int:
    """Midnights, in UTC, that have passed since."""
    return _today() - int(moment.timestamp()) // DAY


class _Day(Func):
    """Whole days from 1970 on, in UTC."""

    template = f"floor(extract(epoch FROM %(expressions)s) / {DAY})::int"
    output_field = IntegerField()


def _today() -> int:
    return int(timezone.now().astimezone(UTC).timestamp()) // DAY


def since_days(days: int) -> datetime:
    """The moment before which a label was given that is as many days old, or older."""
    return datetime.fromtimestamp((_today() - days + 1) * DAY, UTC)
