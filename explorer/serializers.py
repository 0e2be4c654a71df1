"""The explorer, as the API is asked for it and answers."""

from typing import Any

from rest_framework import serializers

from explorer.queries.asked import CaptionsWanted, RankedWanted
from explorer.queries.captions import PAGE_SIZE
from explorer.ranked import ASSUMED, COLLECTED, DISAGREEMENT, IRRELEVANT, ORIGINAL, UNJUDGED
from foundation.api.fields import WholeNumber
from foundation.asking.serializers import (
    parameters_of,
)

LARGEST_PAGE = 200
MARKS = (ORIGINAL, COLLECTED, IRRELEVANT, DISAGREEMENT, UNJUDGED, ASSUMED)


CaptionsWantedSerializer = parameters_of(CaptionsWanted, "CaptionsWanted")
RankedWantedSerializer = parameters_of(RankedWanted, "RankedWanted")


class PageSerializer(serializers.Serializer[Any]):
    cursor = serializers.RegexField(
        r"^(after|before)-[0-9]{1,18}$",
        default="",
        help_text="Where the page begins, taken from an answer's next or previous.",
    )
    limit = WholeNumber(
        min_value=1,
        max_value=LARGEST_PAGE,
        default=PAGE_SIZE,
        help_text="How many captions a page has at most.",
    )


class _RunSerializer(serializers.Serializer[Any]):
    run = serializers.IntegerField(help_text="The id of the run.")
    name = serializers.CharField()


class _TextSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    key = serializers.CharField()
    text = serializers.CharField()


class RunOnCaptionSerializer(_RunSerializer):
    first = serializers.IntegerField(
        allow_null=True, help_text="The rank of the first positive; null where none is stored."
    )
    right = serializers.BooleanField(help_text="Whether a positive is in the top K.")
    turned = serializers.BooleanField(help_text="Whether the other positives say otherwise.")


class FoundCaptionSerializer(_TextSerializer):
    words = serializers.IntegerField()
    original = serializers.IntegerField(help_text="How many original positives it has.")
    corrected = serializers.IntegerField(
        help_text="How many it has with those that people found relevant."
    )
    unjudged = serializers.IntegerField(
        help_text="How many are in the top K of the run that has most of them there."
    )
    runs = RunOnCaptionSerializer(many=True)


class ExploreSerializer(serializers.Serializer[Any]):
    results = FoundCaptionSerializer(many=True)
    total = serializers.IntegerField(help_text="How many captions were found.")
    newer_labels = serializers.IntegerField(
        help_text="Labels given since the captions were looked at."
    )
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)


class ScoreSerializer(serializers.Serializer[Any]):
    original = serializers.FloatField(allow_null=True)
    corrected = serializers.FloatField(allow_null=True)


class TargetSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    score = serializers.FloatField()
    mark = serializers.ChoiceField(MARKS, help_text="What is known of the pair.")
    verdict = serializers.CharField(allow_null=True, help_text="What people found.")
    shared = serializers.IntegerField(
        help_text="How many of the runs shown have it among the ranks shown."
    )
    id = serializers.IntegerField(
        help_text="The id of the video, or of the caption that a video finds."
    )
    number = serializers.IntegerField()
    key = serializers.CharField()
    text = serializers.CharField(required=False, help_text="The text, where it is a caption.")


class RankedRowSerializer(_RunSerializer):
    direction = serializers.CharField()
    stored = serializers.IntegerField(help_text="How many ranks are stored.")
    first = serializers.IntegerField(allow_null=True, help_text="The rank of the first positive.")
    scores = serializers.DictField(
        child=ScoreSerializer(), help_text="The scores by measure: C@1, C@5, C@10, AP, Judged@10."
    )
    targets = TargetSerializer(many=True)


class _RankedSerializer(serializers.Serializer[Any]):
    original = serializers.IntegerField()
    corrected = serializers.IntegerField()
    rows = RankedRowSerializer(many=True)


class RankedCaptionSerializer(_RankedSerializer):
    caption = _TextSerializer()


class VideoNamedSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    key = serializers.CharField()


class RankSerializer(serializers.Serializer[Any]):
    run = serializers.IntegerField()
    rank = serializers.IntegerField(allow_null=True)


class CaptionOfVideoSerializer(_TextSerializer):
    mark = serializers.ChoiceField(MARKS)
    ranks = RankSerializer(many=True)


class RankedVideoSerializer(_RankedSerializer):
    video = VideoNamedSerializer()
    own = CaptionOfVideoSerializer(many=True, help_text="Captions written for it.")
    collected = CaptionOfVideoSerializer(
        many=True, help_text="Others that people found it relevant for."
    )
    found = CaptionOfVideoSerializer(
        many=True, help_text="Captions for which one of the runs has it among the first ranks."
    )


class GivenSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    rater = serializers.CharField()
    slot = serializers.CharField()
    answer = serializers.CharField()
    reason = serializers.CharField()
    comment = serializers.CharField()
    given_at = serializers.DateTimeField()
    guideline_version = serializers.IntegerField()
    counts = serializers.BooleanField(
        help_text="It is its rater's answer by now, and was not asked for again."
    )


class PairInCampaignSerializer(serializers.Serializer[Any]):
    campaign = serializers.IntegerField()
    name = serializers.CharField()
    verdict = serializers.CharField(allow_null=True)
    adjudicated = serializers.BooleanField()
    labels = serializers.IntegerField()
    first = serializers.DateField(allow_null=True)
    last = serializers.DateField(allow_null=True)
    given = GivenSerializer(
        many=True,
        allow_null=True,
        help_text="The labels, for leads who do not rate in the campaign.",
    )


class PairHistorySerializer(serializers.Serializer[Any]):
    caption = _TextSerializer()
    video = VideoNamedSerializer()
    mark = serializers.ChoiceField(MARKS)
    verdict = serializers.CharField(allow_null=True)
    campaigns = PairInCampaignSerializer(many=True)
