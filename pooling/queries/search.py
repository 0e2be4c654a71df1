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


def _find_benchmarks(asking: User, text: str, most: int) -> Sequence[Match]:
    found = having(access_benchmarks(asking), text, "name", "title").order_by("name")
    return [
        Match(str(one), reverse("pooling:benchmark", args=[one.pk]), one.name)
        for one in found[:most]
    ]


def _find_captions(asking: User, text: str, most: int) -> Sequence[Match]:
    """Captions by the words of their text, the last perhaps unfinished, or by their whole key."""
    benchmarks = access_benchmarks(asking)
    texts = [query.pk for query in with_words(text)[:ENOUGH]]
    of_words = Caption.objects.filter(query__in=sorted(texts)[:most])
    of_key = Caption.objects.filter(benchmark__in=benchmarks, key=text)
    rows = [
        *of_key.select_related("query", "benchmark")[:most],
        *of_words.select_related("query", "benchmark")
        .order_by("query_id", "number")
        .distinct("query_id")[:most],
    ]
    return [
        Match(
            one.query.text[:120],
            reverse("pooling:caption", args=[one.benchmark_id, one.number]),
            f"{one.key[:40]}, {one.benchmark}",
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
        Match(
            one.key,
            reverse("pooling:video", args=[one.benchmark_id, one.number]),
            f"{one.benchmark}, {one.get_state_display()}",
        )
        for one in found.order_by("pk")[:most]
    ]


def _find_models(asking: User, text: str, most: int) -> Sequence[Match]:
    found = having(access_models(asking), text, "name", "version", "family").order_by("name")
    return [
        Match(str(one), reverse("pooling:model", args=[one.pk]), one.family) for one in found[:most]
    ]


def _find_runs(asking: User, text: str, most: int) -> Sequence[Match]:
    found = having(access_runs(asking), text, "name", "model__name", "benchmark__name")
    return [
        Match(one.name, reverse("pooling:run", args=[one.pk]), f"{one.model}, {one.benchmark}")
        for one in found.order_by("-pk")[:most]
    ]


def _is_reader(asking: User) -> bool:
    return asking.is_reader


KINDS = (
    Searchable(_("Benchmarks"), _is_reader, _find_benchmarks),
    Searchable(_("Captions"), _is_reader, _find_captions),
    Searchable(_("Videos"), _is_reader, _find_videos),
    Searchable(_("Models"), _is_reader, _find_models),
    Searchable(_("Runs"), _is_reader, _find_runs),
)
