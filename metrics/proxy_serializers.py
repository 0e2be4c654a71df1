"""The studies under proxies, as the API shows them."""

from typing import Any

from rest_framework import serializers

from foundation.finding.schema import serializer_of
from metrics.studies.proxy_study import ProxyStudy


class UnderProxySerializer(serializers.Serializer[Any]):
    proxy = serializers.CharField()
    graded = serializers.DictField(
        allow_null=True, help_text="The runs' nDCG, as `manage.py graded --json`."
    )
    ceiling = serializers.DictField(
        allow_null=True, help_text="Least and most, as `manage.py ceiling --json`."
    )
    hard_negatives = serializers.DictField(
        allow_null=True, help_text="The audit, as `manage.py hard_negatives --json`."
    )
    nothing = serializers.DictField(
        child=serializers.CharField(), help_text="Why a study has nothing to say, by its name."
    )


class UnderProxiesSerializer(serializers.Serializer[Any]):
    benchmark = serializers.CharField()
    proxy_study = serializer_of(ProxyStudy)(allow_null=True)
    thresholds = serializers.DictField(
        allow_null=True,
        help_text="Relevant captions by threshold, as `manage.py thresholds --json`.",
    )
    nothing = serializers.DictField(
        child=serializers.CharField(), help_text="Why a study has nothing to say, by its name."
    )
    under = UnderProxySerializer(many=True)
    current = serializers.BooleanField(
        help_text="Whether labels, proxies and runs are still those that were looked at."
    )
    computed_at = serializers.DateTimeField()
