"""The explorer by API, for viewers, leads and administrators."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from annotator.api.address import Addresses
from annotator.queries.statements import history_of
from explorer import serializers as shown
from explorer.actions.keep import find_facts
from explorer.asked import RankedWanted
from explorer.queries.captions import search_captions
from explorer.queries.ranked import (
    CaptionNamed,
    VideoNamed,
    captions_of,
    known_of_caption,
    known_of_video,
    ranked_for_caption,
    ranked_for_video,
)
from explorer.queries.runs import choose_both_ways, choose_runs, runs_offered
from foundation.api.reading import ask, read_parameters
from jobs.api.accepting import AcceptedSerializer, accepted
from people.actor import actor_of, person_of
from people.models import Role, User
from pooling.models import Caption, Video
from pooling.queries.benchmarks import (
    access_benchmark,
    access_caption_by_id,
    access_video_by_id,
    access_videos,
)

EXPLORED = Addresses("explorer", for_readers=True, least_role=Role.LEAD)


@extend_schema_view(
    get=extend_schema(
        operation_id="benchmarks_explore",
        summary="Captions by what runs do with them",
        tags=["explorer"],
        parameters=[shown.CaptionsWantedSerializer, shown.PageSerializer],
        responses={200: shown.ExploreSerializer, 202: AcceptedSerializer},
    )
)
class Explore(APIView):
    """By words, length and positives, and by what the chosen runs have in their top K.

    Where the captions of a large benchmark have not been looked at yet, the answer is 202 with the
    job that does it.
    """

    for_readers = True
    least_role = Role.LEAD

    def get(self, request: Request, benchmark_id: int) -> Response:
        asking = person_of(request)
        of = access_benchmark(asking, benchmark_id)
        wanted = ask(request, shown.CaptionsWantedSerializer)
        page = read_parameters(request, shown.PageSerializer)
        answer = find_facts(actor_of(request), of)
        if answer.facts is None:
            assert answer.job is not None  # noqa: S101  (one of the two is there)
            return accepted(request, answer.job)
        offered = runs_offered(asking, of)
        chosen = choose_runs(of, offered, wanted.runs, answer.facts.best)
        search = search_captions(of, answer.facts, chosen, wanted)
        way, _, number = page["cursor"].partition("-")
        found = search.page({way: int(number)} if way else {}, page["limit"])
        return Response(
            {
                "results": [row.as_json() for row in found.rows],
                "total": found.total,
                "newer_labels": answer.newer,
                "next": _address(request, "after", found.after),
                "previous": _address(request, "before", found.before),
            }
        )


def _address(request: Request, way: str, key: str) -> str | None:
    here = request.build_absolute_uri()
    return replace_query_param(here, "cursor", f"{way}-{key}") if key else None


@EXPLORED.get(
    "captions/<int:caption_id>/ranked",
    "What runs rank for a caption",
    gives=shown.RankedCaptionSerializer,
    of=access_caption_by_id,
    filters=shown.RankedWantedSerializer,
)
def captions_ranked(request: Request, caption: Caption, wanted: RankedWanted) -> dict[str, Any]:
    """Runs from text to video, with what is known of each pair and what they score."""
    of, asking = caption.benchmark, person_of(request)
    chosen = choose_runs(of, runs_offered(asking, of), wanted.runs)
    found = ranked_for_caption(caption, chosen, wanted)
    return {"caption": CaptionNamed(caption).as_json()} | found.as_json()


@EXPLORED.get(
    "videos/<int:video_id>/ranked",
    "What runs rank for a video, and the captions that find it",
    gives=shown.RankedVideoSerializer,
    of=access_video_by_id,
    filters=shown.RankedWantedSerializer,
)
def videos_ranked(request: Request, video: Video, wanted: RankedWanted) -> dict[str, Any]:
    """Runs from video to text, its own captions, those collected for it, and those for which a run
    from text to video has it high; at most 50 of each."""
    of, asking, known = video.benchmark, person_of(request), known_of_video(video)
    forward, backward = choose_both_ways(of, runs_offered(asking, of), wanted.runs)
    found = ranked_for_video(video, known, backward, wanted)
    lists = captions_of(video, known, forward, wanted.rule, wanted.ranks)
    return {"video": VideoNamed(video).as_json()} | found.as_json() | lists.as_json()


def _pair(asking: User, caption_id: int, video_id: int) -> tuple[Caption, Video]:
    caption = access_caption_by_id(asking, caption_id)
    return caption, get_object_or_404(access_videos(asking, caption.benchmark), pk=video_id)


@EXPLORED.get(
    "captions/<int:caption_id>/videos/<int:video_id>/history",
    "What happened to a pair",
    gives=shown.PairHistorySerializer,
    of=_pair,
)
def pairs_history(request: Request, pair: tuple[Caption, Video]) -> dict[str, Any]:
    """In each campaign that asked about it: the verdict, how many labels, and from when to when.
    `given` has the labels themselves, for leads."""
    caption, video = pair
    found = history_of(person_of(request), caption, video)
    answer = {
        "caption": CaptionNamed(caption),
        "video": VideoNamed(video),
        "mark": known_of_caption(caption).mark(video.number, "all"),
        "verdict": found.verdict or None,
        "campaigns": found.campaigns,
    }
    return shown.PairHistorySerializer(answer).data
