"""Pools and their pairs, for readers: a pair's ranks and origin are what raters must not learn."""

from collections.abc import Iterator
from typing import Any

from django.db.models import F, Func, IntegerField, QuerySet, Value

from foundation.asking.questions import asked
from foundation.database.rows import the_row
from foundation.frozen import frozen
from people.models import User
from pooling.models import Pool, PoolCaption, PoolPair, Run
from pooling.queries.visible import visible_pools


def access_pools(asking: User) -> QuerySet[Pool]:
    return visible_pools(asking).select_related("benchmark", "frozen_by")


def access_pool(asking: User, pool_id: int) -> Pool:
    return the_row(access_pools(asking), "pool", pk=pool_id)


def missed_by(pool: Pool) -> list[str]:
    """The runs whose misses alone it drew, by their names today; none where it drew from all."""
    keys = pool.parameters.get("misses", ())
    return list(Run.objects.filter(pk__in=keys).order_by("pk").values_list("name", flat=True))


def pairs_of(pool: Pool) -> QuerySet[PoolPair]:
    return PoolPair.objects.filter(pool=pool).select_related("query", "video")


class CountFinders(Func):
    """The number of the pool's runs in which the pair has a rank."""

    template = "cardinality(array_remove(%(expressions)s, 0::smallint))"
    output_field = IntegerField()


@frozen
class PairFilter:
    """only: a place among the pool's runs, from 0; pairs that this run found and no other."""

    unjudged: bool = asked(
        "Only pairs that had no verdict when the pool was frozen.",
        default=False,
        label="Unjudged only",
    )
    only: int | None = None

    def of(self, pairs: QuerySet[PoolPair]) -> QuerySet[PoolPair]:
        if self.unjudged:
            pairs = pairs.filter(judged=False)
        # A rank of 0 means that the run does not have the pair.
        if self.only is not None:
            pairs = pairs.filter(**{f"ranks__{self.only}__gt": 0})
            pairs = pairs.alias(finders=CountFinders(F("ranks"))).filter(finders=Value(1))
        return pairs


def chosen_captions(pool: Pool) -> Iterator[tuple[Any, ...]]:
    """The captions of a pool in the order of the benchmark: key, stratum, probability. Read piece
    by piece."""
    rows = PoolCaption.objects.filter(pool=pool).order_by("caption__number")
    return rows.values_list("caption__key", "stratum", "inclusion").iterator(chunk_size=5_000)


def pooled_rows(pool: Pool) -> Iterator[tuple[Any, ...]]:
    """The pairs of a pool by query and video: text, video, best rank, ranks, stratum, probability,
    original, judged."""
    rows = PoolPair.objects.filter(pool=pool).order_by("query_id", "video_id")
    columns = "query__text video__key best_rank ranks stratum inclusion original judged"
    return rows.values_list(*columns.split()).iterator(chunk_size=5_000)
