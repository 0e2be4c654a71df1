"""An audit of original pairs, as the API shows it."""

from typing import Any

from rest_framework import serializers

from foundation.finding.schema import FoundSerializer
from metrics.studies.audit import Audit


class AuditParameters(serializers.Serializer[Any]):
    campaign = serializers.CharField(
        required=False, help_text="The name of the campaign; the newest audit without it."
    )


class AuditSerializer(FoundSerializer):
    finds = Audit
