"""Proxies, as the API reads and shows them."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from foundation.api.fields import NamedSerializer, shows
from foundation.asking.serializers import serializer_of
from people.serializers import maker
from semantics.asked.proxies import ProxyFileWanted, ProxyWanted
from semantics.models import Proxy
from semantics.queries.described import MEANINGS
from semantics.queries.exports import ENDINGS

NewProxySerializer = serializer_of(ProxyWanted, "NewProxy")
NewProxyFileSerializer = serializer_of(ProxyFileWanted, "NewProxyFile")


class ProxySerializer(serializers.ModelSerializer[Proxy]):
    """How relevant each video is to each caption: a matrix, captions x videos in the benchmark's
    order."""

    benchmark = NamedSerializer()
    meaning = serializers.SerializerMethodField(help_text="What its numbers mean.")
    parameters = serializers.DictField(
        help_text=(
            "All that it follows from, beside the captions; `warnings` of the file that it was"
            " imported from, if there were any."
        )
    )
    is_outdated = serializers.BooleanField(
        help_text="Whether the benchmark has grown since: then it is not used until made again."
    )
    files = serializers.SerializerMethodField(help_text="The addresses of the matrix, by ending.")
    created_by = maker()

    Meta = shows(
        Proxy,
        "id name benchmark kind meaning parameters captions videos pairs without_words"
        " is_outdated layout bytes sha256 files created_at created_by",
    )

    def get_meaning(self, proxy: Proxy) -> str:
        return MEANINGS[proxy.kind]

    @extend_schema_field({"type": "object", "additionalProperties": {"type": "string"}})
    def get_files(self, proxy: Proxy) -> dict[str, Any]:
        request, at = self.context["request"], [proxy.benchmark_id, proxy.pk]
        return {
            ending: request.build_absolute_uri(reverse("api-proxy-matrix", args=[*at, ending]))
            for ending in ENDINGS
        }
