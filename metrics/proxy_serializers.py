"""The studies under proxies, as the API shows them."""

from rest_framework import serializers

from foundation.finding.schema import FoundSerializer
from metrics.actions.proxies_kept import UnderProxies


class UnderProxiesSerializer(FoundSerializer):
    finds = UnderProxies
    current = serializers.BooleanField(
        help_text="Whether labels, proxies and runs are still those that were looked at."
    )
    computed_at = serializers.DateTimeField()
