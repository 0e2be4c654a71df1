"""The explorer's pages of one caption, one video and one pair."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from annotator.queries.statements import history_of
from explorer.actions.keep import find_facts
from explorer.asked import CaptionsWanted, RankedWanted, joined, parts_of, query_of
from explorer.forms import CaptionsForm, RankedForm
from explorer.queries.captions import Search, search_captions
from explorer.queries.ranked import (
    captions_of,
    known_of_caption,
    known_of_video,
    ranked_for_caption,
    ranked_for_video,
)
from explorer.queries.runs import (
    choose_both_ways,
    choose_runs,
    forward_of,
    rank_in_runs,
    runs_offered,
)
from explorer.ranked import MARKS
from explorer.strips import LEVELS, SCALE
from foundation.frozen import frozen
from foundation.refused import WrongValues
from people.actor import actor_of, person_of
from people.guards import page_view
from pooling.models import Benchmark, Run
from pooling.queries.benchmarks import access_benchmark, access_caption, access_video
from semantics.queries.proxies import list_proxies

FIVE = 5  # ranks of each run, so that two runs are beside each other


@frozen
class Asked:
    """What the address asks: the search that led here, and how rankings are shown."""

    search: CaptionsWanted
    ranked: RankedWanted

    def query(self, **other: Any) -> str:
        return query_of(self.search, self.ranked, **other)

    def parts(self, **other: Any) -> dict[str, str]:
        return parts_of(self.search, self.ranked, **other)


def _asked(request: HttpRequest) -> Asked:
    address = joined(request.GET)
    search, ranked = CaptionsForm(address), RankedForm(address)
    for form in (search, ranked):
        if not form.is_valid():
            name, wrong = next(iter(form.errors.items()))
            raise WrongValues({name: str(wrong[0])})
    return Asked(search.asked, ranked.asked)


@page_view
def caption(request: HttpRequest, benchmark_id: int, number: int) -> HttpResponse:
    asking, asked = person_of(request), _asked(request)
    of = access_benchmark(asking, benchmark_id)
    shown = access_caption(asking, of, number)
    shown.benchmark = of
    offered = runs_offered(asking, of)
    search, chosen = _searched(request, of, offered, asked)
    before, after = _around(search, number, of)
    here = reverse("explorer:caption", args=[of.pk, number])
    context = _ways(of, forward_of(offered), chosen, asked, here) | {
        "benchmark": of,
        "caption": shown,
        "ranked": ranked_for_caption(shown, chosen, asked.ranked),
        "before": before,
        "after": after,
        "place": search.place(number) if search else 0,
        "total": len(search.order.numbers) if search else 0,
    }
    return render(request, "explorer/caption.html", context)


def _searched(
    request: HttpRequest, of: Benchmark, offered: list[Run], asked: Asked
) -> tuple[Search | None, list[Run]]:
    """The search that led here, where there was one and its facts are known; and the runs."""
    if not asked.search.narrows:
        return None, choose_runs(of, offered, asked.ranked.runs)
    facts = find_facts(actor_of(request), of).facts
    chosen = choose_runs(of, offered, asked.ranked.runs, facts.best if facts else [])
    return (search_captions(of, facts, chosen, asked.search) if facts else None), chosen


def _around(search: Search | None, number: int, of: Benchmark) -> tuple[int | None, int | None]:
    if search is not None:
        return search.neighbours(number)
    last = of.caption_count - 1
    return (number - 1 if number else None), (number + 1 if number < last else None)


def _ways(
    of: Benchmark, offered: list[Run], chosen: list[Run], asked: Asked, here: str
) -> dict[str, Any]:
    """What the pages of a caption and of a video have in common: their runs, and the switch."""
    original = asked.ranked.positives == "original"
    return {
        "offered": offered,
        "chosen": [run.pk for run in chosen],
        "rule": asked.ranked.positives,
        "marks": MARKS[asked.ranked.rule],
        "by": asked.ranked.by,
        "proxies": [proxy.name for proxy in list_proxies(of) if not proxy.is_outdated],
        "coloured": asked.parts(by=None),
        "levels": [mark for mark in MARKS[asked.ranked.rule] if LEVELS[mark]],
        "scale": SCALE,
        "ranks": asked.ranked.ranks,
        "five": here + asked.query(ranks=FIVE),
        "few": asked.ranked.ranks <= FIVE,
        "asked": asked.query(),
        "corrected_address": here + asked.query(positives=None),
        "original_address": here + asked.query(positives="original"),
        "switched_address": here + asked.query(positives=None if original else "original"),
        "kept": asked.parts(runs=None, ranks=None),
        "search_query": query_of(asked.search),
    }


@page_view
def video(request: HttpRequest, benchmark_id: int, number: int) -> HttpResponse:
    asking, asked = person_of(request), _asked(request)
    of = access_benchmark(asking, benchmark_id)
    shown = access_video(asking, of, number)
    shown.benchmark = of
    offered = runs_offered(asking, of)
    forward, backward = choose_both_ways(of, offered, asked.ranked.runs)
    here = reverse("explorer:video", args=[of.pk, number])
    rule, ranks, known = asked.ranked.rule, asked.ranked.ranks, known_of_video(shown)
    context = _ways(of, offered, [*forward, *backward], asked, here) | {
        "benchmark": of,
        "video": shown,
        "ranked": ranked_for_video(shown, known, backward, asked.ranked),
        "runs": forward,
        "lists": captions_of(shown, known, forward, rule, ranks),
        "before": number - 1 if number else None,
        "after": number + 1 if number < of.video_count - 1 else None,
    }
    return render(request, "explorer/video.html", context)


@page_view
def pair(
    request: HttpRequest, benchmark_id: int, caption_number: int, video_number: int
) -> HttpResponse:
    """Which runs have the pair, and what happened to it: for leads with names, for viewers without
    who gave which answer."""
    asking, asked = person_of(request), _asked(request)
    of = access_benchmark(asking, benchmark_id)
    shown = access_caption(asking, of, caption_number)
    target = access_video(asking, of, video_number)
    runs = runs_offered(asking, of)
    context = {
        "benchmark": of,
        "caption": shown,
        "video": target,
        "mark": known_of_caption(shown).mark(target.number, "all"),
        "history": history_of(asking, shown, target),
        "runs": rank_in_runs(shown, target, runs),
        "asked": asked.query(),
    }
    return render(request, "explorer/pair.html", context)
