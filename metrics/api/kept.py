"""Studies of a benchmark by API: readers read what was kept, leads have it computed; and what wrong
original pairs do to C@K, for leads."""

from typing import Any, ClassVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from foundation.api.reading import ask, read
from foundation.finding.schema import serializer_of
from foundation.refused import Refused
from jobs.api.accepting import AcceptedSerializer, accepted
from metrics import serializers as shown
from metrics.actions.compute_once import KeptStudy
from metrics.actions.study_kept import asked_of
from metrics.actions.witness_kept import WitnessAsked
from metrics.queries.audits import take_audit
from metrics.studies.audit import Audit
from metrics.studies.study import NothingToStudy
from people.actor import actor_of, person_of
from people.api.reading import ReadersView, described
from people.models import Role
from pooling.models import Benchmark
from pooling.queries.benchmarks import access_benchmark


class NotExamined(Refused):
    """The doctor has not looked at this yet: a lead starts it by POST."""


class NotComputed(Refused):
    """Proxies of this benchmark have not been held against people yet: a lead starts it by POST."""


class NotStudied(Refused):
    """This study has not been computed yet: a lead starts it by POST."""


class KeptView(ReadersView):
    none_yet: ClassVar[type[Refused]]

    def asked(self, request: Request, of: Benchmark, **which: Any) -> KeptStudy[Any]:
        raise NotImplementedError

    def get(self, request: Request, benchmark_id: int, **which: Any) -> Response:
        of = access_benchmark(person_of(request), benchmark_id)
        kept = self.asked(request, of, **which).find().kept
        if kept is None:
            raise self.none_yet
        answer = {"current": kept.current, "computed_at": kept.row.computed_at}
        return Response(kept.result.as_json() | answer)

    def post(self, request: Request, benchmark_id: int, **which: Any) -> Response:
        of = access_benchmark(person_of(request), benchmark_id)
        return accepted(request, self.asked(request, of, **which).start(actor_of(request)))


@extend_schema_view(
    get=extend_schema(
        operation_id="benchmarks_doctor",
        summary="What the doctor found in a benchmark",
        description="The same object as the command's, and `current`: whether captions, clips and"
        " runs are still those that it is about. 409 before the first look.",
        tags=["benchmarks"],
        parameters=[shown.DoctorParameters],
        responses={200: shown.DoctorSerializer},
    ),
    post=extend_schema(
        operation_id="benchmarks_examine",
        summary="Let the doctor look at a benchmark",
        description="A job looks, in less than a minute for most benchmarks; the one that is under"
        " way, if one is.",
        tags=["benchmarks"],
        request=shown.ExamineSerializer,
        responses={202: AcceptedSerializer},
    ),
)
class BenchmarkDoctor(KeptView):
    """What captions, clips and runs tell before any label."""

    none_yet = NotExamined

    def asked(self, request: Request, of: Benchmark, **which: Any) -> KeptStudy[Any]:
        given = {"benchmark": of}
        if request.method == "POST":
            return read(request, shown.ExamineSerializer, given=given).asked
        return ask(request, shown.DoctorParameters, given=given)


@extend_schema_view(
    get=extend_schema(
        operation_id="benchmarks_study",
        summary="What a study found in a benchmark",
        description="The same object as `manage.py study BENCHMARK STUDY --json`, and `current`:"
        " whether labels and runs are still those that it is about. 409 before it was first"
        " computed.",
        tags=["benchmarks"],
        responses={200: OpenApiTypes.OBJECT},
    ),
    post=extend_schema(
        operation_id="benchmarks_compute_study",
        summary="Compute a study of a benchmark",
        description="A job computes it; the one that is under way, if one is.",
        tags=["benchmarks"],
        request=None,
        responses={202: AcceptedSerializer},
    ),
)
class BenchmarkStudy(KeptView):
    """A study of a benchmark's runs as they are."""

    none_yet: ClassVar[type[Refused]] = NotStudied

    def asked(self, request: Request, of: Benchmark, **which: Any) -> KeptStudy[Any]:
        return asked_of(of, **which)


@extend_schema_view(
    get=extend_schema(
        operation_id="benchmarks_proxy_study",
        summary="What a benchmark's proxies are worth beside people's labels",
        description="The same objects as the commands', and `current`: whether labels, proxies and"
        " runs are still those that they are about. 409 before they were first computed.",
        tags=["benchmarks"],
        responses={200: shown.UnderProxiesSerializer},
    ),
    post=extend_schema(
        operation_id="benchmarks_study_proxies",
        summary="Hold a benchmark's proxies against people",
        description="A job computes them, seconds for each proxy of most benchmarks; the one that"
        " is under way, if one is.",
        tags=["benchmarks"],
        request=None,
        responses={202: AcceptedSerializer},
    ),
)
class BenchmarkProxyStudy(BenchmarkStudy):
    """Proxies against people, and the runs under each proxy."""

    none_yet = NotComputed


class NotHeld(Refused):
    """This witness has not been held against people yet: a lead starts it by POST."""


@extend_schema_view(
    get=extend_schema(
        operation_id="witnesses_people",
        summary="A witness beside people",
        description="How far it agrees with people, what its values mean, and which runs it"
        " flatters: the same object as `manage.py witness_study --json`, and `current`: whether"
        " labels, opinions and runs are still those that it is about. 409 before it was first"
        " computed.",
        tags=["witnesses"],
        responses={200: shown.WitnessStudySerializer},
    ),
    post=extend_schema(
        operation_id="witnesses_hold",
        summary="Hold a witness against people",
        description="A job computes it; the one that is under way, if one is.",
        tags=["witnesses"],
        request=None,
        responses={202: AcceptedSerializer},
    ),
)
class WitnessBesidePeople(KeptView):
    """One witness and people's labels."""

    none_yet: ClassVar[type[Refused]] = NotHeld

    def asked(self, request: Request, of: Benchmark, **which: Any) -> KeptStudy[Any]:
        return WitnessAsked.numbered(of, **which)


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
