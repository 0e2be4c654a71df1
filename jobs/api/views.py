"""Jobs by API: what is going on, how far it is, how it ended, and a way to stop it."""

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_view
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from foundation.api.operation import operation
from jobs.actions.request import cancel_job
from jobs.models import Job
from jobs.queries import access_job, access_jobs
from jobs.serializers import JobSerializer, shown
from people.actor import actor_of, person_of


@extend_schema_view(get=operation("jobs_list", "Jobs, newest first", "jobs"))
class Jobs(generics.ListAPIView[Job]):
    """All jobs for leads and administrators; for others their own."""

    for_submitters = True  # their own
    serializer_class = JobSerializer
    queryset = Job.objects.none()  # for the schema; each request gets its own

    def get_queryset(self) -> QuerySet[Job]:
        return access_jobs(person_of(self.request))


@extend_schema_view(get=operation("jobs_show", "One job", "jobs", gives=JobSerializer))
class OneJob(APIView):
    for_submitters = True  # their own

    def get(self, request: Request, job_id: int) -> Response:
        return Response(shown(request, access_job(person_of(request), job_id)))


@extend_schema_view(post=operation("jobs_cancel", "Cancel a job", "jobs", None, JobSerializer))
class CancelJob(APIView):
    """A waiting job is cancelled at once; a running one is asked to stop, and `cancel_requested_at`
    says so. Ended: 409."""

    for_submitters = True  # their own

    def post(self, request: Request, job_id: int) -> Response:
        job = access_job(person_of(request), job_id)
        return Response(shown(request, cancel_job(job.pk, actor=actor_of(request))))
