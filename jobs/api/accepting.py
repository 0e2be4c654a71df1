"""The answer of every view that leaves the work to a job."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jobs.models import Job
from jobs.serializers import JobSerializer


class AcceptedSerializer(serializers.Serializer[Any]):
    """It is being worked on: ask for the job, whose result or error tells the rest."""

    job = JobSerializer()


def accepted(request: Request, job: Job) -> Response:
    where = request.build_absolute_uri(reverse("api-job", args=[job.pk]))
    return Response({"job": JobSerializer(job).data}, status=202, headers={"Location": where})
