"""Witnesses, as the API reads and shows them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from foundation.api.fields import NamedSerializer, shows
from foundation.asking.serializers import serializer_of
from foundation.finding.schema import serializer_of as found_by
from people.serializers import maker
from witnesses.asked.witnesses import WitnessWanted
from witnesses.models import Witness
from witnesses.queries.coverage import Coverage
from witnesses.queries.said import Said, said_by

NewWitnessSerializer = serializer_of(WitnessWanted, "NewWitness")
FIELDS = (
    "id name benchmark kind adapter source config family circular digest coverage warning"
    " created_at created_by"
)


class WitnessSerializer(serializers.ModelSerializer[Witness]):
    """A scorer of pairs. Its opinions are no labels: they are in no verdict, score or release.

    coverages: in the context, those of its benchmark's witnesses."""

    benchmark = NamedSerializer()
    circular = serializers.BooleanField(
        source="is_circular",
        help_text="Whether it says what a run says: it is never held against that run.",
    )
    config = serializers.DictField(help_text="All that can change what it says.")
    coverage = serializers.SerializerMethodField(
        help_text="How many of the pairs that matter it has an opinion on."
    )
    warning = serializers.SerializerMethodField(
        help_text="What too few opinions cost; empty where it has enough."
    )
    created_by = maker()

    Meta = shows(Witness, FIELDS)

    def _coverage(self, witness: Witness) -> Coverage:
        found: Coverage = self.context["coverages"][witness.pk]
        return found

    @extend_schema_field(found_by(Coverage))
    def get_coverage(self, witness: Witness) -> dict[str, Any]:
        return self._coverage(witness).as_json()

    def get_warning(self, witness: Witness) -> str:
        return self._coverage(witness).warning


class OneWitnessSerializer(WitnessSerializer):
    """One witness, with what it said in numbers."""

    opinions = serializers.SerializerMethodField(help_text="What it said, in numbers.")

    Meta = shows(Witness, FIELDS, "opinions")

    @extend_schema_field(found_by(Said))
    def get_opinions(self, witness: Witness) -> dict[str, Any]:
        return said_by(witness).as_json()
