"""Benchmarks, captions and videos."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from foundation.api.fields import Accessed, FiniteNumber, StrictSerializer, WholeNumber
from people.actor import person_of
from pooling.formats.captions import BENCHMARK_FORMATS
from pooling.media_links import media_link
from pooling.models import Benchmark, BenchmarkImport, Caption, Video
from pooling.queries.benchmarks import imports_of, same_text, video_states
from pooling.queries.runs import access_runs
from pooling.serializers.fields import maker

MOST_OF_THE_SAME = 1_000


class BenchmarkSerializer(serializers.ModelSerializer[Benchmark]):
    created_by = maker()

    class Meta:
        model = Benchmark
        fields: tuple[str, ...] = (
            "id",
            "name",
            "title",
            "description",
            "caption_count",
            "query_count",
            "video_count",
            "training_count",
            "created_at",
            "created_by",
        )
        read_only_fields = fields


class ImportSerializer(serializers.ModelSerializer[BenchmarkImport]):
    imported_by = maker()
    warnings = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = BenchmarkImport
        fields = (
            "part",
            "file_name",
            "sha256",
            "format",
            "captions_added",
            "videos_added",
            "warnings",
            "imported_at",
            "imported_by",
        )
        read_only_fields = fields


class OneBenchmarkSerializer(BenchmarkSerializer):
    video_states = serializers.SerializerMethodField(
        help_text="How many videos are in each state that occurs."
    )
    imports = serializers.SerializerMethodField(
        help_text="The files that it is made of, the last first."
    )

    class Meta(BenchmarkSerializer.Meta):
        fields = (*BenchmarkSerializer.Meta.fields, "video_states", "imports")
        read_only_fields = fields

    @extend_schema_field({"type": "object", "additionalProperties": {"type": "integer"}})
    def get_video_states(self, benchmark: Benchmark) -> dict[str, int]:
        return video_states([benchmark])[benchmark.pk]

    @extend_schema_field(ImportSerializer(many=True))
    def get_imports(self, benchmark: Benchmark) -> Any:
        return ImportSerializer(imports_of(benchmark), many=True, context=self.context).data


class CaptionSerializer(serializers.ModelSerializer[Caption]):
    text = serializers.CharField(source="query.text", help_text="Byte for byte as in the file.")
    video_key = serializers.CharField(source="video.key", default=None, allow_null=True)

    class Meta:
        model = Caption
        fields: tuple[str, ...] = ("id", "number", "key", "text", "query", "video", "video_key")
        read_only_fields = fields


class SameTextSerializer(serializers.ModelSerializer[Caption]):
    video_key = serializers.CharField(source="video.key", default=None, allow_null=True)

    class Meta:
        model = Caption
        fields = ("id", "number", "key", "video", "video_key")
        read_only_fields = fields


class OneCaptionSerializer(CaptionSerializer):
    same_text = serializers.SerializerMethodField(
        help_text=(
            f"The other captions that say the same, the first {MOST_OF_THE_SAME:,} of them: their"
            " videos are originals too."
        )
    )

    class Meta(CaptionSerializer.Meta):
        fields = ("benchmark", *CaptionSerializer.Meta.fields, "same_text")
        read_only_fields = fields

    @extend_schema_field(SameTextSerializer(many=True))
    def get_same_text(self, caption: Caption) -> Any:
        return SameTextSerializer(same_text(caption)[:MOST_OF_THE_SAME], many=True).data


class VideoSerializer(serializers.ModelSerializer[Video]):
    changes = serializers.ListField(
        child=serializers.CharField(), help_text="What was changed to make it play, in sentences."
    )
    url = serializers.SerializerMethodField(
        help_text="The film, for whoever asked, for a while; null if it does not play."
    )
    poster = serializers.SerializerMethodField(help_text="A picture of it, likewise.")

    class Meta:
        model = Video
        fields = (
            "id",
            "benchmark",
            "number",
            "key",
            "state",
            "reason",
            "explanation",
            "source_name",
            "sha256",
            "bytes",
            "seconds",
            "width",
            "height",
            "changes",
            "url",
            "poster",
        )
        read_only_fields = fields

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


class ImportCaptionsSerializer(StrictSerializer):
    name = serializers.CharField(
        max_length=60,
        validators=Benchmark._meta.get_field("name").validators,
        help_text=(
            "Short, as in msvd-test. The name of one that exists adds to it; nothing in it is"
            " changed."
        ),
    )
    captions = serializers.FileField(
        help_text="CSV, JSON Lines, or MSR-VTT's, MSVD's or FIRE's own file."
    )
    format = serializers.ChoiceField(
        BENCHMARK_FORMATS, default="", allow_blank=True, help_text="Guessed if not given."
    )
    split = serializers.CharField(
        max_length=40, default="test", help_text="Of an MSR-VTT JSON; all for every one."
    )
    dataset = serializers.CharField(
        max_length=60, default=None, allow_null=True, help_text="Of a FIRE release with several."
    )
    list = serializers.FileField(
        default=None, allow_null=True, help_text="The only videos to take, one id on each line."
    )
    training = serializers.BooleanField(
        default=False, help_text="Kept as training captions, which are never judged."
    )
    dry_run = serializers.BooleanField(
        default=False, help_text="The job's result says what would happen; nothing is kept."
    )


class ImportVideosSerializer(StrictSerializer):
    videos = serializers.ListField(
        child=serializers.FileField(),
        default=list,
        help_text=(
            "Files named by their video's key, as in video7010.mp4, or archives (.zip, .tar) of"
            " such files."
        ),
    )
    links = serializers.FileField(
        default=None, allow_null=True, help_text="Or CSV with the columns key and url."
    )

    def validate(self, asked: dict[str, Any]) -> dict[str, Any]:
        if not asked["videos"] and asked["links"] is None:
            raise serializers.ValidationError("Expected videos, an archive of them, or links.")
        return asked


class CaptionFilterSerializer(serializers.Serializer[Any]):
    search = serializers.CharField(
        default="", allow_blank=True, max_length=200, help_text="In the text or the key."
    )


class VideoFilterSerializer(serializers.Serializer[Any]):
    search = serializers.CharField(
        default="", allow_blank=True, max_length=200, help_text="In the key."
    )
    state = serializers.ChoiceField(Video.State.choices, default="", allow_blank=True)


class OverlapAskedSerializer(serializers.Serializer[Any]):
    runs = Accessed(
        access=access_runs,
        many=True,
        required=False,
        help_text="Ids; all that rank videos for captions if none.",
    )
    depth = WholeNumber(
        min_value=1, max_value=1_000, default=10, help_text="How far down the rankings."
    )
    p = FiniteNumber(
        default=0.9,
        help_text="Of rank-biased overlap: between 0 and 1, the higher the deeper it looks.",
    )


class OverlapRowSerializer(serializers.Serializer[Any]):
    a = serializers.CharField()
    b = serializers.CharField()
    overlap = serializers.FloatField(allow_null=True)
    rbo = serializers.FloatField(allow_null=True)


class OverlapSerializer(serializers.Serializer[Any]):
    rows = OverlapRowSerializer(many=True)
