"""What is asked of the hours that people worked."""

from dataclasses import dataclass
from datetime import date
from zoneinfo import available_timezones

from django.db.models import QuerySet

from annotator.models import Campaign
from annotator.queries.progress import access_led_campaigns
from foundation.asking.questions import asked
from foundation.refused import Refused
from people.models import User


def access_hours_campaigns(person: User) -> QuerySet[Campaign]:
    here = access_led_campaigns(person).filter(source=Campaign.Source.HERE)
    return here.exclude(state=Campaign.State.DRAFT).order_by("benchmark__name", "-pk")


def with_benchmark(campaign: Campaign) -> str:
    return f"{campaign.benchmark}: {campaign}"


def known_zone(name: str) -> None:
    if name and name not in available_timezones():
        raise ValueError("Expected the name of a time zone, as in Europe/Berlin.")


@dataclass(frozen=True, slots=True)
class HoursWanted:
    """The hours that people worked, by day."""

    campaign: Campaign | None = asked(
        "Only this campaign. Without one, all campaigns count, closed ones too.",
        default=None,
        rows=access_hours_campaigns,
        named=with_benchmark,
    )
    since: date | None = asked("The first day, as in 2026-01-31.", default=None, label="From")
    until: date | None = asked("The last day, as in 2026-01-31.", default=None, label="To")
    zone: str = asked(
        "The time zone that says when a day begins, as in Europe/Berlin. Without one, it is yours.",
        default="",
        label="Time zone",
        longest=60,
        checks=[known_zone],
    )

    def check(self) -> None:
        if self.since and self.until and self.until < self.since:
            raise Refused("The last day is before the first.", field="until")
