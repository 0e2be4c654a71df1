"""Disputed pairs by API: what waits, its decision, and its opening again. For adjudicators of the
campaign, and leads."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from annotator import deciding_serializers as shown
from annotator.actions.adjudicate import adjudicate, reopen
from annotator.api.address import Address, Listed, call
from annotator.models import Campaign, Item, Label
from annotator.queries.disputes import access_disputes, access_opinions, access_pair_to_decide
from annotator.queries.mistakes import Mistakes as Found
from annotator.queries.mistakes import mistakes_in
from annotator.queries.statements import access_feedback, overruled_labels, with_decisions
from annotator.queries.urgency import IN_ORDER
from annotator.serializers import NewLabelSerializer
from foundation.api.operation import operation
from foundation.api.reading import ask
from foundation.asking.arguments import values_of
from foundation.finding.schema import serializer_of
from people.actor import actor_of, person_of
from people.models import Role


@extend_schema_view(
    get=extend_schema(
        operation_id="campaigns_disputes",
        summary="What waits for an adjudicator",
        tags=["adjudication"],
        parameters=[shown.DisputeFilterSerializer],
    )
)
class Disputes(Listed):
    """The most urgent first, each with all that its raters said: for leads with their names, for
    adjudicators under pseudonyms.

    A dispute has a point for each label that it has cost and for each day that it has waited, three
    where a rater wrote a comment or asked a question, and five where only decisions are missing for
    its caption.
    """

    serializer_class = shown.DisputeSerializer
    queryset = Item.objects.none()  # for the schema; each request gets its own
    ordering = IN_ORDER
    least_role = Role.ADJUDICATOR

    def get_queryset(self) -> QuerySet[Item]:
        wanted = ask(self.request, shown.DisputeFilterSerializer)
        return access_disputes(self.asking, self.kwargs["campaign_id"], wanted)


class Decision(Address, of=access_pair_to_decide):
    scope = "label"
    least_role = Role.ADJUDICATOR


class Adjudicate(Decision):
    @call(
        "items_adjudicate",
        "Decide a pair",
        "adjudication",
        shown.DecisionSerializer,
        {201: NewLabelSerializer},
    )
    def post(self, request: Request, item: Item, asked: Any) -> dict[str, int]:
        """Its raters' labels stay as they are."""
        return {
            "label": adjudicate(
                adjudicator=person_of(request),
                campaign_id=item.campaign_id,
                item_id=item.pk,
                **values_of(asked),
            )
        }


class Reopen(Decision):
    @call(
        "items_reopen", "Open a decision again", "adjudication", shown.ReopenSerializer, {204: None}
    )
    def post(self, request: Request, item: Item, asked: Any) -> None:
        """The decision is superseded; the pair waits again, if its raters' labels still call for
        it."""
        of = {"campaign_id": item.campaign_id, "item_id": item.pk}
        reopen(actor_of(request), **of, reason=asked.reason)


class CampaignMistakes(Address, of=access_opinions):
    least_role = Role.ADJUDICATOR

    @call(
        "campaigns_mistakes",
        "Decisions by kind of mistake, and by rater",
        "adjudication",
        gives=serializer_of(Found),
    )
    def get(self, request: Request, campaign: Campaign) -> Found:
        """Of the campaign's disputed pairs that were decided, with n and intervals. Raters are
        under the pseudonyms that adjudicators know; leads have their names, too."""
        return mistakes_in(person_of(request), campaign)


class GiveFeedback(Listed):
    serializer_class = shown.OverruledSerializer
    queryset = Label.objects.none()
    least_role = Role.RATER

    def get_queryset(self) -> QuerySet[Label]:
        return overruled_labels(access_feedback(self.asking, self.kwargs["campaign_id"]))

    def paginate_queryset(self, queryset: Any) -> Any:
        return with_decisions(super().paginate_queryset(queryset) or [])

    @operation("campaigns_feedback", "One's own answers that were overruled", "labelling")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """With each decision, its reason and its kind of mistake, the newest answer first. 404
        where the campaign gives no feedback."""
        return super().get(request, *args, **kwargs)
