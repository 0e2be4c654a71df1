"""Models, their runs and what those say of a caption or a video, for readers: a rater must not
learn who found what."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import combinations, count
from typing import TypeVar

from django.core.exceptions import ValidationError
from django.db.models import F, Model, QuerySet

from foundation.asking.questions import asked
from foundation.database.rows import rows_of, the_row
from foundation.frozen import frozen
from measures.overlap import OverlapRow, compare
from people.models import User
from pooling.models import (
    Benchmark,
    Caption,
    JudgedPair,
    Provenance,
    Ranking,
    RetrievalModel,
    Run,
    Video,
)
from pooling.queries.axes import Named, read_names, read_targets, sides_of
from pooling.queries.benchmarks import access_benchmarks, by_value, runs_of
from pooling.queries.visible import readers_runs, visible_models, visible_runs

Row = TypeVar("Row", bound=Model)


@frozen
class OfBenchmark:
    """Runs or pools of one benchmark, where one is named."""

    benchmark: Benchmark | None = asked(
        "Only those of the benchmark with this id.",
        default=None,
        rows=lambda asking: access_benchmarks(asking).order_by("name"),
    )

    def of(self, rows: QuerySet[Row]) -> QuerySet[Row]:
        return rows.filter(benchmark=self.benchmark) if self.benchmark else rows


# Scores are summed up over so many rankings, the first ones, however long the run is.
SUMMED_UP = 2_000
RANKS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1_000)


def access_models(asking: User) -> QuerySet[RetrievalModel]:
    return visible_models(asking)


def access_model(asking: User, model_id: int) -> RetrievalModel:
    return the_row(access_models(asking), "model", pk=model_id)


def access_runs(asking: User, benchmark: Benchmark | None = None) -> QuerySet[Run]:
    """The one way to runs on a person's behalf: see pooling/queries/visible.py."""
    runs = visible_runs(asking, benchmark)
    seen = ("provenance__trained_on", "provenance__labels_of")
    return runs.select_related("benchmark", "model", "created_by", *seen)


def access_run(asking: User, run_id: int) -> Run:
    which = {"submission__number": run_id} if asking.is_submitter else {"pk": run_id}
    return the_row(access_runs(asking), "run", **which)


def runs_by_model(models: Collection[RetrievalModel]) -> dict[int, int]:
    return by_value(readers_runs().filter(model__in=models), "model_id")


@frozen
class ScoresAtRank:
    """The rankings that reach this rank: how many, and their scores' tenth, middle and nine
    tenths."""

    rank: int
    rankings: int
    low: float
    median: float
    high: float


def scores_by_rank(run: Run) -> list[ScoresAtRank]:
    # Past a ranking's end scores[rank] is NULL, which neither count nor percentile_cont regards.
    statement = (
        "SELECT rank, count(scores[rank]), percentile_cont(ARRAY[0.1, 0.5, 0.9]) WITHIN GROUP"
        " (ORDER BY scores[rank]) FROM pooling_ranking, unnest(%s::int[]) rank WHERE run_id = %s"
        " AND item < %s GROUP BY rank HAVING count(scores[rank]) > 0 ORDER BY rank"
    )
    ranks = [rank for rank in RANKS if rank <= run.depth]
    found = rows_of(statement, [ranks, run.pk, SUMMED_UP])
    return [ScoresAtRank(rank, reached, *scores) for rank, reached, scores in found]


@frozen
class RankedVideo:
    rank: int
    score: float
    video: Video
    original: bool  # the source of a caption with this text
    verdict: str  # of JudgedPair.Verdict, empty where nobody has judged the pair


@frozen
class RankedRow:
    """What one run ranks highest for a caption; `own_rank` is where it has the caption's own video,
    None if not known."""

    run: Run
    own_rank: int | None
    videos: Sequence[RankedVideo]


def top_videos(caption: Caption, runs: Sequence[Run], depth: int) -> list[RankedRow]:
    """Each run's first videos for this caption, in the order of `runs`: four reads however many
    runs there are."""
    asked = Ranking.objects.filter(run__in=runs, item=caption.number)
    tops = asked.annotate(top=F("targets")[0:depth], best=F("scores")[0:depth])
    rows = {row["run_id"]: row for row in tops.values("run_id", "own_rank", "top", "best")}
    numbers = {number for row in rows.values() for number in row["top"]}
    videos = Video.objects.filter(benchmark_id=caption.benchmark_id, number__in=numbers).in_bulk()
    by_number = {video.number: video for video in videos.values()}
    originals = set(caption.query.captions.values_list("video_id", flat=True))
    judged = JudgedPair.objects.filter(query=caption.query_id, video__in=videos)
    verdicts = dict(judged.values_list("video_id", "verdict"))

    def ranked(rank: int, number: int, score: float) -> RankedVideo:
        video = by_number[number]
        original, verdict = video.pk in originals, verdicts.get(video.pk, "")
        return RankedVideo(rank, score, video, original, verdict)

    return [
        RankedRow(run, row["own_rank"], list(map(ranked, count(1), row["top"], row["best"])))
        for run in runs
        if (row := rows.get(run.pk))
    ]


def own_ranks(runs: Collection[Run], items: Collection[int]) -> dict[int, dict[int, int | None]]:
    """The ranks of the items' own targets: item's number -> run's id -> rank; no entry where the
    run has no ranking."""
    ranks: dict[int, dict[int, int | None]] = defaultdict(dict)
    rows = Ranking.objects.filter(run__in=runs, item__in=items)
    for item, run_id, own_rank in rows.values_list("item", "run_id", "own_rank"):
        ranks[item][run_id] = own_rank
    return ranks


@frozen
class FirstRanking:
    """The beginning of one item's ranking, in words."""

    number: int
    name: str
    own_rank: int | None
    targets: Sequence[str]


def first_rankings(run: Run, *, items: int, depth: int) -> list[FirstRanking]:
    """The first rankings by the items' numbers, with the keys of the targets ranked highest."""
    tops = run.rankings.order_by("item").annotate(top=F("targets")[0:depth])
    rows = list(tops.values_list("item", "own_rank", "top")[:items])
    names: dict[Named, str] = {Caption: "query__text", Video: "key"}
    numbers = {item for item, _, _ in rows}, {number for _, _, top in rows for number in top}
    item_names, target_names = (
        read_names(kind, run.benchmark_id, those, names[kind])
        for kind, those in zip(sides_of(run), numbers, strict=True)
    )
    return [
        FirstRanking(item, item_names[item], own_rank, [target_names[number] for number in top])
        for item, own_rank, top in rows
    ]


@frozen
class OverlapAsked:
    """Runs to compare, and how."""

    runs: tuple[Run, ...] = asked(
        "The ids of the runs. All that rank videos for captions are compared if none is given.",
        default=(),
        rows=access_runs,
    )
    depth: int = asked(
        "How far down the rankings are compared.", default=10, at_least=1, at_most=1_000, label="K"
    )
    p: float = asked(
        "The persistence of rank-biased overlap, between 0 and 1: the higher it is, the deeper it"
        " looks.",
        default=0.9,
        label="p",
    )


def overlap_of_runs(
    benchmark: Benchmark, depth: int = 10, p: float = 0.9, runs: Sequence[Run] | None = None
) -> list[OverlapRow]:
    """Every two of the runs (all that rank videos for captions, if none are given), both measures
    down to `depth`."""
    chosen = list(runs_of(benchmark)) if runs is None else list(runs)
    _check(chosen, depth, p)
    targets = [read_targets(run, depth, benchmark.caption_count) for run in chosen]
    return [
        compare(chosen[i].name, chosen[j].name, targets[i], targets[j], p)
        for i, j in combinations(range(len(chosen)), 2)
    ]


def _check(runs: Sequence[Run], depth: int, p: float) -> None:
    shallow = min(runs, key=lambda run: run.depth, default=None)
    if shallow is not None and not 1 <= depth <= shallow.depth:
        raise ValidationError(
            f"Depth {depth}: expected 1 to {shallow.depth}, the depth to which run {shallow.name}"
            " was imported."
        )
    if not 0 < p < 1:
        raise ValidationError(f"p {p}: expected a number between 0 and 1.")


def provenance_of(run: Run) -> Provenance | None:
    """None of a run that came from elsewhere: what its model saw is not known."""
    return getattr(run, "provenance", None)


def in_words(provenance: Provenance) -> str:
    """A sentence without its full stop."""
    of = provenance
    words = (
        f"trained here on {of.captions:,} captions of {of.videos:,} videos of {of.trained_on.name}"
    )
    if of.relevance == Provenance.COLLECTED and of.labels_of is not None:
        return (
            f"{words}, and on {of.labels:,} collected positives of {of.labels_of.name} (label log"
            f" up to {of.log_position})"
        )
    if of.relevance != Provenance.INSTANCE:
        return f"{words}, with relevance by the proxy {of.relevance} from {of.tau:g}"
    return words


def warning_of(provenance: Provenance) -> str:
    """What its scores must not be read without; empty where it saw nothing of what is evaluated."""
    seen = [
        f"{count:,} {what}"
        for count, what in (
            (provenance.evaluated_labels, "labels of evaluated captions"),
            (provenance.evaluated_videos, "evaluated videos"),
        )
        if count
    ]
    return f"its model learnt from {' and '.join(seen)}" if seen else ""
