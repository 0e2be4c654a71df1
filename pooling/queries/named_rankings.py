"""Rankings in the keys of their benchmark, not in its numbers."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pooling.models import Caption, Ranking, Run, Video


@dataclass(frozen=True, slots=True)
class NamedRanking:
    number: int  # the item's
    item: str
    targets: list[str]
    scores: list[float]
    own_rank: int | None


def name_rankings(run: Run, rankings: Sequence[Ranking]) -> list[NamedRanking]:
    """Two reads, however many rankings: the keys of all items, and those of all targets."""
    items, targets = (
        (Caption, Video) if run.direction == Run.Direction.TEXT_TO_VIDEO else (Video, Caption)
    )
    item_keys = _keys(items, run.benchmark_id, {ranking.item for ranking in rankings})
    target_keys = _keys(
        targets, run.benchmark_id, {number for ranking in rankings for number in ranking.targets}
    )
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


def _keys(
    named: type[Caption] | type[Video], benchmark_id: int, numbers: Collection[int]
) -> dict[int, str]:
    rows = named.objects.filter(benchmark=benchmark_id, number__in=numbers)
    return dict(rows.values_list("number", "key"))
