"""Benchmarks, their captions and videos by API, read by viewers, leads and administrators."""

from django.db.models import QuerySet
from rest_framework.exceptions import ParseError
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from foundation.api.operation import operation
from foundation.api.reading import ask
from jobs.api.accepting import ACCEPTED, accepted, asked_job
from people.actor import actor_of, person_of
from people.api.reading import ReadersList, ReadersOne, described
from people.models import Role
from pooling.actions.hand_in import hand_in_captions, hand_in_videos
from pooling.actions.take_fingerprints import start_fingerprints
from pooling.models import Benchmark, Caption, Run, Video
from pooling.queries import benchmarks as queries
from pooling.queries.benchmarks import access_caption_by_id, access_video_by_id
from pooling.queries.runs import overlap_of_runs
from pooling.serializers import benchmarks as shown

MOST_COMPARED = 20


@described("benchmarks_list", "Benchmarks, newest first", tag="benchmarks")
class Benchmarks(ReadersList[Benchmark]):
    serializer_class = shown.BenchmarkSerializer
    parser_classes = [MultiPartParser]
    queryset = Benchmark.objects.none()  # for the schema; each request gets its own

    def get_queryset(self) -> QuerySet[Benchmark]:
        return queries.access_benchmarks(self.asking).select_related("created_by")

    @operation(
        "benchmarks_import",
        "Import captions",
        "benchmarks",
        {"multipart/form-data": shown.ImportCaptionsSerializer},
        ACCEPTED,
    )
    def post(self, request: Request) -> Response:
        """Into a new benchmark, or adding to one. A job reads the file: all of it is imported, or
        nothing."""
        return asked_job(request, shown.ImportCaptionsSerializer, hand_in_captions)


@described("benchmarks_show", "One benchmark", tag="benchmarks")
class OneBenchmark(ReadersOne[Benchmark]):
    """With what it is made of, and how many of its videos play."""

    serializer_class = shown.OneBenchmarkSerializer
    access = queries.access_benchmark


@described(
    "benchmarks_overlap",
    "How alike the runs are",
    tag="benchmarks",
    parameters=[shown.OverlapAskedSerializer],
    responses=shown.OverlapSerializer,
)
class Overlap(APIView):
    """Every two runs that rank videos for captions: means over captions, null where neither ranks
    any."""

    for_readers = True
    least_role = Role.LEAD

    def get(self, request: Request, benchmark_id: int) -> Response:
        of = queries.access_benchmark(person_of(request), benchmark_id)
        wanted = ask(request, shown.OverlapAskedSerializer)
        runs = runs_to_compare(of, wanted.runs)
        found = overlap_of_runs(of, wanted.depth, wanted.p, runs)
        return Response({"rows": [row.as_json() for row in found]})


def runs_to_compare(of: Benchmark, asked: tuple[Run, ...]) -> list[Run]:
    """Those asked for, or all: no more of them than an answer may wait for."""
    comparable = queries.runs_of(of)
    runs = [run for run in comparable if run in asked]
    if not asked:
        runs = list(comparable[: MOST_COMPARED + 1])
    if len(runs) < len(set(asked)):
        raise ParseError("runs: expected runs of this benchmark that rank videos for captions.")
    if len(runs) > MOST_COMPARED:
        raise ParseError(
            f"runs: expected {MOST_COMPARED} at a time, or fewer; manage.py overlap compares any"
            " number."
        )
    return runs


@described(
    "captions_list",
    "Captions of a benchmark, in its order",
    tag="benchmarks",
    parameters=[shown.CaptionFilterSerializer],
)
class Captions(ReadersList[Caption]):
    serializer_class = shown.CaptionSerializer
    queryset = Caption.objects.none()
    ordering = ("number",)

    def get_queryset(self) -> QuerySet[Caption]:
        of = queries.access_benchmark(self.asking, self.kwargs["benchmark_id"])
        rows = queries.access_captions(self.asking, of)
        return ask(self.request, shown.CaptionFilterSerializer).of(rows)


@described("captions_show", "One caption", tag="benchmarks")
class OneCaption(ReadersOne[Caption]):
    """With the other captions that say the same."""

    serializer_class = shown.OneCaptionSerializer
    access = access_caption_by_id


@described(
    "videos_list",
    "Videos of a benchmark, in its order",
    tag="benchmarks",
    parameters=[shown.VideoFilterSerializer],
)
class Videos(ReadersList[Video]):
    serializer_class = shown.VideoSerializer
    parser_classes = [MultiPartParser]
    queryset = Video.objects.none()
    ordering = ("number",)

    def get_queryset(self) -> QuerySet[Video]:
        of = queries.access_benchmark(self.asking, self.kwargs["benchmark_id"])
        rows = queries.access_videos(self.asking, of)
        return ask(self.request, shown.VideoFilterSerializer).of(rows)

    @operation(
        "videos_import",
        "Import video files",
        "benchmarks",
        {"multipart/form-data": shown.ImportVideosSerializer},
        ACCEPTED,
    )
    def post(self, request: Request, benchmark_id: int) -> Response:
        """A job takes each file by itself, and refuses it by itself; others then make them
        playable."""
        of = queries.access_benchmark(self.asking, benchmark_id)
        return asked_job(request, shown.ImportVideosSerializer, hand_in_videos, benchmark=of)


class TakeFingerprints(APIView):
    least_role = Role.LEAD

    @operation(
        "videos_take_fingerprints", "Take fingerprints of clips", "benchmarks", None, ACCEPTED
    )
    def post(self, request: Request, benchmark_id: int) -> Response:
        """Of those that were made playable before there were fingerprints: without one, a clip's
        copies are not found. 409 where each has one."""
        of = queries.access_benchmark(person_of(request), benchmark_id)
        return accepted(request, start_fingerprints(actor_of(request), of))


@described("videos_show", "One video", tag="benchmarks")
class OneVideo(ReadersOne[Video]):
    """Its state, and where the film is for whoever asked."""

    serializer_class = shown.VideoSerializer
    access = access_video_by_id
