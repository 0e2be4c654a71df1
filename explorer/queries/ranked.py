"""One caption with the videos that runs rank for it, or one video with its captions: what is known
of each pair, and what the runs score."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import F

from explorer.ranked import Figure, Known, figures_of, found_by
from metrics.snapshot import Rule
from pooling.models import Caption, JudgedPair, Ranking, Run, Video

Target = TypeVar("Target", Video, Caption)
# Of a video's captions, so many of each kind are shown.
SHOWN = 50


@dataclass(frozen=True, slots=True)
class RankedTarget(Generic[Target]):
    """mark: of explorer/ranked.py. verdict: what people found, whatever positives are
    shown; empty where nobody judged the pair. shared: how many of the runs shown have it among the
    ranks shown."""

    rank: int
    score: float
    target: Target
    mark: str
    verdict: str
    shared: int


@dataclass(frozen=True, slots=True)
class RankedRow(Generic[Target]):
    """What one run ranks for the item. stored: how many ranks there are of it. first: the rank of
    the first positive, 0 where none is among these."""

    run: Run
    stored: int
    first: int
    figures: list[Figure]
    targets: list[RankedTarget[Target]]


@dataclass(frozen=True, slots=True)
class Ranked(Generic[Target]):
    """original, corrected: how many positives the item has. marks: those that occur."""

    rows: list[RankedRow[Target]]
    original: int
    corrected: int
    judged: int
    marks: frozenset[str]
    shared: bool


def ranked_for_caption(
    caption: Caption, runs: Sequence[Run], rule: Rule, ranks: int
) -> Ranked[Video]:
    """runs: from text to video. Three reads, however many runs there are."""
    found = _rankings(runs, caption.number, ranks)
    known = known_of_caption(caption)
    numbers = {number for row in found.values() for number in row["targets"][:ranks]}
    videos = Video.objects.filter(benchmark=caption.benchmark_id, number__in=numbers)
    by_number = {video.number: video for video in videos}
    return _ranked(runs, found, known, by_number, rule, ranks, caption.benchmark.video_count)


def ranked_for_video(
    video: Video, known: Known, runs: Sequence[Run], rule: Rule, ranks: int
) -> Ranked[Caption]:
    """runs: from video to text. known: of the video."""
    found = _rankings(runs, video.number, ranks)
    numbers = {number for row in found.values() for number in row["targets"][:ranks]}
    by_number = _captions(video.benchmark_id, numbers)
    return _ranked(runs, found, known, by_number, rule, ranks, video.benchmark.caption_count)


def known_of_caption(caption: Caption) -> Known:
    own = frozenset() if caption.video is None else frozenset([caption.video.number])
    verdicts = JudgedPair.objects.filter(query=caption.query_id, video__benchmark=caption.benchmark)
    return Known(own, dict(verdicts.values_list("video__number", "verdict")))


def known_of_video(video: Video) -> Known:
    """A verdict is of a text: it holds for each caption that has it."""
    own = Caption.objects.filter(video=video).values_list("number", flat=True)
    verdicts = JudgedPair.objects.filter(video=video).values_list(
        "query__captions__number", "verdict"
    )
    return Known(frozenset(own), {n: verdict for n, verdict in verdicts if n is not None})


def _rankings(runs: Sequence[Run], item: int, ranks: int) -> dict[int, dict[str, Any]]:
    """Rankings by run's id; nothing for a run that does not rank anything for the item."""
    rows = Ranking.objects.filter(run__in=runs, item=item).annotate(best=F("scores")[0:ranks])
    return {row["run_id"]: dict(row) for row in rows.values("run_id", "targets", "best")}


def _ranked(
    runs: Sequence[Run],
    found: Mapping[int, dict[str, Any]],
    known: Known,
    by_number: Mapping[int, Any],
    rule: Rule,
    ranks: int,
    targets: int,
) -> Ranked[Any]:
    rankings = [found[run.pk]["targets"] if run.pk in found else [] for run in runs]
    tops = [ranking[:ranks] for ranking in rankings]
    counts, positives = found_by(tops), known.positives(rule)
    figures = figures_of(rankings, known, targets, rule)
    rows = []
    for run, ranking, top, of_run in zip(runs, rankings, tops, figures, strict=True):
        scores = found[run.pk]["best"] if run.pk in found else []
        first = next((n for n, one in enumerate(ranking, start=1) if one in positives), 0)
        shown = [
            RankedTarget(
                rank,
                score,
                by_number[number],
                known.mark(number, rule),
                known.verdicts.get(number, ""),
                counts[number],
            )
            for rank, (number, score) in enumerate(zip(top, scores, strict=True), start=1)
            if number in by_number
        ]
        rows.append(RankedRow(run, len(ranking), first, of_run, shown))
    return Ranked(
        rows,
        len(known.original),
        len(known.positives("all")),
        len(known.judged),
        frozenset(one.mark for row in rows for one in row.targets),
        any(one.shared > 1 for row in rows for one in row.targets),
    )


def _captions(benchmark_id: int, numbers: Collection[int]) -> dict[int, Caption]:
    found = Caption.objects.filter(benchmark=benchmark_id, number__in=numbers)
    return {caption.number: caption for caption in found.select_related("query")}


# A video's captions


@dataclass(frozen=True, slots=True)
class CaptionOfVideo:
    """ranks: for each of the runs shown, where it has the video for this caption; 0 where its
    stored ranking does not have it."""

    caption: Caption
    mark: str
    ranks: list[int]


@dataclass(frozen=True, slots=True)
class CaptionsOfVideo:
    """more: how many others there are, which are not shown."""

    captions: list[CaptionOfVideo]
    more: int


# Rankings are long, and PostgreSQL looks into each of a run's: the slice is compared as it is,
# since unnesting the arrays would make 27,763 x 10 rows of them.
HIGH = """
SELECT run_id, item, array_position(targets[1:%(ranks)s], %(video)s) AS rank
FROM pooling_ranking WHERE run_id = ANY(%(runs)s) AND %(video)s = ANY(targets[1:%(ranks)s])
"""
RANKS = """
SELECT run_id, item, array_position(targets, %(video)s) AS rank
FROM pooling_ranking WHERE run_id = ANY(%(runs)s) AND item = ANY(%(items)s)
"""


@dataclass(frozen=True, slots=True)
class CaptionLists:
    """own: written for the video. collected: others that people found it relevant for. found: for
    which one of the runs has it among its first ranks, the best rank first."""

    own: CaptionsOfVideo
    collected: CaptionsOfVideo
    found: CaptionsOfVideo


def captions_of(
    video: Video, known: Known, runs: Sequence[Run], rule: Rule, ranks: int
) -> CaptionLists:
    """runs: from text to video. known: of the video."""
    high = _read(HIGH, {"video": video.number, "runs": _ids(runs), "ranks": ranks})
    best = sorted(high, key=lambda item: (min(high[item].values()), item))
    own = sorted(known.original)
    collected = sorted(known.positives("all") - known.original)
    items = list({*own[:SHOWN], *collected[:SHOWN], *best[:SHOWN]})
    stored = _read(RANKS, {"video": video.number, "runs": _ids(runs), "items": items})
    captions = _captions(video.benchmark_id, items)

    def listed(numbers: Sequence[int], by: Rule) -> CaptionsOfVideo:
        shown = [
            CaptionOfVideo(
                captions[number],
                known.mark(number, by),
                [stored.get(number, {}).get(run.pk) or 0 for run in runs],
            )
            for number in numbers[:SHOWN]
            if number in captions
        ]
        return CaptionsOfVideo(shown, max(0, len(numbers) - SHOWN))

    return CaptionLists(listed(own, rule), listed(collected, "all"), listed(best, rule))


def _ids(runs: Sequence[Run]) -> list[int]:
    return [run.pk for run in runs]


def _read(statement: str, words: Mapping[str, Any]) -> dict[int, dict[int, int]]:
    """item -> run -> rank."""
    found: dict[int, dict[int, int]] = {}
    with connection.cursor() as cursor:
        cursor.execute(statement, words)
        for run, item, rank in cursor.fetchall():
            found.setdefault(item, {})[run] = rank
    return found


def rank_in_runs(
    caption: Caption, video: Video, runs: Sequence[Run]
) -> list[tuple[Run, int, float | None]]:
    """Where each run has the pair: its rank and score, 0 and None where its stored ranking does not
    have it."""
    items = {
        run.pk: caption.number if run.direction == Run.Direction.TEXT_TO_VIDEO else video.number
        for run in runs
    }
    rows = Ranking.objects.filter(run__in=runs, item__in=set(items.values()))
    stored = {
        row["run_id"]: row
        for row in rows.values("run_id", "item", "targets", "scores")
        if row["item"] == items[row["run_id"]]
    }
    found: list[tuple[Run, int, float | None]] = []
    for run in runs:
        text_to_video = run.direction == Run.Direction.TEXT_TO_VIDEO
        wanted = video.number if text_to_video else caption.number
        row = stored.get(run.pk)
        place = row["targets"].index(wanted) if row and wanted in row["targets"] else -1
        found.append((run, place + 1, row["scores"][place] if row and place >= 0 else None))
    return found
