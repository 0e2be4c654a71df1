"""Reports by API, read by viewers, leads and administrators."""

from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from foundation.api.reading import read, read_parameters
from foundation.paging.keyset import cut
from jobs.actions.request import start_job
from jobs.api.accepting import AcceptedSerializer, accepted
from metrics import serializers as shown
from metrics.actions.delete_report import delete_report
from metrics.actions.start_evaluation import start_evaluation
from metrics.downloads import table_of
from metrics.models import Report
from metrics.queries.changes import (
    NamedChange,
    compare_labels,
    compare_reports,
    compare_settings,
    name_changes,
)
from metrics.queries.reports import access_report, access_reports, drawn_in
from people.actor import actor_of, person_of
from people.models import Role


class Evaluations(ListAPIView[Report]):
    serializer_class = shown.ReportSerializer
    queryset = Report.objects.none()  # for the schema; each request gets its own
    for_readers = True
    least_role = Role.LEAD

    def get_queryset(self) -> QuerySet[Report]:
        return access_reports(person_of(self.request))

    @extend_schema(
        operation_id="evaluations_list", summary="Reports, newest first", tags=["evaluations"]
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="evaluations_make",
        summary="Evaluate a benchmark's runs",
        tags=["evaluations"],
        request=shown.NewEvaluationSerializer,
        responses={202: AcceptedSerializer},
    )
    def post(self, request: Request) -> Response:
        """A job reads everything in one moment, computes, and freezes a report. Done, its result
        has the report's id."""
        asked = read(request, shown.NewEvaluationSerializer)
        return accepted(request, start_evaluation(actor_of(request), asked.asked))


class OneEvaluation(APIView):
    for_readers = True
    least_role = Role.LEAD

    @extend_schema(
        operation_id="evaluations_show",
        summary="One report, whole",
        tags=["evaluations"],
        responses=shown.OneReportSerializer,
    )
    def get(self, request: Request, report_id: int) -> Response:
        return Response(
            shown.OneReportSerializer(
                access_report(person_of(request), report_id), context={"request": request}
            ).data
        )

    @extend_schema(
        operation_id="evaluations_delete",
        summary="Delete a report",
        tags=["evaluations"],
        responses={
            204: OpenApiResponse(
                description="It is gone; the labels and rankings that it followed from stay."
            )
        },
    )
    def delete(self, request: Request, report_id: int) -> Response:
        delete_report(actor_of(request), access_report(person_of(request), report_id))
        return Response(status=204)


class Verify(APIView):
    least_role = Role.LEAD

    @extend_schema(
        operation_id="evaluations_verify",
        summary="Compute a report again",
        tags=["evaluations"],
        request=None,
        responses={202: AcceptedSerializer},
    )
    def post(self, request: Request, report_id: int) -> Response:
        """A job computes it from what it froze; its result says whether the same bytes came out,
        and if not, which differ."""
        row = access_report(person_of(request), report_id)
        title = f"Compute report {row} again"
        return accepted(
            request,
            start_job("metrics.verify", actor=actor_of(request), title=title, report=row.pk),
        )


@extend_schema_view(
    get=extend_schema(
        operation_id="evaluations_table",
        summary="One table of a report as a file",
        tags=["evaluations"],
        responses={
            (200, "text/csv"): OpenApiTypes.STR,
            (200, "application/json"): OpenApiTypes.OBJECT,
            (200, "application/x-tex"): OpenApiTypes.STR,
        },
    )
)
class OneTable(APIView):
    """CSV with all digits, JSON, or LaTeX for the booktabs package."""

    for_readers = True
    least_role = Role.LEAD

    def get(self, request: Request, report_id: int, key: str, ending: str) -> HttpResponse:
        row = access_report(person_of(request), report_id)
        name, label = f"{row.benchmark}-report-{row.pk}-{key}", f"{key}-report{row.pk}"
        return table_of(*drawn_in(row), key, ending, name, exact=True, label=label)


@extend_schema_view(
    get=extend_schema(
        operation_id="evaluations_compare",
        summary="What changed from one report to another",
        tags=["evaluations"],
        parameters=[shown.ChangesAskedSerializer],
        responses=shown.ChangesSerializer,
    )
)
class Compare(APIView):
    """Which settings differ, what differs in labels, and every score for a caption that is not the
    same in both, by caption.

    Where a setting differs that scores depend on, the changes of scores do not show what labels
    did.
    """

    for_readers = True
    least_role = Role.LEAD

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
        results = [_told(change) for change in name_changes(before, part.rows)]
        settings, labels = compare_settings(before, after), compare_labels(before, after)
        told = {"settings": [one.as_json() for one in settings], "labels": labels.as_json()}
        return Response(
            told
            | {"changes": len(found.keys), "items": found.items, "results": results, "next": onward}
        )


def _told(named: NamedChange) -> dict[str, Any]:
    of = named.change.of
    told = {
        "key": named.key,
        "text": named.text,
        "run": of.run,
        "measure": of.measure,
        "positives": of.positives,
    }
    return told | {"before": named.change.before, "after": named.change.after}
