"""Releases, as the API reads and shows them."""

from typing import Any

from rest_framework import serializers

from annotator.leading_serializers import ExportedFileSerializer
from foundation.api.fields import NamedSerializer, shows
from foundation.asking.serializers import serializer_of
from metrics.models import FrozenRelease
from people.actor import person_of
from people.serializers import maker
from pooling.media_links import media_link
from publishing.actions.start_release import ReleaseWanted

NewReleaseSerializer = serializer_of(ReleaseWanted, "NewRelease")
FACTS = ("id", "benchmark", "name", "asked", "log_position", "report_id", "left_out")


class ReleaseSerializer(serializers.ModelSerializer[FrozenRelease]):
    """All formats of a benchmark's labels, frozen. card, croissant: the names of the files that say
    how to read the others."""

    benchmark = NamedSerializer()
    made_by = maker()
    files = ExportedFileSerializer(many=True)
    archive = ExportedFileSerializer()
    card = serializers.SerializerMethodField()
    croissant = serializers.SerializerMethodField()

    Meta = shows(FrozenRelease, *FACTS, "files archive card croissant made_at made_by")

    def to_representation(self, release: FrozenRelease) -> dict[str, Any]:
        person = person_of(self.context["request"])
        for file in (*release.files, release.archive):
            file["url"] = media_link(person, f"{release.folder}/{file['name']}")
        return super().to_representation(release)

    def get_card(self, release: FrozenRelease) -> str:
        return "README.md"

    def get_croissant(self, release: FrozenRelease) -> str:
        return "croissant.json"
