"""Campaigns and what belongs to them, on a person's behalf: leads see all of it, others what they
work or train in. Also by their names for commands, by a search, and the demo's."""

from collections.abc import Sequence

from django.db.models import Case, Q, QuerySet, Sum, When
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from annotator.models import Campaign, Export, Guideline, Member, RaterDay
from annotator.queries.progress import access_led_campaigns
from annotator.queries.waiting import COUNTED_ON
from foundation.database.rows import first_or_404, number_of, the_row
from foundation.refused import Refused
from foundation.searching import Match, Searchable, having
from people.models import AuditEvent, Role, User
from people.queries import PeopleFilter, access_people, require_role
from pooling.models import Benchmark
from pooling.queries.demo import BENCHMARK, demo_is_made
from pooling.queries.names import hint_for


def access_campaigns(asking: User) -> QuerySet[Campaign]:
    campaigns = Campaign.objects.select_related("benchmark", "pool", "created_by", "pace", "look")
    if asking.at_least(Role.LEAD):
        return campaigns
    mine = Member.objects.filter(person=asking, state__in=COUNTED_ON).values("campaign")
    return campaigns.filter(pk__in=mine).exclude(state=Campaign.State.DRAFT)


def access_campaign(asking: User, campaign_id: int) -> Campaign:
    return the_row(access_campaigns(asking), "campaign", pk=campaign_id)


def access_guideline(asking: User, campaign_id: int) -> Guideline:
    """The version that holds now."""
    versions = Guideline.objects.filter(campaign=access_campaign(asking, campaign_id))
    return first_or_404(versions.order_by("-version"), "this campaign has no guidelines yet")


def access_exports(asking: User) -> QuerySet[Export]:
    require_role(asking, Role.LEAD)
    return Export.objects.select_related("release__benchmark", "campaign", "created_by")


def access_exportable_campaigns(asking: User) -> QuerySet[Campaign]:
    """A draft has nothing to give yet."""
    return access_led_campaigns(asking).exclude(state=Campaign.State.DRAFT)


def find_campaign(name: str, benchmark: Benchmark | None = None) -> Campaign:
    """The campaign of this name, in a benchmark or anywhere; also as BENCHMARK/NAME, where several
    benchmarks have one of this name."""
    of = {} if benchmark is None else {"benchmark": benchmark}
    rows = Campaign.objects.filter(**of).select_related("benchmark").order_by("pk")
    found = [row for row in rows if name in (row.name, f"{row.benchmark.name}/{row.name}")]
    if len(found) == 1:
        return found[0]
    if found:
        full = ", ".join(f"{row.benchmark.name}/{row.name}" for row in found)
        raise Refused(f"several campaigns are called {name!r}: expected one of {full}")
    hint = hint_for(name, list(dict.fromkeys(row.name for row in rows)))
    raise Refused(f"no campaign is called {name!r}: {hint}")


CAMPAIGN, GRADED = "first round", "grades"
# So much of it is labelled already when somebody comes to look; the rest is theirs to try. With
# grades each pair is labelled twice, and half of these labels are there.
SHARE_LABELLED = 1 / 3


def demo_campaign() -> Campaign | None:
    return Campaign.objects.filter(benchmark__name=BENCHMARK, name=CAMPAIGN).first()


def graded_demo_campaign() -> Campaign | None:
    return Campaign.objects.filter(benchmark__name=BENCHMARK, name=GRADED).first()


def labels_missing(campaign: Campaign) -> int:
    """0 in a campaign that is not open: whoever paused or closed it has begun to use it."""
    if not campaign.is_open:
        return 0
    given = RaterDay.objects.filter(campaign=campaign).aggregate(given=Sum("labels"))["given"] or 0
    wanted = campaign.items_count * (1 if campaign.name == GRADED else SHARE_LABELLED)
    return max(0, round(wanted) - given)


def whole_demo_is_made() -> bool:
    begun = (demo_campaign(), graded_demo_campaign())
    return demo_is_made() and all(one and labels_missing(one) == 0 for one in begun)


# What a person's account must at least allow, by what they do in a campaign.
NEEDED = {Member.Role.RATER: Role.RATER, Member.Role.ADJUDICATOR: Role.ADJUDICATOR}
AT_ONCE = 8
LONGEST = 120


def candidates_of(asking: User, campaign: Campaign, role: str, search: str) -> QuerySet[User]:
    """Those who could be added in this role and have not got it yet: first those whose name begins
    as was typed."""
    wanted = Member.Role(role) if role in Member.Role.values else Member.Role.RATER
    roles = [one for one in Role if one.rank >= NEEDED[wanted].rank]
    there = Member.objects.filter(campaign=campaign, role=wanted).values("person")
    typed = search.replace("\0", "").strip()[:LONGEST]
    people = PeopleFilter(search=typed, state="active").of(access_people(asking))
    first, second = Q(username__istartswith=typed), Q(name__istartswith=typed)
    begins = Case(When(first, then=0), When(second, then=1), default=2)
    found = people.filter(role__in=roles).exclude(pk__in=there)
    return found.order_by(begins, "username")[:AT_ONCE]


MOVED = "moved pairs to the front of"
SHOWN = 20


def moved_in(campaign: Campaign) -> QuerySet[AuditEvent]:
    """The last of them first."""
    of = {"object_type": str(Campaign._meta.verbose_name), "object_id": str(campaign.pk)}
    return AuditEvent.objects.filter(verb=MOVED, **of).order_by("-pk")[:SHOWN]


# The index annotator_labels_of_a_rater has each rater's newest label first, so it is stepped from
# rater to rater: the newest of half a million labels is found by looking at as many rows as a
# campaign has raters.
NEWEST = """
SELECT coalesce(max(newest.id), 0) FROM annotator_campaign c CROSS JOIN LATERAL (
  WITH RECURSIVE step AS (
    (SELECT l.rater_id, l.id FROM annotator_label l WHERE l.campaign_id = c.id
      ORDER BY l.rater_id, l.id DESC LIMIT 1)
    UNION ALL
    SELECT following.rater_id, following.id FROM step CROSS JOIN LATERAL (
      SELECT l.rater_id, l.id FROM annotator_label l
      WHERE l.campaign_id = c.id AND l.rater_id > step.rater_id
      ORDER BY l.rater_id, l.id DESC LIMIT 1) following)
  SELECT max(id) AS id FROM step) newest
WHERE c.id = ANY(%s)
"""


def log_position(campaigns: Sequence[Campaign]) -> int:
    """The newest label of these campaigns; 0 if there is none yet."""
    return number_of(NEWEST, ([campaign.pk for campaign in campaigns],))


def _find_campaigns(asking: User, text: str, most: int) -> Sequence[Match]:
    """Who does not lead finds a campaign by its name alone, and is led to their own work in it."""
    lead = asking.at_least(Role.LEAD)
    fields = ("name", "benchmark__name") if lead else ("name",)
    found = list(having(access_campaigns(asking), text, *fields).order_by("-pk")[:most])
    mine = Member.objects.filter(person=asking, campaign__in=found)
    roles = dict(mine.values_list("campaign_id", "role"))
    matches = []
    for one in found:
        work = "disputes" if roles.get(one.pk) == Member.Role.ADJUDICATOR else "rate"
        address = reverse(f"annotator:{'campaign' if lead else work}", args=[one.pk])
        about = f"{one.benchmark}, {one.get_state_display()}" if lead else ""
        matches.append(Match(one.name, address, about))
    return matches


KINDS = (Searchable(_("Campaigns"), lambda asking: asking.is_active, _find_campaigns),)
