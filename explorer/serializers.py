"""The explorer, as the API is asked for it and answers."""

from typing import Any

from rest_framework import serializers

from explorer.asked import CaptionsWanted, RankedWanted, joined
from explorer.queries.captions import PAGE_SIZE, FoundCaption
from explorer.queries.ranked import CaptionLists, CaptionNamed, Ranked, VideoNamed
from explorer.ranked import Mark
from foundation.api.fields import WholeNumber
from foundation.asking.serializers import AskedParameters
from foundation.finding.schema import FoundSerializer, field_of, serializer_of

LARGEST_PAGE = 200
FoundCaptionSerializer = serializer_of(FoundCaption)


class ExplorerParameters(AskedParameters):
    def to_internal_value(self, data: Any) -> Any:
        return super().to_internal_value(joined(data))


class CaptionsWantedSerializer(ExplorerParameters):
    asks = CaptionsWanted


class RankedWantedSerializer(ExplorerParameters):
    asks = RankedWanted


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


class ExploreSerializer(serializers.Serializer[Any]):
    results = FoundCaptionSerializer(many=True)
    total = serializers.IntegerField(help_text="How many captions were found.")
    newer_labels = serializers.IntegerField(
        help_text="Labels given since the captions were looked at."
    )
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)


class RankedCaptionSerializer(FoundSerializer):
    finds = Ranked
    caption = serializer_of(CaptionNamed)()


class RankedVideoSerializer(FoundSerializer):
    finds = Ranked
    video = serializer_of(VideoNamed)()

    def get_fields(self) -> Any:
        return super().get_fields() | serializer_of(CaptionLists)().get_fields()


class GivenSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="label.pk")
    rater = serializers.CharField(source="label.rater.username")
    slot = serializers.CharField(source="label.slot.kind")
    answer = serializers.CharField(source="label.answer")
    value = serializers.IntegerField(source="label.value", allow_null=True)
    reason = serializers.CharField(source="label.reason")
    comment = serializers.CharField(source="label.comment")
    given_at = serializers.DateTimeField(source="label.given_at")
    guideline_version = serializers.IntegerField(source="label.guideline_version")
    counts = serializers.BooleanField(
        help_text="It is its rater's answer by now, and was not asked for again."
    )


class PairInCampaignSerializer(serializers.Serializer[Any]):
    campaign = serializers.IntegerField(source="campaign.pk")
    name = serializers.CharField(source="campaign.name")
    verdict = serializers.CharField(source="item.verdict", allow_null=True)
    grade = serializers.IntegerField(source="item.grade", allow_null=True)
    adjudicated = serializers.BooleanField(source="item.adjudicated")
    labels = serializers.IntegerField()
    first = serializers.DateField(allow_null=True)
    last = serializers.DateField(allow_null=True)
    given = GivenSerializer(
        source="said",
        many=True,
        allow_null=True,
        help_text="The labels, for leads who do not rate in the campaign.",
    )


class PairHistorySerializer(serializers.Serializer[Any]):
    caption = serializer_of(CaptionNamed)()
    video = serializer_of(VideoNamed)()
    mark = field_of(Mark)
    verdict = serializers.CharField(allow_null=True)
    campaigns = PairInCampaignSerializer(many=True)
