"""The state of each benchmark in one line, for readers: how much is judged, whether raters agree,
and what was made public of it. Nothing is computed that a page would have to wait for."""

from collections.abc import Sequence
from datetime import datetime

from django.core.cache import cache
from django.db.models import Count, OuterRef, Q, Subquery

from annotator.models import Item
from annotator.queries.progress import access_read_campaigns
from foundation.frozen import frozen
from measures.estimate import Estimate
from metrics.actions.agreement_kept import kept_alphas
from metrics.models import FrozenRelease, Report
from metrics.queries.listed import headlines_of
from metrics.queries.reports import access_reports
from metrics.studies.headline import Headline
from metrics.table import Percent
from people.models import User
from pooling.models import Benchmark, JudgedPair
from pooling.queries.visible import visible_pools
from publishing.queries.boards import find_public_board
from publishing.queries.releases import access_releases

SECONDS = 60  # counts of half a million pairs are shared for so long
JUDGED = [one.value for one in JudgedPair.Verdict]


@frozen
class BenchmarkStanding:
    """pairs, judged: of all campaigns whose labels may be read. Judged is what has a verdict, and a
    disagreement is one. alpha: as it was last computed, at alpha_at."""

    benchmark: Benchmark
    pairs: int
    judged: int
    disagreements: int
    alpha: Estimate | None
    alpha_at: datetime | None
    report: Report | None
    headline: Headline | None
    release: FrozenRelease | None
    is_public: bool

    @property
    def share(self) -> Percent:
        return Percent(self.judged / self.pairs if self.pairs else None)


def standings(asking: User, benchmarks: Sequence[Benchmark]) -> list[BenchmarkStanding]:
    reports = _newest_reports(asking, benchmarks)
    headlines, alphas = headlines_of(reports.values()), kept_alphas(asking, benchmarks)
    rows = []
    for benchmark in benchmarks:
        report, alpha = reports.get(benchmark.pk), alphas.get(benchmark.pk)
        rows.append(
            BenchmarkStanding(
                benchmark,
                *_counted(asking, benchmark),
                alpha.estimate if alpha else None,
                alpha.computed_at if alpha else None,
                report,
                headlines.get(report.pk) if report else None,
                access_releases(asking).filter(benchmark=benchmark).order_by("-pk").first(),
                find_public_board(benchmark.name) is not None,
            )
        )
    return rows


def _counted(asking: User, benchmark: Benchmark) -> tuple[int, int, int]:
    """Pairs of campaigns, those with a verdict, and disagreements among these. Of campaigns whose
    pool this person may know of: another's number of pairs would tell of it."""
    kind = "lead" if asking.is_lead else "reader"
    return cache.get_or_set(
        f"metrics.judged.{benchmark.pk}.{kind}", lambda: _count(asking, benchmark), SECONDS
    ) or (0, 0, 0)


def _count(asking: User, benchmark: Benchmark) -> tuple[int, int, int]:
    campaigns = access_read_campaigns(asking).filter(benchmark=benchmark)
    known = campaigns.filter(Q(pool__isnull=True) | Q(pool__in=visible_pools(asking)))
    found = Item.objects.filter(campaign__in=known, gold=False).aggregate(
        pairs=Count("pk"),
        judged=Count("pk", filter=Q(verdict__in=JUDGED)),
        disagreements=Count("pk", filter=Q(verdict=JudgedPair.Verdict.DISAGREEMENT)),
    )
    return found["pairs"], found["judged"], found["disagreements"]


def _newest_reports(asking: User, benchmarks: Sequence[Benchmark]) -> dict[int, Report]:
    """A report from a chosen grade on says nothing of the benchmark as its campaigns ask. Reports
    from before grades chose none."""
    own_grade = Q(asked__level=0) | Q(asked__level__isnull=True)
    reports = access_reports(asking).filter(own_grade)
    newest = reports.filter(benchmark=OuterRef("pk")).order_by("-pk").values("pk")
    of = Benchmark.objects.filter(pk__in=[one.pk for one in benchmarks])
    keys = of.annotate(newest=Subquery(newest[:1])).values_list("newest", flat=True)
    return {report.benchmark_id: report for report in access_reports(asking).filter(pk__in=keys)}
