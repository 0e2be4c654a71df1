"""The columns of the lists of reports, and of benchmarks to read about; and what each report of a
list says first. Reports are frozen, and their results may be long: each is read once in the life of
a process."""

import json
from collections.abc import Iterable
from threading import Lock

from django.db.models import F, IntegerField
from django.db.models.functions import Cast, Coalesce, Lower
from django.utils.translation import gettext_lazy as _

from annotator.models import Campaign
from foundation.paging.sorting import ListColumn, Listing, counted
from metrics.frozen import found_in
from metrics.models import Report
from metrics.studies.headline import Headline, headline_of
from people.lists import called
from pooling.queries.listed import BENCHMARK, BENCHMARKS, Length

COLLECTED = Cast("inputs__pairs__collected", IntegerField())
# Reports of earlier versions called what people found relevant their collected positives.
FOUND = Coalesce(Cast(F("inputs__found_relevant"), IntegerField()), COLLECTED)

REPORTS = Listing(
    (
        ListColumn("number", _("No."), "pk", number=True),
        ListColumn("report", _("Report"), Lower("title")),
        ListColumn("benchmark", _("Benchmark"), BENCHMARK),
        ListColumn("runs", _("Runs"), Length("inputs__runs"), number=True),
        ListColumn("best", _("Best run")),
        ListColumn("judged", _("Judged@K"), number=True),
        ListColumn("found", _("Found relevant"), FOUND, number=True, gaps=True),
        ListColumn("collected", _("Collected positives"), COLLECTED, number=True, gaps=True),
        ListColumn("made", _("Made"), "made_at", falling=True),
        ListColumn("by", _("By"), called("made_by__"), gaps=True, leads=True),
    ),
    usual="-number",
)

AGREEMENT = Listing(
    (
        ListColumn("benchmark", _("Benchmark"), BENCHMARKS.columns[0].by),
        ListColumn(
            "campaigns",
            _("Campaigns that were opened"),
            counted(Campaign.objects.exclude(state=Campaign.State.DRAFT), "benchmark"),
            number=True,
        ),
        ListColumn("alpha", _("Alpha"), number=True),
        ListColumn("interval", _("95 % interval")),
        ListColumn("as_of", _("As of")),
        ListColumn("since", _("Since"), "pk", falling=True),
    ),
    usual="-since",
)


MOST = 2_000
_known: dict[str, Headline | None] = {}
_lock = Lock()


def headlines_of(reports: Iterable[Report]) -> dict[int, Headline]:
    """Headlines by the reports' keys; none of a report whose scores have no rows."""
    shown = list(reports)
    unread = [report for report in shown if report.sha256 not in _known]
    rows = Report.objects.filter(pk__in=[report.pk for report in unread])
    for sha256, inputs, result in rows.values_list("sha256", "inputs", "result"):
        parts = json.loads(bytes(result)).get("parts", {})
        answer = found_in(parts.get("evaluation", {}))
        _keep(sha256, headline_of(answer, inputs["runs"]) if answer else None)
    found = {report.pk: _known.get(report.sha256) for report in shown}
    return {pk: headline for pk, headline in found.items() if headline is not None}


def _keep(sha256: str, headline: Headline | None) -> None:
    with _lock:
        while len(_known) >= MOST:
            _known.pop(next(iter(_known)))  # the one that was read first
        _known[sha256] = headline
