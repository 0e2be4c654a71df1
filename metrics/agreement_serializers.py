"""Agreement, as the API is asked for it and shows it."""

from typing import Any

from rest_framework import serializers

from foundation.asking.serializers import AskedParameters
from foundation.finding.schema import FoundSerializer
from metrics.actions.agreement_kept import AgreementAsked
from metrics.studies.agreement import AgreementStudy
from metrics.studies.agreement_slices import AgreementSlice

# What the address calls fields whose names Python has taken, or that read better so there.
NAMES = {"since": "from", "until": "to"}


class AgreementParameters(AskedParameters):
    asks = AgreementAsked

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        for name in NAMES:
            fields[name].source = name
        return {NAMES.get(name, name): field for name, field in fields.items()}


class PairsParameters(AgreementParameters):
    """Of figures that are drawn, nothing is asked."""

    leaves_out = ("seed", "resamples", "raters_as")


class TwoRatersSerializer(serializers.Serializer[Any]):
    a = serializers.CharField()
    b = serializers.CharField()
    shared = serializers.IntegerField()
    agreement = serializers.FloatField()


class RepeatedSerializer(serializers.Serializer[Any]):
    """Labels by a rater who had labelled the pair before. Of each rater the first one counts; these
    are compared with nothing."""

    pairs = serializers.IntegerField()
    labels = serializers.IntegerField()
    contradicting = serializers.IntegerField(
        help_text="Labels that say otherwise than the rater's first one."
    )


class FiltersSerializer(serializers.Serializer[Any]):
    to = serializers.CharField(allow_null=True)
    raters = serializers.ListField(child=serializers.CharField())

    def get_fields(self) -> dict[str, Any]:
        return {"from": serializers.CharField(allow_null=True)} | super().get_fields()


class TimeSliceSerializer(FoundSerializer):
    finds = AgreementSlice
    day = serializers.DateField(required=False, help_text="If `time_step` is day.")
    week = serializers.DateField(required=False, help_text="Its Monday, if `time_step` is week.")


class LengthSliceSerializer(FoundSerializer):
    finds = AgreementSlice
    words = serializers.CharField(help_text="The class of lengths, as `5 to 6`.")


class NumberSliceSerializer(FoundSerializer):
    finds = AgreementSlice
    name = serializers.CharField(help_text="How many labels the pairs have, as `3 labels`.")


class CountedPairSerializer(serializers.Serializer[Any]):
    """Why a pair counts in agreement, or does not."""

    pair = serializers.IntegerField()
    campaign = serializers.CharField()
    caption = serializers.CharField()
    video = serializers.CharField()
    verdict = serializers.CharField()
    reason = serializers.CharField()
    why = serializers.CharField(help_text="The reason in words.")
    labels = serializers.IntegerField(help_text="All that were given.")
    compared = serializers.IntegerField(help_text="Those that are left after all steps.")
    aside = serializers.DictField(
        child=serializers.IntegerField(), help_text="Labels that each step set aside."
    )


class AgreementSerializer(FoundSerializer):
    finds = AgreementStudy
    filters = FiltersSerializer()
    repeated = RepeatedSerializer()
    by_time = TimeSliceSerializer(many=True)
    by_length = LengthSliceSerializer(many=True)
    by_number_of_all_labels = NumberSliceSerializer(many=True)
    pairwise = TwoRatersSerializer(many=True)
    newer_labels = serializers.IntegerField(
        required=False,
        help_text="Only where this is not of the newest labels: how many were given since.",
    )
