"""Disputed pairs by API: what waits, its decision, and its opening again. For adjudicators of the
campaign, and leads."""

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_view
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import serializers as shown
from annotator.actions.adjudicate import adjudicate, reopen
from annotator.models import Item
from annotator.queries.disputes import access_disputes, access_pair_to_decide
from foundation.api.operation import operation
from foundation.api.reading import read
from foundation.asking.arguments import values_of
from people.actor import actor_of, person_of
from people.models import Role


@extend_schema_view(
    get=operation("campaigns_disputes", "What waits for an adjudicator", "adjudication")
)
class Disputes(ListAPIView[Item]):
    """The worst first, each with all that its raters said."""

    serializer_class = shown.DisputeSerializer
    queryset = Item.objects.none()  # for the schema; each request gets its own
    ordering = ("-dispute", "position")
    least_role = Role.ADJUDICATOR

    def get_queryset(self) -> QuerySet[Item]:
        return access_disputes(person_of(self.request), self.kwargs["campaign_id"])


class Adjudicate(APIView):
    scope = "label"
    least_role = Role.ADJUDICATOR

    @operation(
        "items_adjudicate",
        "Decide a pair",
        "adjudication",
        shown.DecisionSerializer,
        {201: shown.NewLabelSerializer},
    )
    def post(self, request: Request, item_id: int) -> Response:
        """Its raters' labels stay as they are."""
        item = access_pair_to_decide(person_of(request), item_id)
        label = adjudicate(
            adjudicator=person_of(request),
            campaign_id=item.campaign_id,
            item_id=item.pk,
            **values_of(read(request, shown.DecisionSerializer).asked),
        )
        return Response({"label": label}, status=201)


class Reopen(APIView):
    scope = "label"
    least_role = Role.ADJUDICATOR

    @operation(
        "items_reopen", "Open a decision again", "adjudication", shown.ReopenSerializer, {204: None}
    )
    def post(self, request: Request, item_id: int) -> Response:
        """The decision is superseded; the pair waits again, if its raters' labels still call for
        it."""
        item = access_pair_to_decide(person_of(request), item_id)
        reason = read(request, shown.ReopenSerializer).asked.reason
        reopen(actor_of(request), campaign_id=item.campaign_id, item_id=item.pk, reason=reason)
        return Response(status=204)
