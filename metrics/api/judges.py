"""Judges from outside by API: handed in by submitters, read by them and by leads."""

from django.http import HttpResponseBase
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.api.address import Addresses
from foundation.api.operation import operation
from jobs.api.accepting import ACCEPTED, accepted
from metrics import serializers as shown
from metrics.downloads import pairs_download
from people.actor import actor_of, person_of
from people.models import Role, Scope
from pooling.queries.submissions import open_benchmark, require_submitter
from witnesses.actions.submit_judge import hand_in_judge
from witnesses.asked.judges import JudgeAsked
from witnesses.models import JudgeSubmission
from witnesses.queries.judges import access_judge, access_judges

DOOR = Addresses("submissions", for_submitters=True, least_role=Role.LEAD)

DOOR.lists(
    "submissions/judges",
    "judges_list",
    "Judges from outside, newest first",
    access_judges,
    shown.JudgeSerializer,
    "One's own for submitters, all of them for leads.",
    scope={"POST": Scope.LABEL},
    parser_classes=[MultiPartParser],
    ordering=("-witness",),
)


@DOOR.post(
    "submissions/judges",
    "Hand in a judge",
    {"multipart/form-data": shown.SubmitJudgeSerializer},
    ACCEPTED,
    of=require_submitter,
)
def judges_hand_in(request: Request, _: None, wanted: JudgeAsked) -> Response:
    """A job reads the opinions and keeps all that are of pairs on the list, or nothing. For
    submitters; the team imports its witnesses."""
    return accepted(request, hand_in_judge(actor_of(request), wanted))


@DOOR.get(
    "submissions/judges/<int:judge_id>",
    "One judge from outside",
    gives=shown.OneJudgeSerializer,
    of=access_judge,
)
def judges_show(_: Request, judge: JudgeSubmission) -> JudgeSubmission:
    """With what it is worth beside the labels as they are now, and which published runs it
    flatters: exactly for leads, in steps for its author."""
    return judge


class JudgePairs(APIView):
    """CSV, `caption,video`, in the order of keys. It does not tell what is judged, or by which run
    a pair was found."""

    for_submitters = True
    least_role = Role.LEAD

    @operation(
        "judges_pairs",
        "The pairs of a benchmark that opinions are asked about",
        "submissions",
        gives={(200, "text/csv"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, benchmark_id: int) -> HttpResponseBase:
        return pairs_download(open_benchmark(person_of(request), benchmark_id))


urlpatterns = [
    path("submissions/judges/pairs/<int:benchmark_id>", JudgePairs.as_view()),
    *DOOR.urls,
]
