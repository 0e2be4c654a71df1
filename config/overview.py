"""A benchmark's overview: what it is worth today, the one next step, what waits, and the last
results."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.db.models import Sum
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from annotator.models import Campaign, RaterDay
from annotator.queries.home import ToLead, to_lead
from annotator.queries.progress import access_led_campaigns
from config.entries import Extent
from foundation.frozen import frozen
from foundation.spark import Spark
from foundation.words import grouped, plural, translated
from metrics.queries.reports import access_reports
from metrics.studies.headline import Headline
from metrics.words import percent
from people.models import User
from pooling.models import Benchmark, Pool, Submission
from publishing.standings import BenchmarkStanding, standings

DAYS, WEEK, SHOWN_REPORTS = 14, 7, 4


@frozen
class NextStep:
    """The one thing to do next with a benchmark: what, why, and the button that leads there."""

    title: str
    reason: str
    label: str
    address: str


@frozen
class LabelsByDay:
    """Labels of the last days, today the last."""

    days: tuple[int, ...]

    @property
    def week(self) -> int:
        return sum(self.days[-WEEK:])

    @property
    def spark(self) -> Spark:
        return Spark(self.days)

    @property
    def name(self) -> str:
        """What the curve shows, for those who do not see it."""
        given = ", ".join(grouped(day) for day in self.days)
        return _("Labels by day, the last %(days)s days: %(given)s") % {
            "days": DAYS,
            "given": given,
        }


@frozen
class Chip:
    """Something that waits, where it is worked on, and how urgent it is."""

    text: str
    address: str
    state: str


def overview_of(asking: User, facts: Extent) -> dict[str, Any]:
    benchmark = facts.benchmark
    lead = to_lead(asking, benchmark) if asking.is_lead else []
    (standing,) = standings(asking, [benchmark])
    reports = access_reports(asking).filter(benchmark=benchmark).order_by("-pk")[:SHOWN_REPORTS]
    return {
        "standing": standing,
        "labels": labels_of(benchmark),
        "campaigns": lead,
        "waiting": list(_waiting(benchmark, lead)) if asking.is_lead else [],
        "next": next_step(asking, facts, standing, lead) if asking.is_lead else None,
        "reports": reports,
        "about": facts,
    }


def labels_of(benchmark: Benchmark) -> LabelsByDay:
    """From the counters of raters' days, never from the labels."""
    today = timezone.now().date()
    since = today - timedelta(days=DAYS - 1)
    rows = RaterDay.objects.filter(campaign__benchmark=benchmark, day__gte=since)
    given = dict(rows.values_list("day").annotate(given=Sum("labels")).order_by("day"))
    return LabelsByDay(tuple(given.get(since + timedelta(days=day), 0) for day in range(DAYS)))


def _waiting(benchmark: Benchmark, lead: list[ToLead]) -> Iterator[Chip]:
    """What waits for somebody: disputes, what is stuck, what is to read, runs to decide about."""
    for row in lead:
        if row.progress.disputes:
            text = plural(
                "%(count)s dispute in %(campaign)s",
                "%(count)s disputes in %(campaign)s",
                row.progress.disputes,
                campaign=row.campaign.name,
            )
            yield Chip(text, reverse("annotator:disputes", args=[row.campaign.pk]), "split")
        page = reverse("annotator:campaign", args=[row.campaign.pk])
        yield from (Chip(one.sentence, f"{page}#stuck", "bad") for one in row.stuck)
        yield from (Chip(one.sentence, one.remedies[0].address, "warn") for one in row.to_read)
    waiting = Submission.objects.filter(run__benchmark=benchmark, stage=Submission.Stage.WAITING)
    if number := waiting.count():
        text = plural("%(count)s submitted run", "%(count)s submitted runs", number)
        yield Chip(text, reverse("publishing:submissions"), "warn")


def next_step(
    asking: User, facts: Extent, standing: BenchmarkStanding, lead: list[ToLead]
) -> NextStep | None:
    """The first of the steps, in the order of the work, that is not done; None where all are."""
    return _of_material(facts) or _of_labels(asking, facts, standing, lead) or _of_results(facts)


def _of_material(facts: Extent) -> NextStep | None:
    at = [facts.benchmark.pk]
    if not facts.captions:
        return NextStep(
            _("Import captions"),
            _("It has no captions yet: a file says which video each was written for."),
            _("Import captions"),
            f"{reverse('pooling:import_captions')}?benchmark={facts.benchmark.name}",
        )
    if facts.missing:
        return NextStep(
            _("Add videos"),
            _("Raters cannot judge what does not play: there are videos without a file."),
            _("Add videos"),
            reverse("pooling:import_videos", args=at),
        )
    if not facts.runs:
        return NextStep(
            _("Import a run"),
            _("No model has been tried on it. People are asked about what runs rank first."),
            _("Import a run"),
            reverse("pooling:import_run", args=at),
        )
    if not facts.pools and not facts.campaigns:
        return NextStep(
            _("Plan a pool"),
            _("Its runs can be pooled: the pairs that they rank first, each of them once."),
            _("Plan a pool"),
            reverse("pooling:new_pool", args=at),
        )
    return None


def _of_labels(
    asking: User, facts: Extent, standing: BenchmarkStanding, lead: list[ToLead]
) -> NextStep | None:
    stuck = next((row for row in lead if row.stuck), None)
    if stuck:
        return _in_campaign(
            stuck.campaign,
            _("Free what is stuck"),
            stuck.stuck[0].sentence,
            _("See what is stuck"),
            "#stuck",
        )
    rows = access_led_campaigns(asking).filter(benchmark=facts.benchmark)
    draft = rows.filter(state=Campaign.State.DRAFT).order_by("-pk").first()
    if not facts.campaigns:
        pool = Pool.objects.filter(benchmark=facts.benchmark).order_by("-pk").first()
        return NextStep(
            _("Plan a campaign"),
            _("There is a pool, and no campaign asks about it yet."),
            _("Plan a campaign"),
            reverse("annotator:new_campaign") + (f"?pool={pool.pk}" if pool else ""),
        )
    if draft and not lead:
        return _in_campaign(
            draft,
            _("Open the campaign"),
            _("%(campaign)s is a draft: raters see nothing of it yet.") % {"campaign": draft.name},
            _("See the draft"),
        )
    if facts.judged and not facts.reports:
        return NextStep(
            _("See what the labels change"),
            _("Pairs have been judged: see what that does to the scores."),
            _("Evaluate"),
            f"{reverse('metrics:new_evaluation')}?benchmark={facts.benchmark.pk}",
        )
    open_one = next((row for row in lead if row.progress.percent < 100), None)
    if open_one:
        return _in_campaign(
            open_one.campaign,
            _("Judge more of what the runs rank first"),
            _reason_to_judge(standing.headline, open_one),
            _("Go on with %(campaign)s") % {"campaign": open_one.campaign.name},
        )
    return None


def _reason_to_judge(headline: Headline | None, row: ToLead) -> str:
    judged = headline.judged if headline else None
    if judged is None or judged.enough:
        words = {"percent": row.progress.percent, "campaign": row.campaign.name}
        return _("%(percent)s %% of the pairs of %(campaign)s are judged.") % words
    words = {"share": percent(judged.share), "k": judged.k}
    reason = _("%(share)s %% of the first %(k)s ranks are judged, so scores may still change.")
    bounds = headline.bounds if headline else ()
    bound = max(bounds, key=lambda one: one.high - one.low, default=None)
    if bound is None:
        return reason % words
    ends = {"low": percent(bound.low), "high": percent(bound.high), "measure": bound.measure}
    more = _("%(measure)s of the best run is anything from %(low)s to %(high)s %%.") % ends
    return f"{reason % words} {more}"


def _of_results(facts: Extent) -> NextStep | None:
    if facts.releases or not facts.reports:
        return None
    return NextStep(
        _("Publish it"),
        _("All pairs that are asked about are judged, and the scores are frozen."),
        _("Make a release"),
        f"{reverse('publishing:releases')}?benchmark={facts.benchmark.pk}",
    )


def _in_campaign(
    campaign: Campaign, title: str, reason: str, label: str, fragment: str = ""
) -> NextStep:
    page = reverse("annotator:campaign", args=[campaign.pk]) + fragment
    return NextStep(title, translated(reason), label, page)
