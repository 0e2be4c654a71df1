"""The benchmark doctor by API: readers read what it found, leads let it look."""

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from foundation.api.reading import ask, read
from foundation.refused import Refused
from jobs.api.accepting import AcceptedSerializer, accepted
from metrics import doctor_serializers as shown
from metrics.actions.doctor_kept import DoctorAsked
from people.actor import actor_of, person_of
from people.models import Role
from pooling.queries.benchmarks import access_benchmark


class NotExamined(Refused):
    """The doctor has not looked at this yet: a lead starts it by POST."""


@extend_schema_view(
    get=extend_schema(
        operation_id="benchmarks_doctor",
        summary="What the doctor found in a benchmark",
        tags=["benchmarks"],
        parameters=[shown.DoctorParameters],
        responses={200: shown.DoctorSerializer},
    ),
    post=extend_schema(
        operation_id="benchmarks_examine",
        summary="Let the doctor look at a benchmark",
        tags=["benchmarks"],
        request=shown.ExamineSerializer,
        responses={202: AcceptedSerializer},
    ),
)
class BenchmarkDoctor(APIView):
    """What captions, clips and runs tell before any label."""

    for_readers = True
    least_role = Role.LEAD

    def get(self, request: Request, benchmark_id: int) -> Response:
        """The same object as the command's, and `current`: whether captions, clips and runs are
        still those that it is about. 409 before the first look."""
        of = access_benchmark(person_of(request), benchmark_id)
        asked: DoctorAsked = ask(request, shown.DoctorParameters, given={"benchmark": of})
        visit = asked.find()
        if visit.kept is None:
            raise NotExamined
        told = {"current": visit.kept.current, "computed_at": visit.kept.row.computed_at}
        return Response(visit.kept.result.as_json() | told)

    def post(self, request: Request, benchmark_id: int) -> Response:
        """A job looks, in less than a minute for most benchmarks; the one that is under way, if one
        is."""
        of = access_benchmark(person_of(request), benchmark_id)
        wanted: DoctorAsked = read(request, shown.ExamineSerializer, given={"benchmark": of}).asked
        return accepted(request, wanted.start(actor_of(request)))
