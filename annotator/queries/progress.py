"""How far a campaign is, for its leads."""

from collections.abc import Iterable

from django.db.models import Count, Q, QuerySet, Sum

from annotator.models import Campaign, Guideline, Item, Member, RaterDay, Slot, Verdict
from annotator.queries.kept import kept
from annotator.queries.pace import NO_TIME, ActiveTime, active_times
from annotator.queries.waiting import UNJUDGED, waiting_pairs
from foundation.database.rows import number_of, the_row
from foundation.finding.fields import Found, computed, found
from foundation.frozen import frozen
from people.models import Role, User
from people.queries import require_reader, require_role
from pooling.models import Pool

# An adjudicator found it neither relevant nor irrelevant.
TAKEN_OUT = Q(adjudicated=True, verdict__isnull=True)


@frozen
class Progress(Found):
    pairs: int = found()
    judged = computed(
        int, lambda one: one.relevant + one.irrelevant + one.disagreement, "Pairs with a verdict."
    )
    relevant: int = found()
    irrelevant: int = found()
    disagreement: int = found()
    open = computed(int, lambda one: one.pairs - one.judged, "Pairs without a verdict.")
    disputes: int = found("Pairs that wait for an adjudicator.")
    awaiting_third: int = found(
        "Pairs without a verdict whose labels disagree: one more is wanted."
    )
    without_rater: int = found(
        "Pairs that need a label, though every rater of the campaign has seen them."
    )
    held_back: int = found("Pairs that are not given out because their clips do not play yet.")
    unwanted: int = found(
        "Pairs that are not asked any more, because the campaign stops at a caption's first"
        " positive. They are among `open`."
    )
    taken_out: int = found(
        "Pairs that an adjudicator found neither relevant nor irrelevant: they stay without a"
        " verdict. They are among `open`."
    )

    @property
    def disagreements(self) -> int:
        """Those that await a third label among them: whoever reads how many disagree expects these,
        too."""
        return self.disagreement + self.awaiting_third

    @property
    def not_judged_yet(self) -> int:
        return self.open - self.awaiting_third - self.unwanted - self.taken_out

    @property
    def asked(self) -> int:
        """What is wanted of its pairs."""
        return self.pairs - self.unwanted - self.taken_out

    @property
    def percent(self) -> int:
        """Rounded down: 100 is all of them that are asked."""
        return 100 * self.judged // self.asked if self.asked else 0


@frozen
class Pace(Found, called="MemberPace"):
    """What a member has done, and how fast."""

    # From the counters of their days.
    labels: int = found(default=0)
    days: int = found("Days on which they labelled.", default=0)
    too_fast: int = found(default=0)
    per_hour = computed(
        float | None,
        lambda one: one.active.per_hour,
        "Of active time, over the last answers; null where fewer than half of them were timed.",
    )
    active: ActiveTime = NO_TIME
    answers = computed(int, lambda one: one.active.answers, "How many last ones were looked at.")
    timed = computed(
        int, lambda one: one.active.timed, "Of these, answers whose active time was measured."
    )


NO_PACE = Pace()


@frozen
class Cost(Found):
    pairs: int = found()
    slots: int = found("Labels that will be wanted; third ones come on top.")


def access_led_campaigns(asking: User) -> QuerySet[Campaign]:
    require_role(asking, Role.LEAD)
    return Campaign.objects.select_related("benchmark", "pool", "created_by", "pace", "look")


def access_read_campaigns(asking: User) -> QuerySet[Campaign]:
    """Those whose labels may be studied: by their names, for readers."""
    require_reader(asking)
    return Campaign.objects.exclude(state=Campaign.State.DRAFT)


def access_led_campaign(asking: User, campaign_id: int) -> Campaign:
    return the_row(access_led_campaigns(asking), "campaign", pk=campaign_id)


def access_led_member(asking: User, campaign_id: int, member_id: int) -> Member:
    return the_row(members_of(access_led_campaign(asking, campaign_id)), "member", pk=member_id)


def members_of(campaign: Campaign) -> QuerySet[Member]:
    members = Member.objects.filter(campaign=campaign).select_related("person", "campaign")
    return members.order_by("-role", "person__username", "pk")


def guidelines_of(campaign: Campaign) -> QuerySet[Guideline]:
    written = Guideline.objects.filter(campaign=campaign).select_related("written_by")
    return written.order_by("-version")


@kept("progress")
def progress_of(campaign: Campaign) -> Progress:
    """One pass over the campaign's items, and one over the slots that are free because somebody has
    answered."""
    parts = {verdict: Q(verdict=verdict) for verdict in Verdict.values} | {
        "disputes": Q(dispute__gt=0),
        "held_back": Q(held_back=True),
        "taken_out": TAKEN_OUT,
    }
    counts = {name: Count("pk", filter=which) for name, which in parts.items()}
    awaiting_third, without_rater = waiting_pairs(campaign)
    items = Item.objects.filter(campaign=campaign, gold=False)
    return Progress(
        **items.aggregate(pairs=Count("pk"), **counts),
        awaiting_third=awaiting_third,
        without_rater=without_rater,
        unwanted=unwanted_pairs().filter(campaign=campaign).count(),
    )


def unwanted_pairs() -> QuerySet[Slot]:
    """The first slot of each pair that is not asked any more. By the partial index
    annotator_unwanted_slots: few or none, but where captions stop."""
    return Slot.objects.filter(
        kind=Slot.Kind.FIRST, turn=1, item__verdict=None, state=Slot.State.UNWANTED
    )


def labels_by_campaign(campaigns: Iterable[Campaign]) -> dict[int, int]:
    """Sums of the counters of raters' days: some hundred small rows each, never the labels."""
    rows = RaterDay.objects.filter(campaign__in=campaigns).values_list("campaign_id")
    return dict(rows.annotate(given=Sum("labels")).order_by("campaign_id"))


def paces_of(campaign: Campaign, raters: list[int] | None = None) -> dict[int, Pace]:
    """Paces by the person's number: all who have answered, or those of them asked for."""
    days = RaterDay.objects.filter(campaign=campaign)
    chosen = days if raters is None else days.filter(rater__in=raters)
    rows = chosen.values_list("rater_id").order_by("rater_id")
    sums = list(rows.annotate(Sum("labels"), Count("day"), Sum("too_fast")))
    active = active_times(campaign.pk, [row[0] for row in sums])
    return {
        rater: Pace(labels, days, fast, active.get(rater, NO_TIME))
        for rater, labels, days, fast in sums
    }


def lost_by_closing(campaign: Campaign) -> dict[str, int]:
    """What nobody will judge any more, and what is in raters' hands at this moment."""
    progress, held = progress_of(campaign), Slot.objects.filter(state=Slot.State.LEASED)
    return {
        "without_verdict": progress.asked - progress.relevant - progress.irrelevant,
        "disputes": progress.disputes,
        "held": held.filter(campaign=campaign).count(),
    }


def cost_of_campaign(pool: Pool, policy: Campaign) -> Cost:
    """The cost as opening will draw it: each pair once, the share twice. Third labels come on top
    where two disagree."""
    counted = f"SELECT count(*) FROM pooling_poolpair p WHERE pool_id = %s{UNJUDGED}"
    pairs = pool.pairs if policy.ask_again else number_of(counted, [pool.pk])
    return Cost(pairs, pairs + round(policy.double_share * pairs))
