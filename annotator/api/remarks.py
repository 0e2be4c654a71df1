"""What raters wrote, and which clips did not play for them, by API: for leads."""

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_view
from rest_framework.generics import ListAPIView

from annotator import leading_serializers as leading
from annotator.models import ClipFailure, Label
from annotator.queries.remarks import access_comments, access_failures, access_reports
from foundation.api.operation import operation
from people.actor import person_of
from people.models import Role


@extend_schema_view(
    get=operation("campaigns_comments", "Comments beside answers, newest first", "campaigns")
)
class Comments(ListAPIView[Label]):
    """Answers that stand and have a comment. Whoever rates in the campaign is not shown what
    others said."""

    serializer_class = leading.RemarkSerializer
    queryset = Label.objects.none()  # for the schema; each request gets its own
    least_role = Role.LEAD

    def get_queryset(self) -> QuerySet[Label]:
        return access_comments(person_of(self.request), self.kwargs["campaign_id"])


@extend_schema_view(
    get=operation("campaigns_reported_clips", "Clips that did not play, newest first", "campaigns")
)
class ReportedClips(ListAPIView[Label]):
    """Answers that stand and say that the clip does not play."""

    serializer_class = leading.RemarkSerializer
    queryset = Label.objects.none()
    least_role = Role.LEAD

    def get_queryset(self) -> QuerySet[Label]:
        return access_reports(person_of(self.request), self.kwargs["campaign_id"])


@extend_schema_view(
    get=operation("campaigns_clip_failures", "What players said of clips", "campaigns")
)
class ClipFailures(ListAPIView[ClipFailure]):
    """Each time a rater's browser could not play a clip, whatever was answered then, newest
    first."""

    serializer_class = leading.ClipFailureSerializer
    queryset = ClipFailure.objects.none()
    least_role = Role.LEAD

    def get_queryset(self) -> QuerySet[ClipFailure]:
        return access_failures(person_of(self.request), self.kwargs["campaign_id"])
