"""Whether raters agree: figures with their intervals, charts, raters beside each other, and why
each pair counts.

For leads; for viewers without the names of raters, and without what each of them answered.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify

from annotator.models import Campaign
from foundation.frozen import frozen
from foundation.paging.by_key import PAGE_SIZE
from foundation.paging.keyset import cut
from metrics.actions.agreement_kept import kept_alphas
from metrics.charts.chart import Chart
from metrics.charts.registry import charts_of
from metrics.downloads import Drawn
from metrics.forms import AgreementForm
from metrics.queries.counted_pairs import header, json_parts
from metrics.queries.labels import campaigns_with_raters
from metrics.queries.listed import AGREEMENT
from metrics.queries.shared import Both, count_shared, shared_pairs
from metrics.readings import reading, verdict
from metrics.studies.agreement import STUDY, AgreementStudy, NothingMatches, why_no_agreement
from metrics.studies.pseudonyms import without_names
from metrics.studies.raters import RaterRow
from metrics.studies.study import NothingToStudy
from metrics.table import Percent
from metrics.tables.agreement import figure_cells, find_table, tables_without_pairs
from metrics.tables.agreement_parts import MOST_ACROSS
from metrics.tables.agreement_words import TITLES, definition_of
from people.actor import actor_of, person_of
from people.guards import leads_page, page_view
from people.models import User
from people.queries import access_person
from pooling.models import Benchmark
from pooling.queries.benchmarks import access_benchmark, access_benchmarks, counts_by_benchmark
from pooling.views.answers import csv_download

HEADLINES = ("alpha", "percent", "positive", "ac1")
# Both of what raters come to beyond chance: either alone misleads.
GRADED_HEADLINES = ("ordinal_alpha", "ac2_ordinal", "percent", "within_one")
LEAST = 20  # of many raters: how many two by two are listed who agree least


@frozen
class Met:
    """A cell of the matrix of raters. share: only above the diagonal. address: of the pairs, where
    the two share any and who looks may see them."""

    shared: int
    share: float | None
    above: bool
    address: str

    @property
    def percent(self) -> Percent:
        return Percent(self.share)


@page_view
def benchmarks(request: HttpRequest) -> HttpResponse:
    asking = person_of(request)
    page = AGREEMENT.page(access_benchmarks(asking), request.GET)
    campaigns = counts_by_benchmark(Campaign.objects.exclude(state=Campaign.State.DRAFT), page.rows)
    alphas = kept_alphas(asking, page.rows)
    rows = [(row, campaigns.get(row.pk, 0), alphas.get(row.pk)) for row in page.rows]
    return render(request, "metrics/agreement_list.html", {"rows": rows, "page": page})


@page_view
def agreement(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    of, form = _asked(request, benchmark_id)
    context: dict[str, Any] = {"benchmark": of, "form": form, "query": form.query}
    if not form.is_valid():
        return render(request, "metrics/agreement.html", context, status=400)
    try:
        answer = form.asked.find_newest(actor_of(request))
    except NothingToStudy as nothing:
        context |= {"nothing": nothing, "none_match": isinstance(nothing, NothingMatches)}
    else:
        context |= {"kept": answer.kept, "job": answer.job}
        if answer.kept is not None:
            study = _shown_to(person_of(request), answer.kept.result)
            context |= _shown(study) | _raters_shown(study, person_of(request), of, form.query)
    return render(request, "metrics/agreement.html", context)


@page_view
def agreement_pairs(request: HttpRequest, benchmark_id: int, ending: str) -> HttpResponseBase:
    """Why each pair counts, or does not: sent as it is read."""
    of, form = _asked(request, benchmark_id)
    if ending not in ("csv", "json") or not form.is_valid():
        raise Http404("no such file")
    rows, name = form.asked.pairs.rows(), f"{of.name}-pairs"
    if ending == "csv":
        return csv_download(name, header(), rows)
    headers = {"Content-Disposition": f'attachment; filename="{slugify(name) or "pairs"}.json"'}
    return StreamingHttpResponse(
        json_parts(rows), content_type="application/json; charset=utf-8", headers=headers
    )


def _asked(request: HttpRequest, benchmark_id: int) -> tuple[Benchmark, AgreementForm]:
    asking = person_of(request)
    of = access_benchmark(asking, benchmark_id)
    return of, AgreementForm(of, asking, request.GET)


def drawn(request: HttpRequest, key: str, benchmark_id: int) -> Drawn | HttpResponse:
    """What a file is made of; the page in its place, which says that it is being computed."""
    of, form = _asked(request, benchmark_id)
    if not form.is_valid():
        raise Http404("no such file")
    try:
        answer = form.asked.find_newest(actor_of(request))
    except NothingToStudy as nothing:
        raise Http404(str(nothing)) from None
    if answer.kept is None:
        return redirect(reverse("metrics:agreement", args=[of.pk]) + form.query)
    study = _shown_to(person_of(request), answer.kept.result)
    table = find_table(study, key)
    return Drawn([] if table is None else [table], _charts(study), of.name)


def _shown_to(asking: User, study: AgreementStudy) -> AgreementStudy:
    return study if asking.is_lead else without_names(study)


def _charts(study: AgreementStudy) -> list[Chart]:
    return list(charts_of(STUDY.name, study.without_pairs(), tables_without_pairs(study)))


def _shown(study: AgreementStudy) -> dict[str, Any]:
    """Charts by their keys; tables that no chart has behind it; the figures in words."""
    table2, *known = tables_without_pairs(study)
    charts, names = _charts(study), GRADED_HEADLINES if study.graded else HEADLINES
    behind = {chart.table.key for chart in charts}
    return {
        "study": study,
        "verdict": verdict(study),
        "why_none": why_no_agreement(study),
        "headlines": [_headline(study, name) for name in names],
        "charts": {chart.key: chart for chart in charts},
        "table2": table2,
        "tables": [table for table in known if table.rows and table.key not in behind],
    }


def _headline(study: AgreementStudy, name: str) -> dict[str, Any]:
    """A figure and its interval as cells; what it means here, and what it is."""
    (value, interval), one = figure_cells(study, name), study.figures[name]
    return {
        "name": name,
        "title": TITLES[name],
        "value": value,
        "interval": interval,
        "no_interval": one.why_not(),
        "mark": one.mark(),
        "reading": reading(study, name),
        "definition": definition_of(study, name),
    }


def _raters_shown(study: AgreementStudy, asking: User, of: Benchmark, query: str) -> dict[str, Any]:
    """A heat map; of many raters those with most labels, and all of them as a list."""
    pairs_of = _addresses(of, query, asking)
    raters, many = study.raters, len(study.raters) > MOST_ACROSS
    if many:
        most = sorted(raters, key=lambda row: (-row.labels, row.name))[:MOST_ACROSS]
        raters = sorted(most, key=lambda row: row.name.casefold())
    return {
        "matrix": _matrix(study, raters, pairs_of) if study.two_by_two else [],
        "most_across": MOST_ACROSS if many else 0,
        "least": _least(study, pairs_of) if many else [],
    }


def _matrix(
    study: AgreementStudy, raters: Sequence[RaterRow], pairs_of: Callable[[int, int], str]
) -> list[tuple[str, list[Met | None]]]:
    """Each rater's name and row of cells, None where they meet themselves."""
    shown = {row.rater for row in raters}  # a hundred raters are five thousand pairs of them
    among = (two for two in study.two_by_two if two.a in shown and two.b in shown)
    by_pair = {frozenset((two.a, two.b)): two for two in among}

    def met(row: int, column: int) -> Met | None:
        across, down = raters[row].rater, raters[column].rater
        two = by_pair.get(frozenset((across, down)))
        if two is None:
            return None if row == column else Met(0, None, row < column, "")
        return Met(two.shared, two.agreed, row < column, pairs_of(across, down))

    places = range(len(raters))
    return [(raters[row].name, [met(row, column) for column in places]) for row in places]


def _least(
    study: AgreementStudy, pairs_of: Callable[[int, int], str]
) -> list[tuple[str, str, Met]]:
    """The pairs of raters who agree least."""
    order = sorted(study.two_by_two, key=lambda two: (two.agreed, -two.shared, two.a, two.b))
    names = study.names
    return [
        (names[two.a], names[two.b], Met(two.shared, two.agreed, True, pairs_of(two.a, two.b)))
        for two in order[:LEAST]
    ]


def _addresses(of: Benchmark, query: str, asking: User) -> Callable[[int, int], str]:
    """Addresses of the pairs of two raters: single labels, each with its rater, are for leads. The
    patterns of addresses are looked through once, and not for each of hundreds of cells."""
    if not asking.is_lead:
        return lambda *_: ""
    start = reverse("metrics:two_raters", args=[of.pk, 0, 0]).removesuffix("0/0/")
    return lambda a, b: f"{start}{a}/{b}/{query}"


BEFORE_ALL = (-1, 0)
AFTER = re.compile(r"([012])-([0-9]{1,18})", re.ASCII)


@leads_page
def two_raters(request: HttpRequest, benchmark_id: int, a: int, b: int) -> HttpResponse:
    """Those on which the two disagree first, those that one of them could not judge last."""
    asking = person_of(request)
    of = access_benchmark(asking, benchmark_id)
    form = AgreementForm(of, asking, request.GET)
    raters = access_person(asking, a), access_person(asking, b)
    if not form.is_valid():
        raise Http404("no such campaign")
    campaigns, _ = campaigns_with_raters(of, form.asked.campaign)
    both = Both(campaigns, *raters, form.asked.labels, form.asked.filters)
    after = _after(request.GET.get("after", ""))
    begun = after != BEFORE_ALL
    part = cut(lambda most: shared_pairs(both, after=after, limit=most), PAGE_SIZE, begun=begun)
    last = part.rows[-1] if part.more_after else None
    context = {
        "benchmark": of,
        "form": form,
        "query": form.query,
        "raters": raters,
        "counts": count_shared(both),
        "first_page": "after" not in request.GET,
        "pairs": part.rows,
        "after": f"{last.place}-{last.item}" if last else "",
        "several": len(campaigns) > 1,
    }
    return render(request, "metrics/two_raters.html", context)


def _after(asked: str) -> tuple[int, int]:
    """The key of the last pair known: how the two go together on it, and its item."""
    if not asked:
        return BEFORE_ALL
    key = AFTER.fullmatch(asked)
    if key is None:
        raise Http404("after: expected the key of a pair")
    return int(key[1]), int(key[2])
