"""The explorer: captions by what runs do with them; see explorer/views/explored.py for one caption,
one video, one pair."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from explorer.actions.keep import find_facts
from explorer.asked import joined, query_of
from explorer.forms import CaptionsForm
from explorer.queries.captions import headers_of, keys_of, search_captions
from explorer.queries.listed import EXPLORER
from explorer.queries.runs import choose_runs, forward_of, runs_offered
from people.actor import actor_of, person_of
from people.guards import page_view
from pooling.queries.benchmarks import access_benchmark, access_benchmarks


@page_view
def explorer(request: HttpRequest) -> HttpResponse:
    """Asks which benchmark; there is nothing to choose where there is one."""
    found = access_benchmarks(person_of(request))
    if found.count() == 1:
        return redirect("explorer:captions", found.get().pk)
    page = EXPLORER.page(found, request.GET)
    return render(request, "explorer/benchmarks.html", {"page": page})


@page_view
def captions(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    asking = person_of(request)
    of = access_benchmark(asking, benchmark_id)
    address = joined(request.GET)
    form = CaptionsForm(address)
    offered = runs_offered(asking, of)
    context: dict[str, Any] = {
        "benchmark": of,
        "form": form,
        "offered": forward_of(offered),
    }
    if not form.is_valid():
        return render(request, "explorer/captions.html", context, status=400)
    wanted = form.asked
    answer = find_facts(actor_of(request), of)
    context |= {"answer": answer, "wanted": wanted}
    if answer.facts is None:
        return render(request, "explorer/captions.html", context)
    chosen = choose_runs(of, offered, wanted.runs, answer.facts.best)
    search = search_captions(of, answer.facts, chosen, wanted)
    context |= {
        "chosen": [run.pk for run in chosen],
        "later": [run.name for run in chosen if run.pk not in search.runs],
        "names": [run.name for run in chosen if run.pk in search.runs],
        "page": search.page(keys_of(address), stills=True),
        "presets": search.presets(),
        "headers": headers_of(search, address),
        "query": query_of(wanted),
    }
    return render(request, "explorer/captions.html", context)
