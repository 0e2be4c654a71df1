"""Benchmarks and what is in them, for readers: who rates must not learn what was written for which
video."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any

from django.conf import settings
from django.db.models import Aggregate, Count, Min, Q, QuerySet

from foundation.asking.questions import asked
from foundation.database.rows import the_row
from foundation.frozen import frozen
from people.models import User
from people.queries import require_reader
from pooling.models import Benchmark, BenchmarkImport, Caption, Run, Video
from pooling.queries.visible import readers_pools, readers_runs


def access_benchmarks(asking: User) -> QuerySet[Benchmark]:
    require_reader(asking)
    return Benchmark.objects.all()


def access_benchmark(asking: User, benchmark_id: int) -> Benchmark:
    return the_row(access_benchmarks(asking), "benchmark", pk=benchmark_id)


def access_captions(asking: User, benchmark: Benchmark) -> QuerySet[Caption]:
    require_reader(asking)
    return Caption.objects.filter(benchmark=benchmark).select_related("query", "video")


def access_caption(asking: User, benchmark: Benchmark, number: int) -> Caption:
    return the_row(access_captions(asking, benchmark), "caption", number=number)


def access_videos(asking: User, benchmark: Benchmark) -> QuerySet[Video]:
    require_reader(asking)
    return Video.objects.filter(benchmark=benchmark)


def access_video(asking: User, benchmark: Benchmark, number: int) -> Video:
    return the_row(access_videos(asking, benchmark), "video", number=number)


def imports_of(benchmark: Benchmark) -> QuerySet[BenchmarkImport]:
    return benchmark.imports.select_related("imported_by").order_by("-pk")


@frozen
class CaptionFilter:
    search: str = asked(
        "Only captions with this in their text or their key.",
        default="",
        longest=200,
        label="Text or key",
    )

    def of(self, captions: QuerySet[Caption]) -> QuerySet[Caption]:
        found = Q(key__icontains=self.search) | Q(query__text__icontains=self.search)
        return captions.filter(found) if self.search else captions


@frozen
class VideoFilter:
    search: str = asked("Only videos with this in their key.", default="", longest=200, label="Key")
    state: str = asked("Only videos in this state.", default="", choices=dict(Video.State.choices))

    def of(self, videos: QuerySet[Video]) -> QuerySet[Video]:
        if self.search:
            videos = videos.filter(key__icontains=self.search)
        return videos.filter(state=self.state) if self.state else videos


def video_states(benchmarks: Collection[Benchmark]) -> dict[int, dict[str, int]]:
    """How many videos are in each state that occurs, by the benchmark's id: from the index by state
    alone."""
    counts: dict[int, dict[str, int]] = defaultdict(dict)
    rows = Video.objects.filter(benchmark__in=benchmarks).values_list("benchmark_id", "state")
    counted = rows.annotate(Count("number")).order_by("benchmark_id", "state")
    for benchmark_id, state, count in counted:
        counts[benchmark_id][state] = count
    return counts


def by_value(rows: QuerySet[Any], column: str, found: Aggregate | None = None) -> dict[int, int]:
    """What is found of the rows that have the same value in a column, by that value: how many there
    are, if nothing else is asked."""
    groups = rows.values_list(column).annotate(found or Count("pk"))
    return dict(groups.order_by(column))


def counts_by_benchmark(
    counted: QuerySet[Any], benchmarks: Collection[Benchmark]
) -> dict[int, int]:
    """How many runs or pools a benchmark has, by its id; no entry where it has none."""
    return by_value(counted.filter(benchmark__in=benchmarks), "benchmark_id")


def caption_lengths(benchmark: Benchmark) -> dict[int, int]:
    """Words of a caption -> how many captions have as many."""
    return by_value(benchmark.captions.all(), "query__words")


def original_counts(captions: Collection[Caption]) -> dict[int, int]:
    """How many different videos each query's captions were written for, by the query's id."""
    rows = Caption.objects.filter(query__in={caption.query_id for caption in captions})
    return by_value(rows, "query_id", Count("video", distinct=True))


def same_text(caption: Caption) -> QuerySet[Caption]:
    """The other captions that say the same, letter for letter."""
    return caption.query.captions.exclude(pk=caption.pk).select_related("video").order_by("number")


def first_captions(query_ids: Collection[int]) -> Mapping[int, int]:
    """The number of the first caption with a query's text, by the query's id: the page to send
    people to."""
    return by_value(Caption.objects.filter(query__in=query_ids), "query_id", Min("number"))


def example_keys(benchmark: Benchmark) -> dict[str, str]:
    """The keys of its first caption and of a video, to show how a file names them."""
    caption = benchmark.captions.order_by("number").first()
    video = benchmark.videos.order_by("number").first()
    return {
        "caption": caption.key if caption else "c1",
        "video": video.key if video else "video7010",
    }


def videos_without_file(benchmark: Benchmark) -> QuerySet[Video]:
    return benchmark.videos.filter(state=Video.State.MISSING).order_by("number")


def files_known(benchmark: Benchmark) -> dict[str, list[str] | dict[str, int]]:
    """By their keys: videos whose file is wanted, the bytes of the files that wait to be made
    playable, and the videos that play."""
    wanted, waiting, playing = list[str](), dict[str, int](), list[str]()
    rows = benchmark.videos.order_by("number").values_list("key", "state", "source")
    for key, state, source in rows.iterator():
        if state == Video.State.READY:
            playing.append(key)
        elif state == Video.State.WAITING and (file := settings.MEDIA_ROOT / source).is_file():
            waiting[key] = file.stat().st_size
        else:
            wanted.append(key)
    return {"wanted": wanted, "waiting": waiting, "playing": playing}


def runs_of(benchmark: Benchmark, direction: str = Run.Direction.TEXT_TO_VIDEO) -> QuerySet[Run]:
    """Those that every reader may know of."""
    runs = readers_runs().filter(benchmark=benchmark, direction=direction)
    return runs.select_related("model").order_by("pk")


def access_caption_by_id(asking: User, caption_id: int) -> Caption:
    """The caption of the API's id. Pages name captions and videos by number, in their benchmark."""
    require_reader(asking)
    return the_row(Caption.objects.select_related("query", "video"), "caption", pk=caption_id)


def access_video_by_id(asking: User, video_id: int) -> Video:
    require_reader(asking)
    return the_row(Video.objects.all(), "video", pk=video_id)


@frozen
class Counted:
    """A benchmark and what there is of it."""

    benchmark: Benchmark
    states: dict[str, int]
    runs: int
    pools: int

    @property
    def playing(self) -> int:
        return self.states.get(Video.State.READY, 0)

    @property
    def failed(self) -> int:
        return self.states.get(Video.State.FAILED, 0)

    @property
    def missing(self) -> int:
        return self.states.get(Video.State.MISSING, 0)


def count_benchmarks(benchmarks: list[Benchmark]) -> list[Counted]:
    states = video_states(benchmarks)
    runs, pools = (
        counts_by_benchmark(rows, benchmarks) for rows in (readers_runs(), readers_pools())
    )
    return [
        Counted(row, states.get(row.pk, {}), runs.get(row.pk, 0), pools.get(row.pk, 0))
        for row in benchmarks
    ]
