"""Agreement, as the API is asked for it and shows it."""

from typing import Any

from rest_framework import serializers

from foundation.asking.serializers import AskedParameters
from metrics.actions.agreement_kept import AgreementAsked
from metrics.labels import KINDS


class AgreementParameters(AskedParameters):
    asks = AgreementAsked


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
