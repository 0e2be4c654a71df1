"""Disputes, decisions and what follows from them, as the API reads and shows them."""

from typing import Any

from rest_framework import serializers

from annotator.asked import answering
from annotator.models import Item, Label, Mistake, Slot
from annotator.pseudonyms import pseudonym
from annotator.queries.disputes import DisputeKind, DisputesWanted, kind_of
from annotator.queries.statements import knows_names
from annotator.queries.urgency import points_of
from annotator.serializers import GIVEN, ClipSerializer
from foundation.api.fields import shows
from foundation.asking.serializers import AskedParameters, serializer_of
from people.actor import person_of

DecisionSerializer = serializer_of(answering.Decided, "Decision")
ReopenSerializer = serializer_of(answering.Reopened, "Reopen")


class DisputeFilterSerializer(AskedParameters):
    asks = DisputesWanted


class SaidSerializer(serializers.ModelSerializer[Label]):
    rater = serializers.SerializerMethodField(
        help_text="The username for leads; for adjudicators the pseudonym."
    )
    pseudonym = serializers.SerializerMethodField(
        help_text="The same in the whole campaign, and another in every other."
    )
    kind = serializers.ChoiceField(Slot.Kind.choices, source="slot.kind")
    superseded = serializers.SerializerMethodField()

    Meta = shows(Label, "id rater pseudonym kind", GIVEN, "mistake superseded")

    def get_rater(self, label: Label) -> str:
        if knows_names(person_of(self.context["request"])):
            return label.rater.username
        return self.get_pseudonym(label)

    def get_pseudonym(self, label: Label) -> str:
        return pseudonym(label.campaign_id, label.rater_id)

    def get_superseded(self, label: Label) -> bool:
        return hasattr(label, "superseded_by")


class DisputeSerializer(serializers.ModelSerializer[Item]):
    caption = serializers.CharField(source="query.text")
    video = ClipSerializer(read_only=True)
    kind = serializers.SerializerMethodField(help_text="Why it waits for an adjudicator.")
    since = serializers.DateTimeField(help_text="When its newest label was given.")
    urgency = serializers.SerializerMethodField(help_text="Its points as of today.")
    labels = SaidSerializer(many=True)

    Meta = shows(Item, "id caption video verdict dispute kind since urgency labels")

    def get_kind(self, item: Item) -> DisputeKind:
        return kind_of(item)

    def get_urgency(self, item: Item) -> int:
        return points_of(item)


class OverruledSerializer(serializers.Serializer[Any]):
    """One's own answer, and the decision in its place."""

    label = serializers.IntegerField(source="label.pk")  # type: ignore[assignment]
    caption = serializers.CharField(source="label.item.query.text")
    video = ClipSerializer(source="label.item.video")
    answer = serializers.CharField(source="label.answer")
    given_at = serializers.DateTimeField(source="label.given_at")
    decision = serializers.CharField(source="decision.answer")
    reason = serializers.CharField(source="decision.comment")
    mistake = serializers.ChoiceField(
        [*Mistake.choices, ("", "Not named")], source="decision.mistake"
    )
    decided_at = serializers.DateTimeField(source="decision.given_at")
