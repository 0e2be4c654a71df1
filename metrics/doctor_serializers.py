"""The benchmark doctor, as the API is asked for it and shows it."""

from rest_framework import serializers

from foundation.asking.serializers import AskedParameters, AskedSerializer
from foundation.finding.schema import FoundSerializer
from metrics.actions.doctor_kept import DoctorAsked
from metrics.studies.doctor_found import Doctor


class DoctorParameters(AskedParameters):
    asks = DoctorAsked
    leaves_out = ("benchmark",)


class ExamineSerializer(AskedSerializer):
    asks = DoctorAsked
    leaves_out = ("benchmark",)


class DoctorSerializer(FoundSerializer):
    finds = Doctor
    current = serializers.BooleanField(
        help_text="Whether captions, clips and runs are still those that were looked at."
    )
    computed_at = serializers.DateTimeField()
