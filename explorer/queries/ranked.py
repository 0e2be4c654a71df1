"""One caption with the videos that runs rank for it, or one video with its captions: what is known
of each pair, and what the runs score."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from itertools import chain
from operator import attrgetter
from typing import Any

from django.db.models import F

from explorer.asked import RankedWanted
from explorer.queries.wholes import colours_of_item, order_of
from explorer.ranked import Figure, Known, Mark, figures_of
from explorer.strips import Colours, Strip, strip_of
from foundation.database.rows import rows_of
from foundation.finding.fields import Found, Part, computed, found, unshown
from foundation.frozen import frozen
from metrics.snapshot import Rule
from pooling.models import Caption, JudgedPair, Ranking, Run, Video

# Of a video's captions, so many of each kind are shown.
SHOWN = 50

# Rows as the API names them.
VIDEO = (
    Part("id", attrgetter("pk"), int),
    Part("number", attrgetter("number"), int),
    Part("key", attrgetter("key"), str),
)
CAPTION = (*VIDEO, Part("text", attrgetter("query.text"), str))
TARGET = (
    Part("id", attrgetter("pk"), int, "The id of the video, or of the caption that a video finds."),
    *VIDEO[1:],
    Part(
        "text",
        lambda one: one.query.text if isinstance(one, Caption) else None,
        str,
        "The text, where it is a caption.",
        optional=True,
    ),
)
RUN_NAMED = (
    Part("run", attrgetter("pk"), int, "The id of the run."),
    Part("name", attrgetter("name"), str),
)


def spread(*parts: Part) -> Callable[[str], tuple[Part, ...]]:
    """A row in so many keys, whatever the field's own is."""
    return lambda _: parts


@frozen
class CaptionNamed(Found, called="_Text"):
    caption: Caption = found(parts=spread(*CAPTION))


@frozen
class VideoNamed(Found):
    video: Video = found(parts=spread(*VIDEO))


@frozen
class RankedTarget(Found, called="Target"):
    rank: int = found()
    score: float = found()
    mark: Mark = found("What is known of the pair.")
    verdict: str = found("What people found.", or_none=True)
    shared: int = found("How many of the runs shown have it among the ranks shown.")
    relevance: float | None = found("Under the proxy that was asked for.")
    level: str = unshown()
    target: Any = found(parts=spread(*TARGET))


# What one run ranks for the item. first: 0 where no positive is among what is stored.
@frozen
class RankedRow(Found):
    run: Run = found(parts=spread(*RUN_NAMED, Part("direction", attrgetter("direction"), str)))
    stored: int = found("How many ranks are stored.")
    first: int = found("The rank of the first positive.", or_none=True)
    figures: list[Figure] = unshown()
    scores = computed(
        Mapping[str, Figure],
        lambda row: {one.measure: one for one in row.figures},
        "The scores by measure: C@1, C@5, C@10, AP, Judged@10.",
    )
    strip: Strip = found("All ranks that are known.")
    targets: list[RankedTarget] = found()


# original, corrected: how many positives the item has.
@frozen
class Ranked(Found):
    original: int = found()
    corrected: int = found()
    best: Strip = found("The best order there is.")
    rows: list[RankedRow] = found()


def ranked_for_caption(caption: Caption, runs: Sequence[Run], wanted: RankedWanted) -> Ranked:
    """runs: from text to video. Three reads, however many runs there are."""

    def videos(numbers: Collection[int]) -> dict[int, Video]:
        rows = Video.objects.filter(benchmark=caption.benchmark_id, number__in=numbers)
        return {video.number: video for video in rows}

    known = known_of_caption(caption)
    colours = colours_of_item(caption, known, wanted)
    return _ranked(caption.number, runs, known, videos, colours, wanted)


def ranked_for_video(
    video: Video, known: Known, runs: Sequence[Run], wanted: RankedWanted
) -> Ranked:
    """runs: from video to text. known: of the video."""
    captions, colours = (
        partial(_captions, video.benchmark_id),
        colours_of_item(video, known, wanted),
    )
    return _ranked(video.number, runs, known, captions, colours, wanted)


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


def _ranked(
    item: int,
    runs: Sequence[Run],
    known: Known,
    read: Callable[[Collection[int]], Mapping[int, Any]],
    colours: Colours,
    wanted: RankedWanted,
) -> Ranked:
    """read: the targets by their numbers. colours: of all there are to rank."""
    rule, ranks, targets = wanted.rule, wanted.ranks, len(colours.levels)
    rows = Ranking.objects.filter(run__in=runs, item=item).annotate(best=F("scores")[0:ranks])
    found = {
        run: (stored, best) for run, stored, best in rows.values_list("run", "targets", "best")
    }
    # A run that does not rank anything for the item has no row.
    stored = [found.get(run.pk, ([], [])) for run in runs]
    rankings = [ranking for ranking, _ in stored]
    tops = [ranking[:ranks] for ranking in rankings]
    counts, positives = Counter(chain.from_iterable(map(set, tops))), known.positives(rule)
    by_number, figures = read(counts.keys()), figures_of(rankings, known, targets, rule)
    shown = _shown(by_number, known, rule, counts, colours)
    made = [
        RankedRow(
            run,
            len(ranking),
            next((n for n, one in enumerate(ranking, start=1) if one in positives), 0),
            of_run,
            strip_of(order_of(run, item, ranking), colours),
            [
                RankedTarget(rank, score, *shown[number])
                for rank, (number, score) in enumerate(zip(top, scores, strict=True), start=1)
                if number in shown
            ],
        )
        for run, of_run, top, (ranking, scores) in zip(runs, figures, tops, stored, strict=True)
    ]
    best = strip_of(colours.best(), colours)
    return Ranked(len(known.original), len(known.positives("all")), best, made)


def _shown(
    targets: Mapping[int, Any], known: Known, rule: Rule, counts: Counter[int], colours: Colours
) -> dict[int, tuple[Any, ...]]:
    """Of each target, by its number: what a RankedTarget has beside rank and score."""
    return {
        number: (
            known.mark(number, rule),
            known.verdicts.get(number, ""),
            counts[number],
            colours.relevance_of(number),
            colours.level_of(number),
            target,
        )
        for number, target in targets.items()
    }


def _captions(benchmark_id: int, numbers: Collection[int]) -> dict[int, Caption]:
    found = Caption.objects.filter(benchmark=benchmark_id, number__in=numbers)
    return {caption.number: caption for caption in found.select_related("query")}


# A video's captions


# rank: 0 where the run's stored ranking does not have the video for the caption.
@frozen
class RankInRun(Found, called="Rank"):
    run: int = found()
    rank: int = found(or_none=True)


# ranks: of each of the runs shown.
@frozen
class CaptionOfVideo(Found):
    caption: Caption = found(parts=spread(*CAPTION))
    mark: Mark = found()
    ranks: list[RankInRun] = found()


@frozen
class CaptionsOfVideo:
    """more: how many others there are, which are not shown."""

    captions: list[CaptionOfVideo]
    more: int


def listed(text: str) -> Callable[[str], tuple[Part, ...]]:
    """The captions of a list, as the API shows it."""
    return lambda key: (Part(key, attrgetter("captions"), list[CaptionOfVideo], text),)


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


# collected: without its own. found: the best rank first.
@frozen
class CaptionLists(Found):
    own: CaptionsOfVideo = found(parts=listed("Captions written for it."))
    collected: CaptionsOfVideo = found(parts=listed("Others that people found it relevant for."))
    found: CaptionsOfVideo = found(
        parts=listed("Captions for which one of the runs has it among the first ranks.")
    )


def captions_of(
    video: Video, known: Known, runs: Sequence[Run], rule: Rule, ranks: int
) -> CaptionLists:
    """runs: from text to video. known: of the video."""
    words = {"video": video.number, "runs": [run.pk for run in runs]}
    high = _read(HIGH, words | {"ranks": ranks})
    best = sorted(high, key=lambda item: (min(high[item].values()), item))
    own = sorted(known.original)
    collected = sorted(known.positives("all") - known.original)
    items = list({*own[:SHOWN], *collected[:SHOWN], *best[:SHOWN]})
    stored = _read(RANKS, words | {"items": items})
    captions = _captions(video.benchmark_id, items)

    def listed(numbers: Sequence[int], by: Rule) -> CaptionsOfVideo:
        shown = [
            CaptionOfVideo(
                captions[number],
                known.mark(number, by),
                [RankInRun(run.pk, stored.get(number, {}).get(run.pk) or 0) for run in runs],
            )
            for number in numbers[:SHOWN]
            if number in captions
        ]
        return CaptionsOfVideo(shown, max(0, len(numbers) - SHOWN))

    return CaptionLists(listed(own, rule), listed(collected, "all"), listed(best, rule))


def _read(statement: str, words: Mapping[str, Any]) -> dict[int, dict[int, int]]:
    """item -> run -> rank."""
    found: dict[int, dict[int, int]] = {}
    for run, item, rank in rows_of(statement, words):
        found.setdefault(item, {})[run] = rank
    return found
