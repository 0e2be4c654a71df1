"""Agreement by API, for leads and administrators, and for viewers without the raters' names."""

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from foundation.api.reading import read_parameters
from foundation.refused import Refused
from metrics import agreement_serializers as shown
from metrics.queries.labels import read_labels
from metrics.studies.agreement import agreement
from metrics.studies.pseudonyms import without_names
from metrics.studies.study import NothingToStudy
from people.actor import person_of
from people.models import Role


class NoLabels(Refused):
    """There is no label to compare."""


@extend_schema_view(
    get=extend_schema(
        operation_id="agreement_show",
        summary="Whether raters agree, and how sure that is",
        tags=["agreement"],
        parameters=[shown.AgreementAskedSerializer],
        responses=shown.AgreementSerializer,
    )
)
class Agreement(APIView):
    """Of a benchmark, or of one of its campaigns. A figure that is undefined is null; 409 where
    there is no label at all.

    To viewers raters are rater 1, rater 2 and so on, numbered anew in each answer.
    """

    for_readers = True
    least_role = Role.LEAD

    def get(self, request: Request) -> Response:
        asked = read_parameters(request, shown.AgreementAskedSerializer)
        labels = read_labels(asked["benchmark"], asked["campaign"])
        try:
            study = agreement(
                labels, asked["labels"], seed=asked["seed"], resamples=asked["resamples"]
            )
        except NothingToStudy as nothing:
            raise NoLabels(f"{nothing}.") from None
        return Response((study if person_of(request).is_lead else without_names(study)).as_json())
