"""What must always be true of a benchmark: its counts, and those of its pools and runs.

Packages above have more to ask of each benchmark: they register it here, so that all that is found
of one benchmark comes together.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from django.db.models import Q

from foundation.integrity import Difference, StoredFile, run_checks
from pooling.models import Benchmark, Run, Upload, Video

BenchmarkCheck = Callable[[Benchmark], Iterator[Difference]]

# Of one benchmark: %(benchmark)s. Each selects one column, the sentence.
OF_A_BENCHMARK = {
    "pool": (
        """
        SELECT format('pool %%s: counts are %%s, but a recount gives %%s', p.name,
          (p.pairs, p.unjudged, p.captions), (n.pairs, n.unjudged, k.captions))
        FROM pooling_pool p
        CROSS JOIN LATERAL (SELECT count(*) AS pairs, count(*) FILTER (WHERE NOT judged) AS unjudged
          FROM pooling_poolpair WHERE pool_id = p.id) n
        CROSS JOIN LATERAL (SELECT count(*) AS captions FROM pooling_poolcaption
          WHERE pool_id = p.id) k
        WHERE p.benchmark_id = %(benchmark)s
          AND (p.pairs, p.unjudged, p.captions) <> (n.pairs, n.unjudged, k.captions)"""
    ),
    "run": (
        """
        SELECT format('run %%s: says that it has %%s rankings, but has %%s', r.name, r.items,
          n.count)
        FROM pooling_run r
        CROSS JOIN LATERAL (SELECT count(*) FROM pooling_ranking WHERE run_id = r.id) n
        WHERE r.benchmark_id = %(benchmark)s AND r.items <> n.count"""
    ),
    "benchmark": (
        """
        SELECT format('counts of captions, queries, videos and training captions are %%s,'
            ' but a recount gives %%s',
          (b.caption_count, b.query_count, b.video_count, b.training_count),
          (c.count, q.count, v.count, t.count))
        FROM pooling_benchmark b
        CROSS JOIN (SELECT count(*) FROM pooling_caption WHERE benchmark_id = %(benchmark)s) c
        CROSS JOIN (SELECT count(*) FROM pooling_query WHERE benchmark_id = %(benchmark)s) q
        CROSS JOIN (SELECT count(*) FROM pooling_video WHERE benchmark_id = %(benchmark)s) v
        CROSS JOIN (SELECT count(*) FROM pooling_trainingcaption
          WHERE benchmark_id = %(benchmark)s) t
        WHERE b.id = %(benchmark)s
          AND (b.caption_count, b.query_count, b.video_count, b.training_count)
            <> (c.count, q.count, v.count, t.count)"""
    ),
}

_checks: list[BenchmarkCheck] = []


def check_benchmarks_by(check: BenchmarkCheck) -> None:
    """Registers what is asked of each benchmark."""
    _checks.append(check)


def differences() -> Iterator[Difference]:
    for benchmark in Benchmark.objects.order_by("id"):
        yield from benchmark_differences(benchmark)


def benchmark_differences(benchmark: Benchmark) -> Iterator[Difference]:
    """What packages above find of it, and then what its own rows say."""
    for check in _checks:
        yield from check(benchmark)
    yield from run_checks(OF_A_BENCHMARK, f"benchmark {benchmark.name}", benchmark=benchmark.pk)


def stored_files() -> Iterator[StoredFile]:
    """Those that rows of this package name: clips, their posters and sources, and uploads."""
    videos = Video.objects.exclude(Q(path="") & Q(source="") & Q(poster="")).order_by("id")
    for video in videos.iterator():
        files = {video.path: video.sha256, video.source: video.source_sha256}
        files[video.poster] = Path(video.poster).stem  # a poster's name is its checksum
        for path in filter(None, (video.path, video.poster, video.source)):
            yield StoredFile(path, files[path], f"video {video.pk}")
    for upload in Upload.objects.exclude(path="").order_by("id").iterator():
        yield StoredFile(upload.path, upload.sha256, f"upload {upload.pk}")
    for run in Run.objects.exclude(whole="").order_by("id").iterator():
        yield StoredFile(run.whole, run.whole_sha256, f"run {run.pk}")
