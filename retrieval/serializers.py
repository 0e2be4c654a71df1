"""Trained models, as the API reads and shows them."""

from typing import Any

from rest_framework import serializers

from foundation.api.fields import NamedSerializer, shows
from foundation.asking.serializers import parameters_of, serializer_of
from people.serializers import maker
from pooling.serializers.runs import ProvenanceSerializer
from retrieval.asked.grid import GridAsked
from retrieval.asked.grid_table import TableWanted
from retrieval.asked.training import TrainingAsked
from retrieval.models import TrainedModel

TrainModelSerializer = serializer_of(TrainingAsked, "TrainModel", leaves_out=("benchmark",))
TrainGridSerializer = serializer_of(GridAsked, "TrainGrid", leaves_out=("benchmark",))
GridTableParameters = parameters_of(TableWanted, "GridTableParameters")


class PointSerializer(serializers.Serializer[Any]):
    epoch = serializers.IntegerField(help_text="Epochs count from 1.")
    loss = serializers.FloatField()
    validation = serializers.DictField(
        child=serializers.FloatField(),
        help_text="Scores on what was held back, as fractions; empty where nothing was.",
    )
    negatives = serializers.FloatField(
        required=False,
        allow_null=True,
        help_text="How relevant the negatives were that the miner picked, on average; absent or"
        " null where it picks none, or where only a caption's own video is relevant.",
    )


class TrainedRunSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    direction = serializers.CharField()
    provenance = ProvenanceSerializer(allow_null=True)


class TrainedModelSerializer(serializers.ModelSerializer[TrainedModel]):
    """The card of a model that was trained here."""

    model = NamedSerializer()
    benchmark = NamedSerializer()
    curve = PointSerializer(many=True)
    card = serializers.JSONField(
        help_text="Data, features, texts, relevance, parameters and versions."
    )
    runs = serializers.SerializerMethodField(help_text="Its runs, in both directions.")
    created_by = maker()

    Meta = shows(
        TrainedModel,
        "model benchmark network loss seed seconds best curve card sha256 runs created_at"
        " created_by",
    )

    def get_runs(self, trained: TrainedModel) -> list[dict[str, Any]]:
        runs = self.context["runs"](trained)
        return [dict(TrainedRunSerializer(run).data) for run in runs]
