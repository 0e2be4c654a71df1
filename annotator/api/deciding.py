"""Disputed pairs by API: what waits, its decision, and its opening again. For adjudicators of the
campaign, and leads."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import serializers as shown
from annotator.actions.adjudicate import adjudicate, reopen
from annotator.models import Answer, Item
from annotator.queries.disputes import access_disputes, access_pair_to_decide
from foundation.api.reading import read
from people.actor import actor_of, person_of
from people.models import Role


class Disputes(ListAPIView[Item]):
    serializer_class = shown.DisputeSerializer
    queryset = Item.objects.none()  # for the schema; each request gets its own
    ordering = ("-dispute", "position")
    least_role = Role.ADJUDICATOR

    def get_queryset(self) -> QuerySet[Item]:
        return access_disputes(person_of(self.request), self.kwargs["campaign_id"])

    @extend_schema(
        operation_id="campaigns_disputes",
        summary="What waits for an adjudicator",
        tags=["adjudication"],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The worst first, each with all that its raters said."""
        return super().get(request, *args, **kwargs)


class Adjudicate(APIView):
    scope = "label"
    least_role = Role.ADJUDICATOR

    @extend_schema(
        operation_id="items_adjudicate",
        summary="Decide a pair",
        tags=["adjudication"],
        request=shown.DecisionSerializer,
        responses={201: shown.NewLabelSerializer},
    )
    def post(self, request: Request, item_id: int) -> Response:
        """Its raters' labels stay as they are."""
        item = access_pair_to_decide(person_of(request), item_id)
        asked = read(request, shown.DecisionSerializer).validated_data | {
            "campaign_id": item.campaign_id,
            "item_id": item.pk,
        }
        label = adjudicate(
            adjudicator=person_of(request), **asked | {"answer": Answer(asked["answer"])}
        )
        return Response({"label": label}, status=201)


class Reopen(APIView):
    scope = "label"
    least_role = Role.ADJUDICATOR

    @extend_schema(
        operation_id="items_reopen",
        summary="Open a decision again",
        tags=["adjudication"],
        request=shown.ReopenSerializer,
        responses={204: None},
    )
    def post(self, request: Request, item_id: int) -> Response:
        """The decision is superseded; the pair waits again, if its raters' labels still call for
        it."""
        item = access_pair_to_decide(person_of(request), item_id)
        reason = read(request, shown.ReopenSerializer).validated_data["reason"]
        reopen(actor_of(request), campaign_id=item.campaign_id, item_id=item.pk, reason=reason)
        return Response(status=204)
