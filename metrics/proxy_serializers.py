"""The studies under proxies, as the API shows them."""

from typing import Any

from rest_framework import serializers


class BinSerializer(serializers.Serializer[Any]):
    low = serializers.FloatField()
    high = serializers.FloatField()
    n = serializers.IntegerField()
    mean = serializers.FloatField(help_text="The mean of the proxy.")
    share = serializers.FloatField(
        allow_null=True, help_text="Of the pairs, what people found relevant."
    )
    interval = serializers.ListField(child=serializers.FloatField(), allow_null=True)
    why = serializers.CharField(allow_null=True)


class AtThresholdSerializer(serializers.Serializer[Any]):
    threshold = serializers.FloatField()
    n = serializers.IntegerField()
    precision = serializers.FloatField(allow_null=True)
    precision_interval = serializers.ListField(child=serializers.FloatField(), allow_null=True)
    precision_why = serializers.CharField(allow_null=True)
    recall = serializers.FloatField(allow_null=True)
    recall_interval = serializers.ListField(child=serializers.FloatField(), allow_null=True)
    recall_why = serializers.CharField(allow_null=True)


class OfProxySerializer(serializers.Serializer[Any]):
    proxy = serializers.CharField()
    n = serializers.IntegerField(help_text="How many pairs were judged.")
    auc = serializers.FloatField(allow_null=True, help_text="The area under the ROC curve.")
    auc_interval = serializers.ListField(child=serializers.FloatField(), allow_null=True)
    auc_why = serializers.CharField(allow_null=True)
    auc_not_original = serializers.FloatField(
        allow_null=True, help_text="The same without original pairs."
    )
    auc_not_original_interval = serializers.ListField(
        child=serializers.FloatField(), allow_null=True
    )
    auc_not_original_why = serializers.CharField(allow_null=True)
    tau = serializers.FloatField(
        allow_null=True, help_text="Kendall's tau-b of the runs' order by the proxy and by people."
    )
    tau_interval = serializers.ListField(child=serializers.FloatField(), allow_null=True)
    tau_why = serializers.CharField(allow_null=True)
    why = serializers.CharField(allow_null=True)
    calibration = BinSerializer(many=True)
    calibration_error = serializers.FloatField(allow_null=True)
    thresholds = AtThresholdSerializer(many=True)
    scores = serializers.ListField(child=serializers.FloatField(allow_null=True))


class ProxyStudySerializer(serializers.Serializer[Any]):
    benchmark = serializers.CharField()
    pairs = serializers.IntegerField(help_text="Judged pairs of query and video.")
    relevant = serializers.IntegerField()
    original = serializers.IntegerField(help_text="Of the judged pairs, those that are original.")
    clusters = serializers.IntegerField()
    runs = serializers.ListField(child=serializers.CharField())
    people = serializers.ListField(
        child=serializers.FloatField(allow_null=True),
        help_text="The runs' nDCG with people's positives.",
    )
    other_direction = serializers.ListField(child=serializers.CharField())
    outdated = serializers.ListField(
        child=serializers.CharField(), help_text="Proxies of fewer captions or videos."
    )
    rows = OfProxySerializer(many=True)
    level = serializers.FloatField()
    seed = serializers.IntegerField()
    resamples = serializers.IntegerField()


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
    proxy_study = ProxyStudySerializer(allow_null=True)
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
