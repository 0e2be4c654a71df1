"""Reports by API, read by viewers, leads and administrators."""

from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from foundation.api.operation import operation
from foundation.api.reading import read, read_parameters
from foundation.paging.keyset import cut
from jobs.api.accepting import AcceptedSerializer, accepted
from metrics import serializers as shown
from metrics.actions.delete_report import delete_report
from metrics.actions.start_evaluation import start_evaluation, start_verifying
from metrics.downloads import drawn_of_report
from metrics.models import Report
from metrics.queries.changes import (
    EvaluationChanges,
    compare_labels,
    compare_reports,
    compare_settings,
    name_changes,
)
from metrics.queries.reports import access_report, access_reports
from people.actor import actor_of, person_of
from people.api.reading import ReadersList, ReadersView, described
from people.models import Role

PART = "evaluations"
ACCEPTED = {202: AcceptedSerializer}
GONE = OpenApiResponse(
    description="It is gone; the labels and rankings that it followed from stay."
)


class Evaluations(ReadersList[Report]):
    serializer_class = shown.ReportSerializer
    queryset = Report.objects.none()  # for the schema; each request gets its own

    def get_queryset(self) -> QuerySet[Report]:
        return access_reports(self.asking)

    @operation("evaluations_list", "Reports, newest first", PART)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @operation(
        "evaluations_make",
        "Evaluate a benchmark's runs",
        PART,
        shown.NewEvaluationSerializer,
        ACCEPTED,
    )
    def post(self, request: Request) -> Response:
        """A job reads everything in one moment, computes, and freezes a report. Done, its result
        has the report's id."""
        asked = read(request, shown.NewEvaluationSerializer)
        return accepted(request, start_evaluation(actor_of(request), asked.asked))


class OneEvaluation(ReadersView):
    @operation("evaluations_show", "One report, whole", PART, gives=shown.OneReportSerializer)
    def get(self, request: Request, report_id: int) -> Response:
        row = access_report(person_of(request), report_id)
        return Response(shown.OneReportSerializer(row, context={"request": request}).data)

    @operation("evaluations_delete", "Delete a report", PART, gives={204: GONE})
    def delete(self, request: Request, report_id: int) -> Response:
        delete_report(actor_of(request), access_report(person_of(request), report_id))
        return Response(status=204)


class Verify(APIView):
    least_role = Role.LEAD

    @operation("evaluations_verify", "Compute a report again", PART, None, ACCEPTED)
    def post(self, request: Request, report_id: int) -> Response:
        """A job computes it from what it froze; its result says whether the same bytes came out,
        and if not, which differ."""
        row = access_report(person_of(request), report_id)
        return accepted(request, start_verifying(actor_of(request), row))


@described(
    "evaluations_table",
    "One table of a report as a file",
    tag=PART,
    responses={
        (200, "text/csv"): OpenApiTypes.STR,
        (200, "application/json"): OpenApiTypes.OBJECT,
        (200, "application/x-tex"): OpenApiTypes.STR,
    },
)
class OneTable(ReadersView):
    """CSV with all digits, JSON, or LaTeX for the booktabs package."""

    def get(self, request: Request, report_id: int, key: str, ending: str) -> HttpResponse:
        drawn = drawn_of_report(access_report(person_of(request), report_id))
        return drawn.table(key, ending, exact=True)


@described(
    "evaluations_compare",
    "What changed from one report to another",
    tag=PART,
    parameters=[shown.ChangesAskedSerializer],
    responses=shown.ChangesSerializer,
)
class Compare(ReadersView):
    """Which settings differ, what differs in labels, and every score for a caption that is not the
    same in both, by caption.

    Where a setting differs that scores depend on, the changes of scores do not show what labels
    did.
    """

    def get(self, request: Request, report_id: int, other_id: int) -> Response:
        asking = person_of(request)
        before, after = access_report(asking, report_id), access_report(asking, other_id)
        asked = read_parameters(request, shown.ChangesAskedSerializer)
        found = compare_reports(before, after, asked["run"], asked["measure"])
        part = cut(
            partial(found.page, int(asked["cursor"] or -1)),
            asked["limit"],
            begun=bool(asked["cursor"]),
        )
        onward = (
            replace_query_param(request.build_absolute_uri(), "cursor", part.rows[-1].key)
            if part.more_after
            else None
        )
        page = EvaluationChanges(
            tuple(compare_settings(before, after)),
            compare_labels(before, after),
            len(found.keys),
            found.items,
            tuple(name_changes(before, part.rows)),
            onward,
        )
        return Response(page.as_json())
