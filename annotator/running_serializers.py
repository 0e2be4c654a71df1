"""What leads see of a campaign under way, as the API shows it: what is stuck, when it will be done,
how a rater fares week by week, and the hours worked."""

from typing import Any

from rest_framework import serializers

from annotator.asked.hours import HoursWanted, access_hours_campaigns
from annotator.asked.leading import RemarksReadWanted
from annotator.leading_serializers import AccuracySerializer
from foundation.api.fields import Accessed
from foundation.asking.serializers import AskedParameters, serializer_of

RemarksReadSerializer = serializer_of(RemarksReadWanted, "RemarksRead")


class RemedySerializer(serializers.Serializer[Any]):
    label = serializers.CharField()  # type: ignore[assignment]  # the base has one for forms
    address = serializers.CharField(help_text="The page that does it or leads to it.")
    posts = serializers.BooleanField(help_text="It is done at once by a POST of the page.")


class StuckSerializer(serializers.Serializer[Any]):
    """One thing that holds the campaign up, or that is to be read."""

    key = serializers.CharField(help_text="The kind of thing, as in `without_rater`.")
    number = serializers.IntegerField(help_text="How many pairs, people or comments.")
    sentence = serializers.CharField()
    remedies = RemedySerializer(many=True)
    holds_up = serializers.BooleanField(help_text="False for what is only to be read.")


class StuckListSerializer(serializers.Serializer[Any]):
    stuck = StuckSerializer(many=True, help_text="What holds up most comes first.")


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


class DaySerializer(serializers.Serializer[Any]):
    day = serializers.DateField(help_text="A day from midnight to midnight in UTC.")
    labels = serializers.IntegerField()


class OutlookSerializer(serializers.Serializer[Any]):
    wanted = serializers.IntegerField(help_text="Labels that are still wanted, as things stand.")
    days = DaySerializer(many=True, help_text="The last days, today among them.")
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


class FindingSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    sentence = serializers.CharField()
    advice = serializers.CharField()


class RaterFiguresSerializer(serializers.Serializer[Any]):
    all = FiguresSerializer()
    others = FiguresSerializer(
        help_text="The same, of all other raters; `agreement` is of all pairs of the campaign."
    )
    weeks = WeekSerializer(many=True, help_text="The weeks, newest first; at most 26.")
    findings = FindingSerializer(many=True)


class HoursParameters(AskedParameters):
    asks = HoursWanted
    campaign = Accessed(
        access=access_hours_campaigns,
        required=False,
        allow_null=True,
        help_text="Only this campaign. Without one, all campaigns count, closed ones too.",
    )


class WorkedSerializer(serializers.Serializer[Any]):
    """A day of one person in one campaign."""

    day = serializers.DateField()
    benchmark = serializers.CharField()
    campaign = serializers.CharField()
    username = serializers.CharField()
    name = serializers.CharField()
    role = serializers.CharField()
    answers = serializers.IntegerField(help_text="Answers given, less those that were taken back.")
    active_hours = serializers.FloatField(
        help_text="Active time as it was measured with each answer."
    )
    untimed_answers = serializers.IntegerField(
        help_text="Answers that came without a measured time."
    )
    untimed_hours = serializers.FloatField(
        help_text=(
            "Time of untimed answers by the server's clock, without breaks of over 30 minutes."
        )
    )


class HoursSerializer(serializers.Serializer[Any]):
    time_zone = serializers.CharField(help_text="The time zone in which days begin.")
    days = WorkedSerializer(many=True)
