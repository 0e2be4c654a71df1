"""Benchmarks, captions and videos."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from foundation.api.fields import shows
from foundation.asking.serializers import parameters_of, serializer_of
from people.actor import person_of
from people.serializers import maker
from pooling.actions.hand_in import CaptionsAsked, VideosAsked
from pooling.media_links import media_link
from pooling.models import Benchmark, BenchmarkImport, Caption, Video
from pooling.queries.benchmarks import (
    CaptionFilter,
    VideoFilter,
    imports_of,
    same_text,
    video_states,
)
from pooling.queries.runs import OverlapAsked

MOST_OF_THE_SAME = 1_000


class BenchmarkSerializer(serializers.ModelSerializer[Benchmark]):
    created_by = maker()

    Meta = shows(
        Benchmark,
        "id name title description caption_count query_count video_count training_count"
        " created_at created_by",
    )


class ImportSerializer(serializers.ModelSerializer[BenchmarkImport]):
    imported_by = maker()
    warnings = serializers.ListField(child=serializers.CharField())

    Meta = shows(
        BenchmarkImport,
        "part file_name sha256 format captions_added videos_added warnings imported_at imported_by",
    )


class OneBenchmarkSerializer(BenchmarkSerializer):
    video_states = serializers.SerializerMethodField(
        help_text="How many videos are in each state that occurs."
    )
    imports = serializers.SerializerMethodField(
        help_text="The files that it is made of, the last first."
    )

    Meta = shows(Benchmark, *BenchmarkSerializer.Meta.fields, "video_states", "imports")

    @extend_schema_field({"type": "object", "additionalProperties": {"type": "integer"}})
    def get_video_states(self, benchmark: Benchmark) -> dict[str, int]:
        return video_states([benchmark])[benchmark.pk]

    @extend_schema_field(ImportSerializer(many=True))
    def get_imports(self, benchmark: Benchmark) -> Any:
        return ImportSerializer(imports_of(benchmark), many=True, context=self.context).data


class CaptionSerializer(serializers.ModelSerializer[Caption]):
    text = serializers.CharField(source="query.text", help_text="Byte for byte as in the file.")
    video_key = serializers.CharField(source="video.key", default=None, allow_null=True)

    Meta = shows(Caption, "id number key text query video video_key")


class SameTextSerializer(serializers.ModelSerializer[Caption]):
    video_key = serializers.CharField(source="video.key", default=None, allow_null=True)

    Meta = shows(Caption, "id number key video video_key")


class OneCaptionSerializer(CaptionSerializer):
    same_text = serializers.SerializerMethodField(
        help_text=(
            f"The other captions that say the same, the first {MOST_OF_THE_SAME:,} of them: their"
            " videos are originals too."
        )
    )

    Meta = shows(Caption, "benchmark", *CaptionSerializer.Meta.fields, "same_text")

    @extend_schema_field(SameTextSerializer(many=True))
    def get_same_text(self, caption: Caption) -> Any:
        return SameTextSerializer(same_text(caption)[:MOST_OF_THE_SAME], many=True).data


class VideoSerializer(serializers.ModelSerializer[Video]):
    changes = serializers.ListField(
        child=serializers.CharField(), help_text="What was changed to make it play, in sentences."
    )
    url = serializers.SerializerMethodField(
        help_text="A link to the film for the caller, valid for a while; null if it does not play."
    )
    poster = serializers.SerializerMethodField(help_text="A picture of it, likewise.")

    Meta = shows(
        Video,
        "id benchmark number key state reason explanation source_name sha256 bytes seconds"
        " width height changes url poster",
    )

    @extend_schema_field({"type": ["string", "null"], "format": "uri"})
    def get_url(self, video: Video) -> str | None:
        return self._link(video.path if video.state == Video.State.READY else "")

    @extend_schema_field({"type": ["string", "null"], "format": "uri"})
    def get_poster(self, video: Video) -> str | None:
        return self._link(video.poster)

    def _link(self, path: str) -> str | None:
        request = self.context["request"]
        return request.build_absolute_uri(media_link(person_of(request), path)) if path else None


# What is asked


ImportCaptionsSerializer = serializer_of(CaptionsAsked, "ImportCaptions")
ImportVideosSerializer = serializer_of(VideosAsked, "ImportVideos", leaves_out=("benchmark",))
CaptionFilterSerializer = parameters_of(CaptionFilter, "CaptionFilter")
VideoFilterSerializer = parameters_of(VideoFilter, "VideoFilter")
OverlapAskedSerializer = parameters_of(OverlapAsked, "OverlapAsked")


class OverlapRowSerializer(serializers.Serializer[Any]):
    a = serializers.CharField()
    b = serializers.CharField()
    overlap = serializers.FloatField(allow_null=True)
    rbo = serializers.FloatField(
        allow_null=True, help_text="Rank-biased overlap, extrapolated from the first ranks."
    )
    rbo_cut = serializers.FloatField(
        allow_null=True,
        help_text="The same, summed over the ranks down to the depth and no further.",
    )
    rbo_lower = serializers.FloatField(
        allow_null=True, help_text="The same, where nothing below the depth is shared."
    )
    rbo_residual = serializers.FloatField(
        allow_null=True,
        help_text="What is added to the lower bound where all below the depth is shared.",
    )


class OverlapSerializer(serializers.Serializer[Any]):
    rows = OverlapRowSerializer(many=True)
