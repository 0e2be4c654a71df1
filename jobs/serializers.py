"""Jobs as the API shows them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from foundation.api.fields import shows
from jobs.models import Job
from jobs.queries import number_for, result_for
from people.actor import person_of
from people.models import User
from people.serializers import username


class JobErrorSerializer(serializers.Serializer[dict[str, Any]]):
    """Without the traceback, which is for administrators and on the job's page."""

    type = serializers.CharField()
    message = serializers.CharField()
    details = serializers.JSONField(allow_null=True)


class JobSerializer(serializers.ModelSerializer[Job]):
    id = serializers.SerializerMethodField()
    result = serializers.SerializerMethodField()
    requested_by = username()
    error = JobErrorSerializer(read_only=True, allow_null=True)

    Meta = shows(
        Job,
        "id kind title state done total message requested_by created_at started_at"
        " finished_at cancel_requested_at attempts attempts_allowed result error",
    )

    @property
    def _asking(self) -> User:
        return person_of(self.context["request"])

    def get_id(self, job: Job) -> int:
        return number_for(self._asking, job)

    @extend_schema_field({"type": ["object", "null"]})
    def get_result(self, job: Job) -> dict[str, Any] | None:
        return result_for(self._asking, job)


def shown(request: Request, job: Job) -> dict[str, Any]:
    return JobSerializer(job, context={"request": request}).data
