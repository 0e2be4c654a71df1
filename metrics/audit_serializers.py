"""An audit of original pairs, as the API shows it."""

from typing import Any

from rest_framework import serializers


class AuditParameters(serializers.Serializer[Any]):
    campaign = serializers.CharField(
        required=False, help_text="The name of the campaign; the newest audit without it."
    )


def _ends(text: str) -> serializers.ListField:
    return serializers.ListField(child=serializers.FloatField(), allow_null=True, help_text=text)


class RejectedSerializer(serializers.Serializer[Any]):
    asked = serializers.IntegerField()
    judged = serializers.IntegerField()
    rejected = serializers.IntegerField()
    population = serializers.IntegerField(help_text="Original pairs of the benchmark.")
    share = serializers.FloatField(allow_null=True)
    interval = _ends("Clopper and Pearson's, 95 %.")
    why = serializers.CharField(allow_null=True)


class AuditRowSerializer(serializers.Serializer[Any]):
    run = serializers.CharField()
    measure = serializers.CharField()
    corrected = serializers.FloatField()
    carried = serializers.FloatField(
        help_text="Share of captions whose hit rests on an original pair alone."
    )
    decisive = serializers.IntegerField(
        help_text="Rejected pairs of those drawn that carried a hit by themselves."
    )
    lost = serializers.FloatField(allow_null=True)
    lost_interval = _ends("The 95 % interval of what is lost.")
    without_wrong = serializers.FloatField(allow_null=True)
    interval = _ends("The 95 % interval of the score without wrong original pairs.")
    why = serializers.CharField(allow_null=True)
    n = serializers.IntegerField()


class AuditSerializer(serializers.Serializer[Any]):
    benchmark = serializers.CharField()
    campaign = serializers.CharField()
    positives = serializers.CharField()
    originals = RejectedSerializer()
    rows = AuditRowSerializer(many=True)
    notes = serializers.ListField(child=serializers.CharField())
    level = serializers.FloatField()
    ties = serializers.CharField()
