"""Kept studies of a benchmark, as the API is asked for them and shows them."""

from rest_framework import serializers

from foundation.asking.serializers import AskedParameters, AskedSerializer
from foundation.finding.schema import FoundSerializer
from metrics.actions.doctor_kept import DoctorAsked
from metrics.actions.proxies_kept import UnderProxies
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


class UnderProxiesSerializer(FoundSerializer):
    finds = UnderProxies
    current = serializers.BooleanField(
        help_text="Whether labels, proxies and runs are still those that were looked at."
    )
    computed_at = serializers.DateTimeField()
