"""Stored rankings as arrays, and in the keys of their benchmark."""

from collections.abc import Collection, Sequence

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from foundation.database.copy import read_lists
from foundation.finding.fields import Found, found
from foundation.frozen import frozen
from pooling.models import Benchmark, Caption, Ranking, RetrievalModel, Run, Video


def same_run(
    benchmark: Benchmark, model: RetrievalModel, sha256: str, direction: str, depth: int
) -> Run | None:
    """The run that this very file was imported as."""
    return Run.objects.filter(
        benchmark=benchmark, model=model, sha256=sha256, direction=direction, depth=depth
    ).first()


def read_targets(run: Run, depth: int, items: int) -> NDArray[np.int32]:
    """(items, depth): row n is the ranking of item number n, padded with -1; all -1 for an item
    without a ranking."""
    # Cut in the database, so that no more is sent than was asked for.
    statement = (
        "COPY (SELECT item, targets[1:%s] FROM pooling_ranking WHERE run_id = %s ORDER BY item) TO"
        " STDOUT (FORMAT BINARY)"
    )
    with connection.cursor() as cursor, cursor.copy(statement, (depth, run.pk)) as copy:
        lists = read_lists(copy, depth)
    rows = np.full((items, depth), -1, np.int32)
    rows[lists.items] = lists.targets
    return rows


Named = type[Caption] | type[Video]


@frozen
class NamedRanking(Found, called="Ranking"):
    number: int = found("The item's place in the order of import, from 0.")
    item: str = found("The caption's key; the video's, where captions are ranked for videos.")
    targets: list[str] = found("Keys, the best first.")
    scores: list[float] = found()
    own_rank: int | None = found("Of the original positive in the whole file, if known.")


def name_rankings(run: Run, rankings: Sequence[Ranking]) -> list[NamedRanking]:
    """Two reads, however many rankings: the keys of all items, and those of all targets."""
    items, targets = sides_of(run)
    of = run.benchmark_id
    item_keys = read_names(items, of, {ranking.item for ranking in rankings})
    target_keys = read_names(targets, of, {one for row in rankings for one in row.targets})
    return [
        NamedRanking(
            ranking.item,
            item_keys[ranking.item],
            [target_keys[number] for number in ranking.targets],
            ranking.scores,
            ranking.own_rank,
        )
        for ranking in rankings
    ]


def sides_of(run: Run) -> tuple[Named, Named]:
    """What has a ranking, and what is ranked."""
    forward = run.direction == Run.Direction.TEXT_TO_VIDEO
    return (Caption, Video) if forward else (Video, Caption)


def read_names(
    named: Named, benchmark_id: int, numbers: Collection[int], name: str = "key"
) -> dict[int, str]:
    """What is in this field, by number."""
    rows = named.objects.filter(benchmark=benchmark_id, number__in=numbers)
    return dict(rows.values_list("number", name))
