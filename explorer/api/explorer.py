"""The explorer by API, for viewers, leads and administrators."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from annotator.queries.statements import history_of
from explorer import serializers as shown
from explorer.actions.keep import find_facts
from explorer.forms import joined
from explorer.queries import as_json
from explorer.queries.captions import search_captions
from explorer.queries.kept import best_runs
from explorer.queries.ranked import (
    captions_of,
    known_of_caption,
    known_of_video,
    ranked_for_caption,
    ranked_for_video,
)
from explorer.queries.runs import (
    choose_both_ways,
    choose_runs,
    runs_offered,
    shown_runs,
)
from foundation.api.reading import ask, read_parameters
from jobs.api.accepting import AcceptedSerializer, accepted
from people.actor import actor_of, person_of
from people.api.reading import described
from people.models import Role
from pooling.queries.benchmarks import (
    access_benchmark,
    access_caption_by_id,
    access_video_by_id,
    access_videos,
)


class _Read(APIView):
    for_readers = True
    least_role = Role.LEAD


@extend_schema_view(
    get=extend_schema(
        operation_id="benchmarks_explore",
        summary="Captions by what runs do with them",
        tags=["explorer"],
        parameters=[shown.CaptionsWantedSerializer, shown.PageSerializer],
        responses={200: shown.ExploreSerializer, 202: AcceptedSerializer},
    )
)
class Explore(_Read):
    """By words, length and positives, and by what the chosen runs have in their top K.

    Where the captions of a large benchmark have not been looked at yet, the answer is 202 with the
    job that does it.
    """

    def get(self, request: Request, benchmark_id: int) -> Response:
        asking = person_of(request)
        of = access_benchmark(asking, benchmark_id)
        wanted = ask(request, shown.CaptionsWantedSerializer, joined(request.query_params))
        page = read_parameters(request, shown.PageSerializer)
        answer = find_facts(actor_of(request), of)
        if answer.facts is None:
            assert answer.job is not None  # noqa: S101  (one of the two is there)
            return accepted(request, answer.job)
        offered = runs_offered(asking, of)
        chosen = choose_runs(offered, wanted.runs, answer.facts.best)
        search = search_captions(of, answer.facts, chosen, wanted)
        way, _, number = page["cursor"].partition("-")
        found = search.page({way: int(number)} if way else {}, page["limit"])
        names = shown_runs(chosen)
        return Response(
            {
                "results": [as_json.found_caption(row, search, names) for row in found.rows],
                "total": found.total,
                "newer_labels": answer.newer,
                "next": _address(request, "after", found.after),
                "previous": _address(request, "before", found.before),
            }
        )


def _address(request: Request, way: str, key: str) -> str | None:
    here = request.build_absolute_uri()
    return replace_query_param(here, "cursor", f"{way}-{key}") if key else None


@described(
    "captions_ranked",
    "What runs rank for a caption",
    tag="explorer",
    parameters=[shown.RankedWantedSerializer],
    responses=shown.RankedCaptionSerializer,
)
class RankedCaption(_Read):
    """Runs from text to video, with what is known of each pair and what they score."""

    def get(self, request: Request, caption_id: int) -> Response:
        asking = person_of(request)
        caption = access_caption_by_id(asking, caption_id)
        wanted = ask(request, shown.RankedWantedSerializer, joined(request.query_params))
        of = access_benchmark(asking, caption.benchmark_id)
        offered = runs_offered(asking, of)
        chosen = choose_runs(offered, wanted.runs, [] if wanted.runs else best_runs(of))
        found = ranked_for_caption(caption, chosen, wanted.rule, wanted.ranks)
        told = as_json.ranked(found, shown_runs(chosen), wanted.rule)
        return Response({"caption": as_json.of_caption(caption)} | told)


@described(
    "videos_ranked",
    "What runs rank for a video, and the captions that find it",
    tag="explorer",
    parameters=[shown.RankedWantedSerializer],
    responses=shown.RankedVideoSerializer,
)
class RankedVideo(_Read):
    """Runs from video to text, its own captions, those collected for it, and those for which a run
    from text to video has it high; at most 50 of each."""

    def get(self, request: Request, video_id: int) -> Response:
        asking = person_of(request)
        video = access_video_by_id(asking, video_id)
        wanted = ask(request, shown.RankedWantedSerializer, joined(request.query_params))
        of = access_benchmark(asking, video.benchmark_id)
        offered = runs_offered(asking, of)
        best = [] if wanted.runs else best_runs(of)
        forward, backward = choose_both_ways(offered, wanted.runs, best)
        known = known_of_video(video)
        found = ranked_for_video(video, known, backward, wanted.rule, wanted.ranks)
        lists = captions_of(video, known, forward, wanted.rule, wanted.ranks)
        told = as_json.ranked(found, shown_runs(backward), wanted.rule)
        told |= as_json.caption_lists(lists, forward)
        return Response({"video": as_json.of_video(video)} | told)


@described(
    "pairs_history",
    "What happened to a pair",
    tag="explorer",
    responses=shown.PairHistorySerializer,
)
class History(_Read):
    """In each campaign that asked about it: the verdict, how many labels, and from when to when.
    `given` has the labels themselves, for leads."""

    def get(self, request: Request, caption_id: int, video_id: int) -> Response:
        asking = person_of(request)
        caption = access_caption_by_id(asking, caption_id)
        videos = access_videos(asking, caption.benchmark)
        video = get_object_or_404(videos, pk=video_id)
        told: dict[str, Any] = {
            "caption": as_json.of_caption(caption),
            "video": as_json.of_video(video),
        }
        told["mark"] = known_of_caption(caption).mark(video.number, "all")
        return Response(told | as_json.history(history_of(asking, caption, video)))
