"""Agreement, as the API is asked for it and shows it."""

from typing import Any

from rest_framework import serializers

from annotator.queries.progress import access_read_campaigns
from foundation.api.fields import Accessed, WholeNumber
from metrics.labels import KINDS
from metrics.studies.agreement import RESAMPLES
from pooling.queries.benchmarks import access_benchmarks

MOST_RESAMPLES = 100_000


class AgreementAskedSerializer(serializers.Serializer[Any]):
    benchmark = Accessed(access=access_benchmarks, help_text="The id of the benchmark.")
    campaign = Accessed(
        access=access_read_campaigns,
        default=None,
        help_text="The id of one of its campaigns: only this one.",
    )
    labels = serializers.ChoiceField(
        list(KINDS), default="independent", help_text="First and second labels, or third ones too."
    )
    seed = WholeNumber(
        min_value=0, max_value=2**31 - 1, default=0, help_text="The seed of the bootstrap."
    )
    resamples = WholeNumber(
        min_value=1,
        max_value=MOST_RESAMPLES,
        default=RESAMPLES,
        help_text="How many resamples the bootstrap draws.",
    )

    def validate(self, asked: dict[str, Any]) -> dict[str, Any]:
        if (
            asked["campaign"] is not None
            and asked["campaign"].benchmark_id != asked["benchmark"].pk
        ):
            raise serializers.ValidationError(
                {"campaign": f"Expected a campaign of {asked['benchmark']}."}
            )
        return asked


def _ends() -> serializers.ListField:
    return serializers.ListField(
        child=serializers.FloatField(), min_length=2, max_length=2, allow_null=True
    )


def _share() -> serializers.FloatField:
    return serializers.FloatField(allow_null=True)


class _IntervalsSerializer(serializers.Serializer[Any]):
    bootstrap = _ends()
    jackknife = _ends()
    reason = serializers.CharField(help_text="Why the figure is undefined; empty where it is not.")
    resamples = serializers.IntegerField()
    dropped = serializers.IntegerField(help_text="Resamples that left the figure undefined.")
    videos = serializers.IntegerField(help_text="What was resampled: the videos of these pairs.")
    no_bootstrap = serializers.CharField(
        help_text="Why there is no such interval; empty where there is."
    )
    no_jackknife = serializers.CharField(
        help_text="Why there is no jackknife interval; empty where there is."
    )


class FigureSerializer(_IntervalsSerializer):
    value = _share()


class ByLabelsSerializer(_IntervalsSerializer):
    labels = serializers.IntegerField()
    pairs = serializers.IntegerField()
    agreement = _share()


class BesideSerializer(serializers.Serializer[Any]):
    n = serializers.IntegerField()
    agreement = _share()


class RaterSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    rater = serializers.CharField()
    labels = serializers.IntegerField()
    others = BesideSerializer()
    gold = BesideSerializer()
    verdicts = BesideSerializer()


class TwoRatersSerializer(serializers.Serializer[Any]):
    a = serializers.CharField()
    b = serializers.CharField()
    shared = serializers.IntegerField()
    agreement = serializers.FloatField()


class LeftOutSerializer(serializers.Serializer[Any]):
    campaign = serializers.CharField()
    pairs = serializers.IntegerField()


class RepeatedSerializer(serializers.Serializer[Any]):
    """Labels by a rater who had labelled the pair before. Of each rater the first one counts; these
    are compared with nothing."""

    pairs = serializers.IntegerField()
    labels = serializers.IntegerField()
    contradicting = serializers.IntegerField(
        help_text="Labels that say otherwise than the rater's first one."
    )


class AgreementSerializer(serializers.Serializer[Any]):
    """Shares are fractions; null is undefined, and `figures` says why."""

    benchmark = serializers.CharField()
    campaigns = serializers.ListField(child=serializers.CharField())
    labels_used = serializers.ChoiceField(list(KINDS))
    pairs = serializers.IntegerField()
    labels = serializers.IntegerField()
    resolved = serializers.IntegerField()
    relevant = serializers.IntegerField()
    irrelevant = serializers.IntegerField()
    disagreements = serializers.IntegerField()
    awaiting_third = serializers.IntegerField(
        help_text="Pairs without a verdict whose labels disagree: one more is wanted."
    )
    shares = serializers.DictField(
        child=_share(), help_text="Of resolved, relevant, irrelevant, disagreements."
    )
    cannot_judge = serializers.IntegerField()
    third_labels = serializers.IntegerField()
    repeated = RepeatedSerializer()
    multiply_labelled = serializers.IntegerField()
    labels_compared = serializers.IntegerField()
    percent_agreement = _share()
    positive_agreement = _share()
    negative_agreement = _share()
    alpha = _share()
    alpha_interval = _ends()
    ac1 = _share()
    prevalence = _share()
    by_number_of_labels = ByLabelsSerializer(many=True)
    figures = serializers.DictField(child=FigureSerializer())
    raters = RaterSerializer(many=True)
    pairwise = TwoRatersSerializer(many=True)
    left_out = LeftOutSerializer(many=True)
    log_position = serializers.IntegerField()
    newer_labels = serializers.IntegerField(
        required=False,
        help_text="Only where this is not of the newest labels: how many were given since.",
    )
    seed = serializers.IntegerField()
    resamples = serializers.IntegerField()
    level = serializers.FloatField()
