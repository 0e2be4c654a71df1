"""Models, runs and rankings."""

from typing import Any

from rest_framework import serializers

from foundation.api.fields import Accessed, StrictSerializer, WholeNumber
from pooling.formats.runs import DEPTH_LIMIT, RUN_FORMATS
from pooling.models import RetrievalModel, Run
from pooling.queries.benchmarks import access_benchmarks
from pooling.queries.runs import access_models
from pooling.serializers.fields import AccessedModel, NamedSerializer, maker


class ModelSerializer(serializers.ModelSerializer[RetrievalModel]):
    created_by = maker()

    class Meta:
        model = RetrievalModel
        fields = ("id", "name", "version", "family", "link", "notes", "created_at", "created_by")
        read_only_fields = fields


class RegisterModelSerializer(StrictSerializer):
    name = serializers.CharField(
        max_length=80, validators=RetrievalModel._meta.get_field("name").validators
    )
    version = serializers.CharField(max_length=40, default="", allow_blank=True)
    family = serializers.CharField(
        max_length=80,
        default="",
        allow_blank=True,
        help_text="Models that share a design: left out together in the metrics.",
    )
    link = serializers.URLField(
        max_length=200, default="", allow_blank=True, help_text="The paper or the code."
    )
    notes = serializers.CharField(default="", allow_blank=True)


class RunSerializer(serializers.ModelSerializer[Run]):
    benchmark = NamedSerializer()
    model = NamedSerializer()
    created_by = maker()
    warnings = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = Run
        fields = (
            "id",
            "name",
            "benchmark",
            "model",
            "direction",
            "depth",
            "format",
            "file_name",
            "sha256",
            "items",
            "ties",
            "full_ranks",
            "warnings",
            "created_at",
            "created_by",
        )
        read_only_fields = fields


class RankingSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="The item's place in the order of import, from 0.")
    item = serializers.CharField(
        help_text="The caption's key; the video's, where captions are ranked for videos."
    )
    targets = serializers.ListField(
        child=serializers.CharField(), help_text="Keys, the best first."
    )
    scores = serializers.ListField(child=serializers.FloatField())
    own_rank = serializers.IntegerField(
        allow_null=True, help_text="Of the original positive in the whole file, if known."
    )


class ImportRunSerializer(StrictSerializer):
    benchmark = Accessed(access=access_benchmarks)
    model = AccessedModel(
        access=access_models, help_text="Its id, or its name: a new one is registered with the run."
    )
    file = serializers.FileField(help_text="A matrix (.npy), a TREC run, CSV or JSON Lines.")
    name = serializers.CharField(
        max_length=120,
        default="",
        allow_blank=True,
        validators=Run._meta.get_field("name").validators,
        help_text="Of the run: the model's if not given.",
    )
    format = serializers.ChoiceField(
        RUN_FORMATS, default="", allow_blank=True, help_text="Guessed if not given."
    )
    depth = WholeNumber(
        min_value=1,
        max_value=DEPTH_LIMIT,
        default=100,
        help_text="How many ranks of each ranking are kept.",
    )
    direction = serializers.ChoiceField(Run.Direction.choices, default=Run.Direction.TEXT_TO_VIDEO)
    captions = serializers.FileField(
        default=None,
        allow_null=True,
        help_text="Names a matrix's rows, one on each line; else the benchmark's own order.",
    )
    videos = serializers.FileField(
        default=None, allow_null=True, help_text="Names a matrix's columns, likewise."
    )


class OfBenchmarkSerializer(serializers.Serializer[Any]):
    benchmark = Accessed(
        access=access_benchmarks,
        default=None,
        allow_null=True,
        help_text="Only those of this one, by its id.",
    )
