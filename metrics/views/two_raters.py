"""The pairs that two raters share, with what each answered: for leads."""

import re

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from foundation.paging.by_key import PAGE_SIZE
from foundation.paging.keyset import cut
from metrics.agreement_forms import AgreementForm
from metrics.queries.labels import campaigns_with_raters
from metrics.queries.shared import Both, count_shared, shared_pairs
from people.actor import person_of
from people.guards import leads_page
from people.queries import access_person
from pooling.queries.benchmarks import access_benchmark

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
    part = cut(
        lambda most: shared_pairs(both, after=after, limit=most),
        PAGE_SIZE,
        begun=after != BEFORE_ALL,
    )
    context = {
        "benchmark": of,
        "form": form,
        "query": form.query,
        "raters": raters,
        "counts": count_shared(both),
        "first_page": "after" not in request.GET,
    }
    last = part.rows[-1] if part.more_after else None
    following = f"{last.place}-{last.item}" if last else ""
    context |= {"pairs": part.rows, "after": following, "several": len(campaigns) > 1}
    return render(request, "metrics/two_raters.html", context)


def _after(asked: str) -> tuple[int, int]:
    """The key of the last pair known: how the two go together on it, and its item."""
    if not asked:
        return BEFORE_ALL
    key = AFTER.fullmatch(asked)
    if key is None:
        raise Http404("after: expected the key of a pair")
    return int(key[1]), int(key[2])
