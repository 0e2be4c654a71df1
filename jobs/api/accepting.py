"""The answer of every view that leaves the work to a job."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jobs.models import Job
from jobs.queries import number_for
from jobs.serializers import JobSerializer
from people.actor import person_of


class AcceptedSerializer(serializers.Serializer[Any]):
    """It is being worked on: ask for the job, whose result or error tells the rest."""

    job = JobSerializer()


ACCEPTED = {202: AcceptedSerializer}  # as the API's document has it


def accepted(request: Request, job: Job) -> Response:
    number = number_for(person_of(request), job)
    where = request.build_absolute_uri(reverse("api-job", args=[number]))
    told = JobSerializer(job, context={"request": request}).data
    return Response({"job": told}, status=202, headers={"Location": where})
