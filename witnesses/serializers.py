"""Witnesses, as the API reads and shows them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from foundation.api.fields import NamedSerializer, shows
from foundation.asking.serializers import serializer_of
from foundation.finding.schema import serializer_of as found_by
from people.serializers import maker
from witnesses.asked.tryouts import HearingWanted, TryoutWanted
from witnesses.asked.witnesses import WitnessWanted
from witnesses.models import Tryout, Witness
from witnesses.queries.coverage import Coverage
from witnesses.queries.hearings import HearingFound, hearings_of
from witnesses.queries.said import Said, said_by
from witnesses.queries.tryouts import (
    Projected,
    TriedFound,
    projected_of,
    tried_found,
    tried_in,
)

NewTryoutSerializer = serializer_of(TryoutWanted, "NewWitnessTryout")
NewHearingSerializer = serializer_of(HearingWanted, "NewWitnessHearing")
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
    hearings = serializers.SerializerMethodField(
        help_text="How a model was asked, newest first; empty for what was read from a source."
    )

    Meta = shows(Witness, FIELDS, "opinions hearings")

    @extend_schema_field(found_by(HearingFound)(many=True))
    def get_hearings(self, witness: Witness) -> list[dict[str, Any]]:
        return [one.as_json() for one in hearings_of(witness)] if witness.is_asked else []

    @extend_schema_field(found_by(Said))
    def get_opinions(self, witness: Witness) -> dict[str, Any]:
        return said_by(witness).as_json()


class TryoutSerializer(serializers.ModelSerializer[Tryout]):
    """How a model is to be asked, and what it said of up to twenty pairs."""

    benchmark = NamedSerializer()
    settings = serializers.DictField(help_text="How it is asked; the key is no part of it.")
    config = serializers.DictField(help_text="What the witness will be known by.")
    projected = serializers.SerializerMethodField(help_text="What a run of all would take.")
    tried = serializers.SerializerMethodField(help_text="Each pair that was tried.")

    Meta = shows(
        Tryout, "id name benchmark family adapter settings config projected tried created_at"
    )

    @extend_schema_field(found_by(Projected))
    def get_projected(self, tryout: Tryout) -> dict[str, Any]:
        return projected_of(tryout).as_json()

    @extend_schema_field(found_by(TriedFound)(many=True))
    def get_tried(self, tryout: Tryout) -> list[dict[str, Any]]:
        return [tried_found(one).as_json() for one in tried_in(tryout)]
