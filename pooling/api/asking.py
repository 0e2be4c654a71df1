"""What the views have in common: reading what was asked, and saying that a job will do it."""

from typing import Any, TypeVar

from django.core.exceptions import NON_FIELD_ERRORS
from django.core.exceptions import ValidationError as Invalid
from django.urls import reverse
from rest_framework import serializers
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from jobs.models import Job
from jobs.serializers import JobSerializer

Kind = TypeVar("Kind", bound=serializers.Serializer[Any])


class AcceptedSerializer(serializers.Serializer[Any]):
    """It is being worked on: ask for the job, whose result or error tells the rest."""

    job = JobSerializer()


def accepted(request: Request, job: Job) -> Response:
    where = request.build_absolute_uri(reverse("api-job", args=[job.pk]))
    return Response({"job": JobSerializer(job).data}, status=202, headers={"Location": where})


def read(request: Request, kind: type[Kind], **context: Any) -> Kind:
    """The body, or a problem for each value that is wrong. context: what else the serializer needs
    to know."""
    asked = kind(data=request.data, context={"request": request, **context})
    asked.is_valid(raise_exception=True)
    return asked


def read_as(request: Request, kind: serializers.Serializer[Any]) -> dict[str, Any]:
    """As `read`, by a serializer that was made once: to copy its fields takes longer than to read a
    small body."""
    return dict(kind.run_validation(request.data))


def read_parameters(request: Request, kind: type[serializers.Serializer[Any]]) -> dict[str, Any]:
    """What stands behind the question mark of the address."""
    asked = kind(data=request.query_params, context={"request": request})
    if not asked.is_valid():
        name, said = next(iter(asked.errors.items()))
        raise ParseError(f"{name}: {said[0]}")
    return dict(asked.validated_data)


def refusal_of(invalid: Invalid) -> ValidationError:
    """What an action refuses, as a problem of what was sent."""
    by_field = (
        invalid.message_dict
        if hasattr(invalid, "error_dict")
        else {NON_FIELD_ERRORS: invalid.messages}
    )
    overall = api_settings.NON_FIELD_ERRORS_KEY
    return ValidationError(
        {overall if name == NON_FIELD_ERRORS else name: said for name, said in by_field.items()}
    )
