"""Agreement, as the API is asked for it and shows it."""

from typing import Any

from rest_framework import serializers

from foundation.asking.serializers import AskedParameters
from measures.agreement_score import KIND
from metrics.actions.agreement_kept import RATERS_AS, AgreementAsked
from metrics.labels import KINDS

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


def _ends() -> serializers.ListField:
    return serializers.ListField(
        child=serializers.FloatField(), min_length=2, max_length=2, allow_null=True
    )


def _share() -> serializers.FloatField:
    return serializers.FloatField(allow_null=True)


def _mark() -> serializers.CharField:
    return serializers.CharField(
        help_text="Why the interval is not to be trusted; empty where it is."
    )


class _IntervalsSerializer(serializers.Serializer[Any]):
    interval = _ends()
    no_interval = serializers.CharField(help_text="Why there is none; empty where there is.")
    mark = _mark()
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


class FiltersSerializer(serializers.Serializer[Any]):
    to = serializers.CharField(allow_null=True)
    raters = serializers.ListField(child=serializers.CharField())

    def get_fields(self) -> dict[str, Any]:
        return {"from": serializers.CharField(allow_null=True)} | super().get_fields()


class _SliceSerializer(serializers.Serializer[Any]):
    pairs = serializers.IntegerField()
    labels = serializers.IntegerField()
    agreement = _share()
    interval = _ends()
    why = serializers.CharField(help_text="Why there is no interval; empty where there is.")
    mark = _mark()
    alpha = _share()
    alpha_interval = _ends()
    alpha_why = serializers.CharField(
        help_text="Why alpha or its interval is undefined; empty where it is not."
    )
    alpha_mark = _mark()


class TimeSliceSerializer(_SliceSerializer):
    day = serializers.DateField(required=False, help_text="If `time_step` is day.")
    week = serializers.DateField(required=False, help_text="Its Monday, if `time_step` is week.")


class LengthSliceSerializer(_SliceSerializer):
    words = serializers.CharField(help_text="The class of lengths, as `5 to 6`.")


class NumberSliceSerializer(_SliceSerializer):
    name = serializers.CharField(help_text="How many labels the pairs have, as `3 labels`.")


class _PartSerializer(serializers.Serializer[Any]):
    pairs = serializers.IntegerField()
    share = _share()
    interval = _ends()
    why = serializers.CharField(help_text="Why there is no interval; empty where there is.")
    mark = _mark()


class KindSerializer(_PartSerializer):
    kind = serializers.CharField()
    relevant = serializers.IntegerField()
    irrelevant = serializers.IntegerField()
    disagreement = serializers.IntegerField()
    open = serializers.IntegerField()
    adjudicated = serializers.IntegerField()


class MistakeSerializer(_PartSerializer):
    mistake = serializers.CharField()


class WhySerializer(serializers.Serializer[Any]):
    reason = serializers.CharField()
    why = serializers.CharField()
    pairs = serializers.IntegerField()


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


class AgreementSerializer(serializers.Serializer[Any]):
    """Shares are fractions; null is undefined, and `figures` says why."""

    benchmark = serializers.CharField()
    campaigns = serializers.ListField(child=serializers.CharField())
    labels_used = serializers.ChoiceField(list(KINDS))
    filters = FiltersSerializer()
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
    interval_kind = serializers.ChoiceField(
        [KIND], help_text="What the main intervals are, those called `interval`."
    )
    raters_as = serializers.ChoiceField(
        list(RATERS_AS), help_text="Whether intervals are about these raters or ones like these."
    )
    rater_groups = serializers.IntegerField(help_text="Raters of the pairs that are compared.")
    ac1 = _share()
    prevalence = _share()
    by_number_of_labels = ByLabelsSerializer(many=True)
    figures = serializers.DictField(child=FigureSerializer())
    raters = RaterSerializer(many=True)
    below_the_rest = serializers.ListField(
        child=serializers.CharField(),
        help_text="Raters who agree with the others less than the others do with each other.",
    )
    pairwise = TwoRatersSerializer(many=True)
    by_time = TimeSliceSerializer(many=True)
    time_step = serializers.ChoiceField(["day", "week"])
    by_length = LengthSliceSerializer(many=True)
    by_number_of_all_labels = NumberSliceSerializer(many=True)
    answered_twice = serializers.IntegerField(
        help_text="Pairs that two raters or more answered, cannot judge included."
    )
    differing = serializers.IntegerField(help_text="Of these, those whose answers differ.")
    disagreements_by_kind = KindSerializer(many=True)
    decided = serializers.IntegerField(
        help_text="Pairs called relevant and irrelevant that an adjudicator decided."
    )
    mistakes = MistakeSerializer(many=True)
    labelled_pairs = serializers.IntegerField()
    why = WhySerializer(
        many=True, help_text="Why pairs count, or do not; all reasons sum to `labelled_pairs`."
    )
    left_out = LeftOutSerializer(many=True)
    log_position = serializers.IntegerField()
    newer_labels = serializers.IntegerField(
        required=False,
        help_text="Only where this is not of the newest labels: how many were given since.",
    )
    seed = serializers.IntegerField()
    resamples = serializers.IntegerField()
    level = serializers.FloatField()
