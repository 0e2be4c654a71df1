"""Benchmarks, their captions and videos by API, read by viewers, leads and administrators."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.exceptions import ParseError
from rest_framework.generics import ListAPIView
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from foundation.api.reading import read, read_parameters
from jobs.api.accepting import AcceptedSerializer, accepted
from people.actor import actor_of, person_of
from people.models import Role
from pooling.actions.hand_in import hand_in
from pooling.models import Benchmark, Caption, Run, Video
from pooling.queries.benchmarks import (
    access_benchmark,
    access_benchmarks,
    access_captions,
    access_videos,
    runs_of,
    search_captions,
    search_videos,
)
from pooling.queries.by_id import access_caption_by_id, access_video_by_id
from pooling.queries.overlap import overlap_of_runs
from pooling.serializers import benchmarks as shown

MOST_COMPARED = 20


class Benchmarks(ListAPIView[Benchmark]):
    serializer_class = shown.BenchmarkSerializer
    parser_classes = [MultiPartParser]
    queryset = Benchmark.objects.none()  # for the schema; each request gets its own
    for_readers = True
    least_role = Role.LEAD

    def get_queryset(self) -> QuerySet[Benchmark]:
        return access_benchmarks(person_of(self.request)).select_related("created_by")

    @extend_schema(
        operation_id="benchmarks_list", summary="Benchmarks, newest first", tags=["benchmarks"]
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="benchmarks_import",
        summary="Import captions",
        tags=["benchmarks"],
        request={"multipart/form-data": shown.ImportCaptionsSerializer},
        responses={202: AcceptedSerializer},
    )
    def post(self, request: Request) -> Response:
        """Into a new benchmark, or adding to one. A job reads the file: all of it is imported, or
        nothing."""
        asked = dict(read(request, shown.ImportCaptionsSerializer).validated_data)
        name, files = (
            asked.pop("name"),
            {"upload": asked.pop("captions"), "keep": asked.pop("list")},
        )
        title = f"{'Try importing' if asked['dry_run'] else 'Import'} captions into {name}"
        job = hand_in(
            actor_of(request),
            "pooling.import_captions",
            files,
            title=title,
            benchmark=name,
            **asked,
        )
        return accepted(request, job)


@extend_schema_view(
    get=extend_schema(
        operation_id="benchmarks_show",
        summary="One benchmark",
        tags=["benchmarks"],
        responses=shown.OneBenchmarkSerializer,
    )
)
class OneBenchmark(APIView):
    """With what it is made of, and how many of its videos play."""

    for_readers = True
    least_role = Role.LEAD

    def get(self, request: Request, benchmark_id: int) -> Response:
        of = access_benchmark(person_of(request), benchmark_id)
        return Response(shown.OneBenchmarkSerializer(of, context={"request": request}).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="benchmarks_overlap",
        summary="How alike the runs are",
        tags=["benchmarks"],
        parameters=[shown.OverlapAskedSerializer],
        responses=shown.OverlapSerializer,
    )
)
class Overlap(APIView):
    """Every two runs that rank videos for captions: means over captions, null where neither ranks
    any."""

    for_readers = True
    least_role = Role.LEAD

    def get(self, request: Request, benchmark_id: int) -> Response:
        of = access_benchmark(person_of(request), benchmark_id)
        asked = read_parameters(request, shown.OverlapAskedSerializer)
        runs = runs_to_compare(of, asked["runs"])
        try:
            found = overlap_of_runs(of, asked["depth"], asked["p"], runs)
        except ValidationError as refused:
            raise ParseError(" ".join(refused.messages)) from None
        return Response({"rows": [row.as_json() for row in found]})


def runs_to_compare(of: Benchmark, asked: list[Run]) -> list[Run]:
    """Those asked for, or all; so many that an answer may wait for them."""
    comparable = runs_of(of)
    runs = (
        [run for run in comparable if run in asked]
        if asked
        else list(comparable[: MOST_COMPARED + 1])
    )
    if len(runs) < len(set(asked)):
        raise ParseError("runs: expected runs of this benchmark that rank videos for captions.")
    if len(runs) > MOST_COMPARED:
        raise ParseError(
            f"runs: expected {MOST_COMPARED} at a time, or fewer; manage.py overlap compares any"
            " number."
        )
    return runs


@extend_schema_view(
    get=extend_schema(
        operation_id="captions_list",
        summary="Captions of a benchmark, in its order",
        tags=["benchmarks"],
        parameters=[shown.CaptionFilterSerializer],
    )
)
class Captions(ListAPIView[Caption]):
    serializer_class = shown.CaptionSerializer
    queryset = Caption.objects.none()
    ordering = ("number",)
    for_readers = True
    least_role = Role.LEAD

    def get_queryset(self) -> QuerySet[Caption]:
        asking = person_of(self.request)
        of = access_benchmark(asking, self.kwargs["benchmark_id"])
        asked = read_parameters(self.request, shown.CaptionFilterSerializer)
        return search_captions(access_captions(asking, of), **asked)


@extend_schema_view(
    get=extend_schema(
        operation_id="captions_show",
        summary="One caption",
        tags=["benchmarks"],
        responses=shown.OneCaptionSerializer,
    )
)
class OneCaption(APIView):
    """With the other captions that say the same."""

    for_readers = True
    least_role = Role.LEAD

    def get(self, request: Request, caption_id: int) -> Response:
        return Response(
            shown.OneCaptionSerializer(access_caption_by_id(person_of(request), caption_id)).data
        )


class Videos(ListAPIView[Video]):
    serializer_class = shown.VideoSerializer
    parser_classes = [MultiPartParser]
    queryset = Video.objects.none()
    ordering = ("number",)
    for_readers = True
    least_role = Role.LEAD

    def get_queryset(self) -> QuerySet[Video]:
        asking = person_of(self.request)
        of = access_benchmark(asking, self.kwargs["benchmark_id"])
        return search_videos(
            access_videos(asking, of), **read_parameters(self.request, shown.VideoFilterSerializer)
        )

    @extend_schema(
        operation_id="videos_list",
        summary="Videos of a benchmark, in its order",
        tags=["benchmarks"],
        parameters=[shown.VideoFilterSerializer],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="videos_import",
        summary="Import video files",
        tags=["benchmarks"],
        request={"multipart/form-data": shown.ImportVideosSerializer},
        responses={202: AcceptedSerializer},
    )
    def post(self, request: Request, benchmark_id: int) -> Response:
        """A job takes each file by itself, and refuses it by itself; others then make them
        playable."""
        of = access_benchmark(person_of(request), benchmark_id)
        asked = read(request, shown.ImportVideosSerializer).validated_data
        files = {"uploads": asked["videos"], "links": asked["links"]}
        title = f"Import videos into {of}"
        return accepted(
            request,
            hand_in(
                actor_of(request), "pooling.import_videos", files, title=title, benchmark=of.pk
            ),
        )


@extend_schema_view(
    get=extend_schema(
        operation_id="videos_show",
        summary="One video",
        tags=["benchmarks"],
        responses=shown.VideoSerializer,
    )
)
class OneVideo(APIView):
    """Its state, and where the film is for whoever asked."""

    for_readers = True
    least_role = Role.LEAD

    def get(self, request: Request, video_id: int) -> Response:
        video = access_video_by_id(person_of(request), video_id)
        return Response(shown.VideoSerializer(video, context={"request": request}).data)
