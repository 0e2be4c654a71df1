"""Whether raters agree: figures with their intervals, raters beside each other, and the pairs
behind it.

For leads; for viewers without the names of raters, and without what each of them said.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from annotator.models import Campaign
from foundation.paging.by_key import PAGE_SIZE, page_by_key
from foundation.paging.keyset import Part, cut
from metrics.actions.agreement_kept import find_agreement
from metrics.agreement_forms import AgreementForm
from metrics.downloads import ENDINGS, table_download
from metrics.measures.estimate import Estimate
from metrics.queries.labels import SharedPair, campaigns_with_raters, shared_pairs
from metrics.studies.agreement import AgreementStudy
from metrics.studies.pseudonyms import without_names
from metrics.studies.study import NothingToStudy
from metrics.tables.agreement import DEFINITIONS, MOST_ACROSS, TITLES, find_table, tables
from people.actor import actor_of, person_of
from people.guards import leads_only
from people.models import User
from people.queries import access_person
from pooling.models import Benchmark
from pooling.queries.benchmarks import access_benchmark, access_benchmarks, counts_by_benchmark

HEADLINES = ("alpha", "percent", "positive", "ac1")
WRITTEN = (("csv", "CSV"), ("json", "JSON"), ("tex", "LaTeX"))
BEFORE_ALL = (False, 0)
AFTER = re.compile(r"([01])-([0-9]{1,18})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Headline:
    title: str
    figure: Estimate
    definition: str


@dataclass(frozen=True, slots=True)
class Met:
    """A cell of the matrix of raters. share: only above the diagonal. address: of the pairs, where
    the two share any and who looks may see them."""

    shared: int
    share: float | None
    above: bool
    address: str


@login_required
@require_safe
def benchmarks(request: HttpRequest) -> HttpResponse:
    page = page_by_key(access_benchmarks(person_of(request)), request.GET)
    campaigns = counts_by_benchmark(Campaign.objects.exclude(state=Campaign.State.DRAFT), page.rows)
    rows = [(row, campaigns.get(row.pk, 0)) for row in page.rows]
    return render(
        request,
        "metrics/agreement_list.html",
        {"rows": rows, "older": page.older, "newer": page.newer},
    )


@login_required
@require_safe
def agreement(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    of, form = _asked(request, benchmark_id)
    context: dict[str, Any] = {"benchmark": of, "form": form, "query": _query(form)}
    if not form.is_valid():
        return render(request, "metrics/agreement.html", context, status=400)
    try:
        answer = find_agreement(actor_of(request), form.asked)
    except NothingToStudy as nothing:
        return render(request, "metrics/agreement.html", {**context, "nothing": nothing})
    if answer.kept is None:
        return render(request, "metrics/agreement.html", {**context, "job": answer.job})
    study = _shown_to(person_of(request), answer.kept.result)
    *shown, last = tables(study)
    pairs_of = partial(_pairs_of, of, _query(form)) if person_of(request).is_lead else _nowhere
    context |= {
        "study": study,
        "kept": answer.kept,
        "job": answer.job,
        "headlines": _headlines(study),
        "tables": shown,
        "last": last,
        "endings": WRITTEN,
    }
    if len(study.raters) <= MOST_ACROSS:
        context["matrix"] = _matrix(study, pairs_of)
    else:
        context["two_by_two"] = _list(study, pairs_of)
    return render(request, "metrics/agreement.html", context)


@login_required
@require_safe
def agreement_table(request: HttpRequest, benchmark_id: int, key: str, ending: str) -> HttpResponse:
    of, form = _asked(request, benchmark_id)
    if ending not in ENDINGS or not form.is_valid():
        raise Http404("no such table")
    try:
        answer = find_agreement(actor_of(request), form.asked)
    except NothingToStudy as nothing:
        raise Http404(str(nothing)) from None
    if answer.kept is None:  # the page says that it is being computed
        return redirect(reverse("metrics:agreement", args=[of.pk]) + _query(form))
    table = find_table(_shown_to(person_of(request), answer.kept.result), key)
    if table is None:
        raise Http404("no such table")
    return table_download(table, ending, f"{of.name}-{key}")


@leads_only
@require_safe
def two_raters(request: HttpRequest, benchmark_id: int, a: int, b: int) -> HttpResponse:
    """The pairs that two raters share, those on which they disagree first."""
    of, form = _asked(request, benchmark_id)
    asking = person_of(request)
    raters = access_person(asking, a), access_person(asking, b)
    if not form.is_valid():
        raise Http404("no such campaign")
    campaigns, _ = campaigns_with_raters(of, form.asked.campaign)
    after = _after(request.GET.get("after", ""))
    part = cut(
        lambda most: shared_pairs(campaigns, *raters, form.asked.labels, after=after, limit=most),
        PAGE_SIZE,
        begun=after != BEFORE_ALL,
    )
    context = {
        "benchmark": of,
        "form": form,
        "query": _query(form),
        "raters": raters,
        "first_page": "after" not in request.GET,
    }
    context |= {"pairs": part.rows, "after": _next(part), "several": len(campaigns) > 1}
    return render(request, "metrics/two_raters.html", context)


def _asked(request: HttpRequest, benchmark_id: int) -> tuple[Benchmark, AgreementForm]:
    asking = person_of(request)
    of = access_benchmark(asking, benchmark_id)
    return of, AgreementForm(of, asking, request.GET)


def _shown_to(asking: User, study: AgreementStudy) -> AgreementStudy:
    return study if asking.is_lead else without_names(study)


def _query(form: AgreementForm) -> str:
    """What was asked for, to be asked again elsewhere; empty where it is the usual."""
    if not form.is_valid():
        return ""
    campaign, which = form.asked.campaign, form.asked.labels
    said = ({"campaign": campaign.pk} if campaign else {}) | (
        {"labels": which} if which != "independent" else {}
    )
    return f"?{urlencode(said)}" if said else ""


def _headlines(study: AgreementStudy) -> list[Headline]:
    return [Headline(TITLES[name], study.figures[name], DEFINITIONS[name]) for name in HEADLINES]


def _matrix(
    study: AgreementStudy, pairs_of: Callable[[int, int], str]
) -> list[tuple[str, list[Met | None]]]:
    """Each rater's name and row of cells, None where they meet themselves."""
    by_pair = {frozenset((two.a, two.b)): two for two in study.two_by_two}

    def met(row: int, column: int) -> Met | None:
        across, down = study.raters[row].rater, study.raters[column].rater
        two = by_pair.get(frozenset((across, down)))
        if row == column:
            return None
        if two is None:
            return Met(0, None, row < column, "")
        return Met(two.shared, two.share.value or 0.0, row < column, pairs_of(across, down))

    places = range(len(study.raters))
    return [(study.raters[row].name, [met(row, column) for column in places]) for row in places]


def _list(study: AgreementStudy, pairs_of: Callable[[int, int], str]) -> list[tuple[str, str, Met]]:
    """Where a matrix would be too wide: who agrees least comes first."""
    order = sorted(
        study.two_by_two, key=lambda two: (two.share.value or 0.0, -two.shared, two.a, two.b)
    )
    names = study.names
    return [
        (
            names[two.a],
            names[two.b],
            Met(two.shared, two.share.value or 0.0, True, pairs_of(two.a, two.b)),
        )
        for two in order
    ]


def _pairs_of(of: Benchmark, query: str, a: int, b: int) -> str:
    return reverse("metrics:two_raters", args=[of.pk, a, b]) + query


def _nowhere(a: int, b: int) -> str:
    """Single labels, each with its rater, are for leads."""
    return ""


def _after(asked: str) -> tuple[bool, int]:
    """The key of the last pair known: whether the two agree on it, and its item."""
    if not asked:
        return BEFORE_ALL
    key = AFTER.fullmatch(asked)
    if key is None:
        raise Http404("after: expected the key of a pair")
    return key[1] == "1", int(key[2])


def _next(part: Part[SharedPair]) -> str:
    last = part.rows[-1] if part.more_after else None
    return f"{int(last.agree)}-{last.item}" if last else ""
