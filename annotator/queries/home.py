"""What waits for a person, by what they do in campaigns: rate, decide, lead. Each list is short,
and so is the number of statements behind it."""

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery

from annotator.models import UNDER_WAY, Campaign, Item, Look, Member, RaterDay, Slot
from annotator.queries.disputes import (
    Dispute,
    DisputesWaiting,
    access_decided_campaigns,
    dispute_of,
    waiting_in,
)
from annotator.queries.left import Left, left_for
from annotator.queries.progress import Progress, access_led_campaigns, progress_of
from annotator.queries.pulse import Pulse, pulses_of
from annotator.queries.raters import access_memberships, labels_today, must_confirm, pace_today
from annotator.queries.stuck import held_up, kept_stuck, to_read
from annotator.queries.stuck.finding import Stuck
from annotator.queries.urgency import with_urgency
from foundation.frozen import frozen
from people.models import User
from pooling.models import Benchmark

MOST = 8  # campaigns of each kind


@frozen
class ToRate:
    """way: where the person goes on, by the name of its page; empty where they have to wait."""

    member: Member
    left: Left | None  # None where it is not told
    today: int
    pace: float | None
    way: str

    @property
    def goes_on(self) -> bool:
        """They know what it is about: they rated here today, and go straight to the next pair."""
        return self.way == "annotator:rate" and self.today > 0

    @property
    def waits(self) -> bool:
        something = self.left is None or self.left.number > 0
        return bool(self.way) and (something or self.way != "annotator:rate")


@frozen
class ToDecide:
    """oldest: pairs that this person may decide, those that have waited for longest first.
    campaigns: those with disputes, likewise."""

    disputes: int
    oldest: list[Dispute]
    campaigns: list[tuple[Campaign, DisputesWaiting]]


@frozen
class ToLead:
    campaign: Campaign
    progress: Progress
    stuck: list[Stuck]
    to_read: list[Stuck]
    may_stop: bool  # what it is asked for is known
    pulse: Pulse

    @property
    def waits(self) -> bool:
        """Something for somebody to do or read."""
        return bool(self.stuck or self.to_read or self.progress.disputes or self.may_stop)


def to_rate(person: User) -> list[ToRate]:
    """Campaigns under way, those with something to do first, and of these where they rated
    today."""
    mine = access_memberships(person).filter(campaign__state__in=UNDER_WAY)[:MOST]
    today = labels_today(person)
    rows = [
        ToRate(one, left_for(one), today.get(one.campaign_id, 0), pace_today(one), _way(one))
        for one in mine
    ]
    return sorted(rows, key=lambda row: (not row.waits, not row.today))


def _way(member: Member) -> str:
    is_open = member.campaign.is_open
    if is_open and member.in_training:
        return "annotator:train"
    if not is_open or not member.is_active:
        return ""
    return "annotator:guideline" if must_confirm(member) else "annotator:rate"


def to_decide(person: User) -> ToDecide | None:
    """None where nothing waits. Not of a campaign in which they rate: what others said there is not
    shown to them."""
    rated = Member.objects.filter(
        person=person, role=Member.Role.RATER, state=Member.State.ACTIVE
    ).values("campaign")
    decided = access_decided_campaigns(person).filter(state__in=UNDER_WAY).exclude(pk__in=rated)
    by_key = {campaign.pk: campaign for campaign in decided}
    waiting = waiting_in(list(by_key.values()))
    if not waiting:
        return None
    rows = [(by_key[of], counts) for of, counts in waiting.items()]
    return ToDecide(
        sum(counts.disputes for counts in waiting.values()),
        [dispute_of(item) for item in _oldest(person, list(waiting))],
        sorted(rows, key=lambda row: (row[1].oldest, row[0].pk))[:MOST],
    )


def _oldest(person: User, campaigns: list[int]) -> QuerySet[Item]:
    """Not those that they met before: another adjudicator decides these."""
    met = Slot.objects.filter(item=OuterRef("pk"), rater=person)
    disputes = Item.objects.filter(campaign__in=campaigns, dispute__gt=0).exclude(Exists(met))
    shown = with_urgency(disputes).select_related("campaign", "query", "video")
    return shown.order_by(F("since"), "pk")[:MOST]


def led_under_way(person: User, benchmark: Benchmark | None = None) -> QuerySet[Campaign]:
    led = access_led_campaigns(person).filter(source=Campaign.Source.HERE, state__in=UNDER_WAY)
    return led.filter(benchmark=benchmark) if benchmark else led


def to_lead(person: User, benchmark: Benchmark | None = None) -> list[ToLead]:
    """Campaigns under way, those with something stuck first; of one benchmark, or of all. Of many
    those in which somebody answered last."""
    newest = RaterDay.objects.filter(campaign=OuterRef("pk")).order_by("-day").values("day")
    led = led_under_way(person, benchmark).annotate(newest=Subquery(newest[:1]))
    rows = list(led.order_by(F("newest").desc(nulls_last=True), "-pk")[:MOST])
    found, pulses = kept_stuck(rows), pulses_of(rows)
    reached = Look.objects.filter(campaign__in=rows, reached=True).exclude(campaign__until="")
    known = set(reached.values_list("campaign", flat=True))
    work = [
        ToLead(one, progress_of(one), held_up(stuck), to_read(stuck), one.pk in known, pulse)
        for one in rows
        for stuck, pulse in [(found[one.pk], pulses[one.pk])]
    ]
    return sorted(work, key=lambda row: -len(row.stuck))
