"""What a rater comes back to: how much they did, over all campaigns, and the picture of where they
go on.

The picture is the clip of a pair that is theirs already, or of the one that they answered last.
Never of a pair that they may be given: what comes next is drawn when they ask for it, and somebody
who saw another clip announced than the one that came would know that a check had been put in
between.
"""

from collections.abc import Collection
from datetime import date, datetime, timedelta

from django.db.models import Sum
from django.utils import timezone

from annotator.labels.live import live
from annotator.models import Campaign, Guideline, Label, Member, RaterDay
from annotator.queries.raters import current_guideline, labels_of, slot_in_hand
from foundation.frozen import frozen
from people.models import User
from pooling.models import Video

LOOKED = timedelta(days=366)  # for days in a row
SATURDAY = 5
MILLISECONDS = 3_600_000
SHOWN_ANSWERS = 8


@frozen
class Done:
    """Answers, and the hours that were measured with them. In UTC, weeks from Monday on."""

    today: int = 0
    hours_today: float = 0.0
    week: int = 0
    hours_week: float = 0.0
    in_row: int = 0  # days

    @property
    def minutes_today(self) -> int:
        return round(self.hours_today * 60)


@frozen
class Resumed:
    """Where a rater goes on in a campaign. still: the file of a picture, or empty; held: it is of
    the pair that they hold. answered_at: when they answered last. answers: the last ones."""

    still: str
    held: bool
    answered_at: datetime | None
    answers: list[Label]
    guideline: Guideline | None


def done_by(person: User) -> Done:
    """In all campaigns, whatever has become of them."""
    today = timezone.now().date()
    days = RaterDay.objects.filter(rater=person, day__gt=today - LOOKED).order_by()
    found = {
        day: (labels, active_ms / MILLISECONDS)
        for day, labels, active_ms in days.values_list("day").annotate(
            Sum("labels"), Sum("active_ms")
        )
        if labels
    }
    monday = today - timedelta(days=today.weekday())
    week = [one for day, one in found.items() if day >= monday]
    return Done(
        *found.get(today, (0, 0.0)),
        sum(labels for labels, _ in week),
        sum(hours for _, hours in week),
        days_in_row(found, today),
    )


def days_in_row(days: Collection[date], today: date) -> int:
    """The days with answers up to today, or up to yesterday as long as today has none. A Saturday
    or Sunday without any does not end them."""
    one, in_row = timedelta(days=1), 0
    day = today if today in days else today - one
    while day in days or day.weekday() >= SATURDAY:
        in_row += day in days
        day -= one
    return in_row


def resumed_in(member: Member) -> Resumed:
    """It reads, and claims nothing."""
    campaign = member.campaign
    held = slot_in_hand(member)
    answers = list(live(labels_of(member)).order_by("-pk")[:SHOWN_ANSWERS])
    last = answers[0] if answers else None
    video = held.video if held else last.item.video if last else None
    return Resumed(
        still=_still_of(campaign, video),
        held=held is not None,
        answered_at=last.given_at if last else None,
        answers=answers,
        guideline=current_guideline(campaign.pk),
    )


def _still_of(campaign: Campaign, video: Video | None) -> str:
    """None of what the campaign shows elsewhere."""
    shown = video and video.state == Video.State.READY and not campaign.without_clips
    return video.poster if video and shown else ""
