"""A benchmark's rows as arrays: the axes that files and rankings speak in, pairs, and rankings."""

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from django.db import connection
from django.db.models import Model
from numpy.typing import NDArray

from foundation.database.copy import read_integers, read_lists
from foundation.finding.fields import Found, found
from foundation.frozen import frozen
from pooling.formats.keys import Keys, pair_codes
from pooling.models import Benchmark, Caption, Pool, Query, Ranking, RetrievalModel, Run, Video


class GapInNumbers(Exception):
    """The numbers of this benchmark's captions or videos do not count from 0 without a gap."""


@frozen
class Axes:
    """Captions and videos in the order of their numbers."""

    caption_ids: NDArray[np.int64]
    caption_keys: tuple[str, ...]
    caption_queries: NDArray[np.int64]  # (captions,) the query's number
    own_videos: NDArray[np.int64]  # (captions,) the source video's number, -1 where it is not known
    characters: NDArray[np.int64]  # (captions,) length of the text
    video_ids: NDArray[np.int64]
    video_keys: tuple[str, ...]
    query_ids: NDArray[np.int64]  # (queries,)

    @property
    def keys(self) -> Keys:
        """The keys as the readers of runs want them."""
        return Keys.of(self.caption_keys, self.video_keys, self.own_videos.astype(np.int32))

    def as_codes(self, pairs: NDArray[np.int64]) -> NDArray[np.int64]:
        """pairs: (n, 2) ids of query and video. The numbers of each pair as one: `pair_codes`."""
        queries, videos = (
            order[np.searchsorted(ids, pairs[:, side], sorter=order)]
            for side, ids in enumerate((self.query_ids, self.video_ids))
            for order in (np.argsort(ids),)
        )
        return pair_codes(queries, videos)


def read_axes(benchmark: Benchmark) -> Axes:
    names = ("id", "key", "query__number", "video__number", "query__characters")
    captions, keys, queries, videos, characters = _columns(Caption, benchmark, *names)
    video_ids, video_keys = _columns(Video, benchmark, "id", "key")
    (query_ids,) = _columns(Query, benchmark, "id")
    return Axes(
        caption_ids=np.array(captions, np.int64),
        caption_keys=keys,
        caption_queries=np.array(queries, np.int64),
        own_videos=np.array([-1 if video is None else video for video in videos], np.int64),
        characters=np.array(characters, np.int64),
        video_ids=np.array(video_ids, np.int64),
        video_keys=video_keys,
        query_ids=np.array(query_ids, np.int64),
    )


def _columns(of: type[Model], benchmark: Benchmark, *names: str) -> list[tuple[Any, ...]]:
    """What the benchmark's rows have in these fields, by their numbers."""
    rows = of._default_manager.filter(benchmark=benchmark).order_by("number")  # noqa: SLF001
    read = list(zip(*rows.values_list("number", *names), strict=True))
    numbers, *columns = read or [()] * (1 + len(names))
    if numbers != tuple(range(len(numbers))):
        raise GapInNumbers
    return columns


def query_texts(benchmark: Benchmark) -> list[str]:
    return list(
        Query.objects.filter(benchmark=benchmark).order_by("number").values_list("text", flat=True)
    )


JUDGED = (
    "SELECT j.query_id, j.video_id FROM pooling_judgedpair j"
    " JOIN pooling_query q ON q.id = j.query_id WHERE q.benchmark_id = %s"
)


def judged_pairs(benchmark: Benchmark) -> NDArray[np.int64]:
    return _pairs(JUDGED, benchmark.pk)


def relevant_pairs(benchmark: Benchmark) -> NDArray[np.int64]:
    return _pairs(f"{JUDGED} AND j.verdict = 'relevant'", benchmark.pk)


def disputed_pairs(benchmark: Benchmark) -> NDArray[np.int64]:
    """Those with a verdict that nobody has resolved yet."""
    return _pairs(f"{JUDGED} AND j.verdict = 'disagreement'", benchmark.pk)


def original_pairs(benchmark: Benchmark) -> NDArray[np.int64]:
    """A query's originals are the source videos of all captions with its text."""
    return _pairs(
        "SELECT DISTINCT query_id, video_id FROM pooling_caption WHERE benchmark_id = %s AND"
        " video_id IS NOT NULL",
        benchmark.pk,
    )


def pooled_pairs(pool: Pool) -> NDArray[np.int64]:
    return _pairs("SELECT query_id, video_id FROM pooling_poolpair WHERE pool_id = %s", pool.pk)


def _pairs(statement: str, number: int) -> NDArray[np.int64]:
    # Binary, and straight into an array: of a large pool no row becomes an object.
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY ({statement}) TO STDOUT (FORMAT BINARY)", (number,)) as copy,
    ):
        return read_integers(copy, 2)


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
    item: str = found("The caption's key; the video's, where the run ranks for videos.")
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
    item: Named = Caption if run.of_captions else Video
    other: Named = Video if run.of_captions else Caption
    return item, item if run.within else other


def read_names(
    named: Named, benchmark_id: int, numbers: Collection[int], name: str = "key"
) -> dict[int, str]:
    """What is in this field, by number."""
    rows = named.objects.filter(benchmark=benchmark_id, number__in=numbers)
    return dict(rows.values_list("number", name))
