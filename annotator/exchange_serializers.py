"""Labels that come and go, as the API reads and shows them."""

from typing import Any

from rest_framework import serializers

from annotator.asked.exchange import ExportWanted, ImportLabelsWanted
from annotator.models import Export
from foundation.api.fields import NamedSerializer, shows
from foundation.asking.serializers import AskedSerializer, serializer_of
from people.actor import person_of
from people.serializers import username
from pooling.media_links import media_link


class ExportedFileSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    rows = serializers.IntegerField()
    bytes = serializers.IntegerField()
    sha256 = serializers.CharField()
    url = serializers.CharField(
        allow_null=True,
        help_text="A link for the caller, valid for a while; null if a command wrote the file.",
    )


class ExportSerializer(serializers.ModelSerializer[Export]):
    """Files that were written, and the manifest that lies beside them."""

    benchmark = NamedSerializer(source="release.benchmark")
    campaign = NamedSerializer(allow_null=True)
    release = serializers.CharField(source="release.name")
    created_by = username()
    files = ExportedFileSerializer(source="manifest.files", many=True)
    manifest = serializers.JSONField()

    Meta = shows(
        Export, "id benchmark campaign format release created_at created_by files manifest"
    )

    def to_representation(self, export: Export) -> dict[str, Any]:
        person = person_of(self.context["request"])
        for file in export.manifest["files"]:
            file["url"] = (
                media_link(person, f"{export.folder}/{file['name']}") if export.folder else None
            )
        facts = {name: fact for name, fact in export.manifest.items() if name != "files"}
        return super().to_representation(export) | {"manifest": facts}


NewExportSerializer = serializer_of(ExportWanted, "NewExport")


class ImportLabelsSerializer(AskedSerializer):
    asks = ImportLabelsWanted
    leaves_out = ("benchmark",)
