"""What leads see of a campaign under way, as the API shows it: what is stuck, when it will be done,
how a rater fares week by week, and the hours worked."""

from typing import Any

from rest_framework import serializers

from annotator.asked.hours import HoursWanted, access_hours_campaigns
from annotator.asked.leading import RemarksReadWanted
from annotator.leading_serializers import AccuracySerializer
from annotator.queries.findings import RaterFinding
from annotator.queries.forecast import Day
from annotator.queries.hours import Worked
from annotator.queries.stuck.finding import Stuck
from foundation.api.fields import Accessed
from foundation.asking.serializers import AskedParameters, serializer_of
from foundation.finding.schema import serializer_of as shown_as

RemarksReadSerializer = serializer_of(RemarksReadWanted, "RemarksRead")


class StuckListSerializer(serializers.Serializer[Any]):
    stuck = shown_as(Stuck)(many=True, help_text="What holds up most comes first.")


class ReadSerializer(serializers.Serializer[Any]):
    comments = serializers.IntegerField(help_text="Labels up to this one are read.")
    clips = serializers.IntegerField(help_text="Reports up to this label are read.")


class ForecastSerializer(serializers.Serializer[Any]):
    """In days from now. The 95 % interval is by drawing the whole days again."""

    days = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField(
        allow_null=True, help_text="The upper end of the interval; null where it has none."
    )
    per_day = serializers.FloatField(help_text="Labels that were given in a day, on average.")
    over = serializers.IntegerField(help_text="The number of whole days that it is computed from.")


class OutlookSerializer(serializers.Serializer[Any]):
    wanted = serializers.IntegerField(help_text="Labels that are still wanted, as things stand.")
    days = shown_as(Day)(many=True, help_text="The last days, today among them.")
    forecast = ForecastSerializer(
        allow_null=True, help_text="Null where the campaign is not open, or it is too early to say."
    )
    agreement = AccuracySerializer(
        help_text="The share of pairs drawn to be labelled twice whose answers are the same."
    )


class MeasuredSerializer(serializers.Serializer[Any]):
    """Times of answers, in seconds."""

    answers = serializers.IntegerField(help_text="How many were timed.")
    median_seconds = serializers.FloatField()
    long_seconds = serializers.FloatField(help_text="The time that 95 % of answers did not exceed.")


class FiguresSerializer(serializers.Serializer[Any]):
    answers = serializers.IntegerField()
    agreement = AccuracySerializer()
    checks = AccuracySerializer()
    unable = AccuracySerializer(help_text="The share of all answers that say Cannot judge.")
    fast = AccuracySerializer(help_text="The share of all answers that were given too fast.")
    pace = MeasuredSerializer(allow_null=True)


class WeekSerializer(FiguresSerializer):
    week = serializers.CharField(help_text="The ISO week in UTC, written as in 2026-W07.")


class RaterFiguresSerializer(serializers.Serializer[Any]):
    all = FiguresSerializer()
    others = FiguresSerializer(
        help_text="The same, of all other raters; `agreement` is of all pairs of the campaign."
    )
    weeks = WeekSerializer(many=True, help_text="The weeks, newest first; at most 26.")
    findings = shown_as(RaterFinding)(many=True)


class HoursParameters(AskedParameters):
    asks = HoursWanted
    campaign = Accessed(
        access=access_hours_campaigns,
        required=False,
        allow_null=True,
        help_text="Only this campaign. Without one, all campaigns count, closed ones too.",
    )


class HoursSerializer(serializers.Serializer[Any]):
    time_zone = serializers.CharField(help_text="The time zone in which days begin.")
    days = shown_as(Worked)(many=True)
