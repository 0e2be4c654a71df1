"""Frozen pools, what is in them, and all of it to take away."""

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from foundation.form_page import with_form
from people.actor import person_of
from people.guards import page_view
from pooling.forms import BenchmarkFilterForm, PairFilterForm
from pooling.models import Pool
from pooling.queries import pools as queries
from pooling.queries.benchmarks import first_captions
from pooling.queries.listed import POOLS, pairs_listing
from pooling.views.answers import csv_download


@page_view
def pools(request: HttpRequest) -> HttpResponse:
    asking = person_of(request)
    form = BenchmarkFilterForm(request.GET, person=asking)
    wanted = form.wanted
    page = POOLS.page(wanted.of(queries.access_pools(asking)), request.GET, lead=asking.is_lead)
    context = {"form": form, "benchmark": wanted.benchmark, "pools": page.rows, "page": page}
    return with_form(request, "pooling/pools.html", context)


@page_view
def pool(request: HttpRequest, pool_id: int) -> HttpResponse:
    asking = person_of(request)
    shown = queries.access_pool(asking, pool_id)
    form = PairFilterForm(shown, request.GET)
    page = pairs_listing(shown).page(form.wanted.of(queries.pairs_of(shown)), request.GET)
    context = {
        "pool": shown,
        "form": form,
        "page": page,
        "captions": first_captions({pair.query_id for pair in page.rows}),
        "runs": list(zip(shown.parameters["runs"], shown.parameters["run_names"], strict=True)),
        "beyond": queries.access_pools(asking)
        .filter(pk__in=shown.parameters["beyond"])
        .order_by("pk"),
    }
    return with_form(request, "pooling/pool.html", context)


@page_view
def pool_pairs(request: HttpRequest, pool_id: int) -> HttpResponseBase:
    shown = queries.access_pool(person_of(request), pool_id)
    ranks = [f"rank in {name}" for name in shown.parameters["run_names"]]
    header = ("caption", "video", "best_rank", *ranks, "stratum", "inclusion", "original", "judged")
    return csv_download(f"{shown.benchmark.name}-{shown.name}-pairs", header, _pair_cells(shown))


@page_view
def pool_captions(request: HttpRequest, pool_id: int) -> HttpResponseBase:
    shown = queries.access_pool(person_of(request), pool_id)
    header = ("caption_id", "stratum", "inclusion")
    return csv_download(
        f"{shown.benchmark.name}-{shown.name}-captions", header, queries.chosen_captions(shown)
    )


def _pair_cells(pool: Pool) -> Iterator[tuple[object, ...]]:
    for text, video, best, ranks, *rest in queries.pooled_rows(pool):
        yield (text, video, best, *(rank or "" for rank in ranks), *rest)
