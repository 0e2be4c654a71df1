"""Finding benchmarks and what belongs to them, for readers: raters would learn from captions,
videos and runs what they are to judge for themselves."""

from collections.abc import Sequence

from django.contrib.postgres.search import SearchQuery, SearchVector
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from foundation.searching import Match, Searchable, having, prefix_query
from people.models import User
from pooling.models import Caption, Query, Video
from pooling.queries.benchmarks import access_benchmarks
from pooling.queries.runs import access_models, access_runs

SIMPLE = "simple"  # words as they are written: captions come in any language
ENOUGH = 200  # texts that are looked at in order to show the first of them


def _match(text: str, page: str, beside: str, *which: int) -> Match:
    return Match(text, reverse(f"pooling:{page}", args=which), beside)


def _find_benchmarks(asking: User, text: str, most: int) -> Sequence[Match]:
    found = having(access_benchmarks(asking), text, "name", "title").order_by("name")
    return [_match(str(one), "benchmark", one.name, one.pk) for one in found[:most]]


def _find_captions(asking: User, text: str, most: int) -> Sequence[Match]:
    """Captions by the words of their text, the last perhaps unfinished, or by their whole key."""
    texts = [query.pk for query in with_words(text)[:ENOUGH]]
    captions = Caption.objects.select_related("query", "benchmark")
    of_key = captions.filter(benchmark__in=access_benchmarks(asking), key=text)
    of_words = captions.filter(query__in=sorted(texts)[:most]).order_by("query_id", "number")
    rows = [*of_key[:most], *of_words.distinct("query_id")[:most]]
    return [
        _match(
            one.query.text[:120],
            "caption",
            f"{one.key[:40]}, {one.benchmark}",
            *(one.benchmark_id, one.number),
        )
        for one in rows[:most]
    ]


def with_words(text: str) -> QuerySet[Query]:
    """Queries, in no order, so that the index on words is read no further than it must be."""
    wanted = prefix_query(text)
    if not wanted:
        return Query.objects.none()
    vector = SearchVector("text", config=SIMPLE)
    return Query.objects.alias(has=vector).filter(
        has=SearchQuery(wanted, search_type="raw", config=SIMPLE)
    )


def _find_videos(asking: User, text: str, most: int) -> Sequence[Match]:
    """Videos by the whole key, through its index, and by the beginning of a key."""
    benchmarks = access_benchmarks(asking)
    named = Q(key=text) if len(text) < 3 else Q(key__startswith=text)
    found = Video.objects.filter(named, benchmark__in=benchmarks).select_related("benchmark")
    return [
        _match(
            one.key,
            "video",
            f"{one.benchmark}, {one.get_state_display()}",
            *(one.benchmark_id, one.number),
        )
        for one in found.order_by("pk")[:most]
    ]


def _find_models(asking: User, text: str, most: int) -> Sequence[Match]:
    found = having(access_models(asking), text, "name", "version", "family").order_by("name")
    return [_match(str(one), "model", one.family, one.pk) for one in found[:most]]


def _find_runs(asking: User, text: str, most: int) -> Sequence[Match]:
    found = having(access_runs(asking), text, "name", "model__name", "benchmark__name")
    return [
        _match(one.name, "run", f"{one.model}, {one.benchmark}", one.pk)
        for one in found.order_by("-pk")[:most]
    ]


KINDS = tuple(
    Searchable(label, lambda asking: asking.is_reader, find)
    for label, find in (
        (_("Benchmarks"), _find_benchmarks),
        (_("Captions"), _find_captions),
        (_("Videos"), _find_videos),
        (_("Models"), _find_models),
        (_("Runs"), _find_runs),
    )
)
