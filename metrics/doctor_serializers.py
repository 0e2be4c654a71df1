"""The benchmark doctor, as the API is asked for it and shows it."""

from typing import Any

from rest_framework import serializers

from foundation.asking.serializers import AskedParameters, AskedSerializer
from metrics.actions.doctor_kept import DoctorAsked


class DoctorParameters(AskedParameters):
    asks = DoctorAsked
    leaves_out = ("benchmark",)


class ExamineSerializer(AskedSerializer):
    asks = DoctorAsked
    leaves_out = ("benchmark",)


class DoctorFindingSerializer(serializers.Serializer[Any]):
    kind = serializers.CharField(help_text="What was found: see docs/doctor.md.")
    severity = serializers.ChoiceField(choices=["mend", "know"])
    count = serializers.IntegerField()
    detail = serializers.CharField()
    meaning = serializers.CharField()
    next = serializers.CharField()


class SuspectRunSerializer(serializers.Serializer[Any]):
    run = serializers.CharField()
    kind = serializers.CharField()
    detail = serializers.CharField()
    share = serializers.FloatField(allow_null=True)
    chance = serializers.FloatField(allow_null=True)
    depth = serializers.IntegerField(allow_null=True)
    mended = serializers.FloatField(allow_null=True)
    offset = serializers.IntegerField(allow_null=True)
    other = serializers.CharField(allow_null=True)


class ScoredSerializer(serializers.Serializer[Any]):
    run = serializers.CharField()
    measure = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    n = serializers.IntegerField()


class ReachSerializer(serializers.Serializer[Any]):
    typical = serializers.DictField(
        allow_null=True,
        help_text="What could be seen between two runs that are right about half of the captions.",
    )
    pairs = serializers.ListField(child=serializers.DictField())


# Long by its keys, one line for each.
class DoctorSerializer(serializers.Serializer[Any]):
    benchmark = serializers.CharField()
    captions = serializers.IntegerField()
    queries = serializers.IntegerField()
    videos = serializers.IntegerField()
    training = serializers.IntegerField(help_text="How many training captions there are.")
    runs = serializers.ListField(child=serializers.CharField())
    sentence = serializers.CharField()
    mend = serializers.IntegerField(help_text="Findings to put right before anybody labels.")
    know = serializers.IntegerField(help_text="Findings that say how far the benchmark reaches.")
    findings = DoctorFindingSerializer(many=True)
    duplicated_texts = serializers.DictField()
    near_duplicates = serializers.DictField()
    ambiguous_captions = serializers.DictField()
    train_overlap = serializers.DictField(allow_null=True)
    train_overlap_why = serializers.CharField(allow_null=True)
    similar_clips = serializers.DictField()
    nearest = serializers.ListField(child=serializers.DictField())
    suspect_runs = SuspectRunSerializer(many=True)
    scores = ScoredSerializer(many=True)
    saturated = ScoredSerializer(many=True)
    detectable = ReachSerializer()
    current = serializers.BooleanField(
        help_text="Whether captions, clips and runs are still those that were looked at."
    )
    computed_at = serializers.DateTimeField()
