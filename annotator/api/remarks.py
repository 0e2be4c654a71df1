"""What raters wrote, and which clips did not play for them, by API: for leads."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from annotator import leading_serializers as leading
from annotator.models import Label
from annotator.queries.remarks import access_comments, access_reports
from people.actor import person_of
from people.models import Role


class Comments(ListAPIView[Label]):
    serializer_class = leading.RemarkSerializer
    queryset = Label.objects.none()  # for the schema; each request gets its own
    least_role = Role.LEAD

    def get_queryset(self) -> QuerySet[Label]:
        return access_comments(person_of(self.request), self.kwargs["campaign_id"])

    @extend_schema(
        operation_id="campaigns_comments",
        summary="Comments beside answers, newest first",
        tags=["campaigns"],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Answers that stand and have a comment. Whoever rates in the campaign is not shown what
        others said."""
        return super().get(request, *args, **kwargs)


class ReportedClips(ListAPIView[Label]):
    serializer_class = leading.RemarkSerializer
    queryset = Label.objects.none()
    least_role = Role.LEAD

    def get_queryset(self) -> QuerySet[Label]:
        return access_reports(person_of(self.request), self.kwargs["campaign_id"])

    @extend_schema(
        operation_id="campaigns_reported_clips",
        summary="Clips that did not play, newest first",
        tags=["campaigns"],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Answers that stand and say that the clip does not play."""
        return super().get(request, *args, **kwargs)
