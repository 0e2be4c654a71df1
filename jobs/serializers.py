"""Jobs as the API shows them."""

from typing import Any

from rest_framework import serializers

from jobs.models import Job
from people.serializers import username


class JobErrorSerializer(serializers.Serializer[dict[str, Any]]):
    """Without the traceback, which is for administrators and on the job's page."""

    type = serializers.CharField()
    message = serializers.CharField()
    details = serializers.JSONField(allow_null=True)


class JobSerializer(serializers.ModelSerializer[Job]):
    requested_by = username()
    error = JobErrorSerializer(read_only=True, allow_null=True)

    class Meta:
        model = Job
        fields = (
            "id",
            "kind",
            "title",
            "state",
            "done",
            "total",
            "message",
            "requested_by",
            "created_at",
            "started_at",
            "finished_at",
            "cancel_requested_at",
            "attempts",
            "attempts_allowed",
            "result",
            "error",
        )
        read_only_fields = fields
