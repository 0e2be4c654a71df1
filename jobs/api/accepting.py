"""The answer of every view that leaves the work to a job."""

from collections.abc import Callable
from typing import Any

from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.api.reading import read
from foundation.asking.serializers import AskedSerializer
from jobs.models import Job
from jobs.queries import number_for
from jobs.serializers import JobSerializer
from people.actor import Actor, actor_of, person_of


class AcceptedSerializer(serializers.Serializer[Any]):
    """It is being worked on: ask for the job, whose result or error tells the rest."""

    job = JobSerializer()


ACCEPTED = {202: AcceptedSerializer}  # as the API's document has it


def asked_job(
    request: Request,
    kind: type[AskedSerializer],
    action: Callable[[Actor, Any], Job],
    **given: Any,
) -> Response:
    """Has the job begun that the body asks for. given: what the address itself says."""
    return accepted(request, action(actor_of(request), read(request, kind, given=given).asked))


def accepted(request: Request, job: Job) -> Response:
    number = number_for(person_of(request), job)
    where = request.build_absolute_uri(reverse("api-job", args=[number]))
    shown = JobSerializer(job, context={"request": request}).data
    return Response({"job": shown}, status=202, headers={"Location": where})
