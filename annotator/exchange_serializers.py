"""Labels that come and go, as the API reads and shows them."""

from typing import Any

from rest_framework import serializers

from annotator.actions.export_labels import EXPORT_FORMATS
from annotator.formats.labels import LABEL_FORMATS
from annotator.models import Export, Release
from annotator.queries.exports import access_exportable_campaigns
from foundation.api.fields import Accessed, NamedSerializer, StrictSerializer
from people.actor import person_of
from people.serializers import username
from pooling.media_links import media_link
from pooling.queries.benchmarks import access_benchmarks


class ExportedFileSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    rows = serializers.IntegerField()
    bytes = serializers.IntegerField()
    sha256 = serializers.CharField()
    url = serializers.CharField(
        allow_null=True,
        help_text="For whoever asked, for a while. null: a command wrote it elsewhere.",
    )


class ExportSerializer(serializers.ModelSerializer[Export]):
    """Files that were written, and the manifest that lies beside them."""

    benchmark = NamedSerializer(source="release.benchmark")
    campaign = NamedSerializer(allow_null=True)
    release = serializers.CharField(source="release.name")
    created_by = username()
    files = ExportedFileSerializer(source="manifest.files", many=True)
    manifest = serializers.JSONField()

    class Meta:
        model = Export
        fields = (
            "id",
            "benchmark",
            "campaign",
            "format",
            "release",
            "created_at",
            "created_by",
            "files",
            "manifest",
        )
        read_only_fields = fields

    def to_representation(self, export: Export) -> dict[str, Any]:
        person = person_of(self.context["request"])
        for file in export.manifest["files"]:
            file["url"] = (
                media_link(person, f"{export.folder}/{file['name']}") if export.folder else None
            )
        told = super().to_representation(export)
        return told | {
            "manifest": {name: fact for name, fact in export.manifest.items() if name != "files"}
        }


class NewExportSerializer(StrictSerializer):
    benchmark = Accessed(access=access_benchmarks)
    campaign = Accessed(
        access=access_exportable_campaigns,
        default=None,
        allow_null=True,
        help_text="Only this one: all that is judged if not given.",
    )
    format = serializers.ChoiceField(EXPORT_FORMATS)
    release = serializers.CharField(
        max_length=Release._meta.get_field("name").max_length,
        default="",
        allow_blank=True,
        help_text=(
            "Exports of one release share their raters' pseudonyms; new ones are drawn if not"
            " given."
        ),
    )
    stratum = serializers.BooleanField(
        default=False, help_text="Only for qrels: write `qid 0 docid stratum rel`."
    )
    lines = serializers.BooleanField(
        default=False, help_text="JSON Lines instead of CSV, for triplets and the log."
    )

    def validate(self, asked: dict[str, Any]) -> dict[str, Any]:
        of, campaign = asked["benchmark"], asked["campaign"]
        if campaign and campaign.benchmark_id != of.pk:
            raise serializers.ValidationError({"campaign": f"Expected a campaign of {of}."})
        if asked["stratum"] and asked["format"] != "qrels":
            raise serializers.ValidationError({"stratum": "Only qrels have strata."})
        if asked["lines"] and asked["format"] not in ("triplets", "log"):
            raise serializers.ValidationError(
                {"lines": "Only triplets and the log are written as JSON Lines."}
            )
        return asked


class ImportLabelsSerializer(StrictSerializer):
    file = serializers.FileField(help_text="All of it is imported, or nothing.")
    format = serializers.ChoiceField(LABEL_FORMATS)
    dataset = serializers.CharField(
        max_length=60,
        default=None,
        allow_null=True,
        help_text="The data set to take from a FIRE release that has several.",
    )
