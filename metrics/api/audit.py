"""What wrong original pairs do to C@K, by API: for leads."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from foundation.finding.schema import serializer_of
from foundation.refused import Refused
from metrics.queries.audits import take_audit
from metrics.studies.audit import Audit
from metrics.studies.study import NothingToStudy
from people.actor import person_of
from people.api.reading import described
from people.models import Role
from pooling.queries.benchmarks import access_benchmark


class NothingLookedAt(Refused):
    """No original pairs of this benchmark were drawn to be judged."""


class AuditParameters(serializers.Serializer[Any]):
    campaign = serializers.CharField(
        required=False, help_text="The name of the campaign; the newest audit without it."
    )


@described(
    "benchmarks_audit",
    "What wrong original pairs do to C@K",
    tag="benchmarks",
    parameters=[AuditParameters],
    responses={200: serializer_of(Audit)},
)
class BenchmarkAudit(APIView):
    least_role = Role.LEAD

    def get(self, request: Request, benchmark_id: int) -> Response:
        """The same object as `manage.py audit --json`. 409 where nobody has looked at original
        pairs."""
        of = access_benchmark(person_of(request), benchmark_id)
        try:
            return Response(take_audit(of, request.GET.get("campaign", "")).as_json())
        except NothingToStudy as nothing:
            text = str(nothing)
            raise NothingLookedAt(f"{text[:1].upper()}{text[1:]}.") from None
