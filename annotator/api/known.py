"""Known answers by API, for leads: to anybody else they would be the answers to the test."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError as RestInvalid
from rest_framework.generics import ListAPIView
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import training_serializers as shown
from annotator.actions.draw_known_answers import draw_known_answers
from annotator.actions.import_known_answers import import_known_answers
from annotator.actions.know_answers import know_answer_by_keys, use_known_answer
from annotator.models import Campaign, KnownAnswer
from annotator.queries.known_answers import (
    access_known_answer,
    access_known_answers,
    missing_for_training,
    strangers_in_gold,
)
from annotator.queries.progress import access_led_campaign
from foundation.api.reading import read, refusal_of
from people.actor import actor_of, person_of
from people.models import Role
from pooling.formats.problem import Unreadable, naming


class KnownAnswers(ListAPIView[KnownAnswer]):
    serializer_class = shown.KnownAnswerSerializer
    queryset = KnownAnswer.objects.none()  # for the schema; each request gets its own
    least_role = Role.LEAD

    def get_queryset(self) -> QuerySet[KnownAnswer]:
        campaign = access_led_campaign(person_of(self.request), self.kwargs["campaign_id"])
        return access_known_answers(person_of(self.request), campaign.pk).select_related("made_by")

    @extend_schema(
        operation_id="known_answers_list",
        summary="Pairs whose answer is known, newest first",
        tags=["training"],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Those that were retired too."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="known_answers_add",
        summary="Make one by hand",
        tags=["training"],
        request=shown.NewKnownAnswerSerializer,
        responses={201: shown.KnownAnswerSerializer},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Any pair of the benchmark; while the campaign still asks about it, it is not used."""
        campaign = access_led_campaign(person_of(request), campaign_id)
        asked = read(request, shown.NewKnownAnswerSerializer).validated_data
        try:
            made = know_answer_by_keys(actor_of(request), campaign, **asked)
        except ValidationError as invalid:
            raise refusal_of(invalid) from None
        known = access_known_answer(person_of(request), campaign.pk, made.pk)
        return Response(shown.KnownAnswerSerializer(known).data, status=201)


class KnownAnswersFile(APIView):
    parser_classes = [MultiPartParser]
    least_role = Role.LEAD

    @extend_schema(
        operation_id="known_answers_import",
        summary="Make them from a file",
        tags=["training"],
        request={"multipart/form-data": shown.KnownAnswersFileSerializer},
        responses={201: shown.MadeSerializer},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """All of it or nothing: of a file with errors each is listed as `file:line:column:
        message`."""
        campaign = access_led_campaign(person_of(request), campaign_id)
        asked = read(request, shown.KnownAnswersFileSerializer).validated_data
        file, use = asked["file"], KnownAnswer.Use(asked["use"])
        try:
            with naming(file.name):
                made = import_known_answers(actor_of(request), campaign, file.file, use)
        except Unreadable as unreadable:
            raise RestInvalid({"file": unreadable.lines()}) from None
        except ValidationError as invalid:  # somebody else made one of them at this moment
            raise refusal_of(invalid) from None
        return Response(_told(campaign, len(made)), status=201)


class DrawKnownAnswers(APIView):
    least_role = Role.LEAD

    @extend_schema(
        operation_id="known_answers_draw",
        summary="Draw them",
        tags=["training"],
        request=shown.DrawSerializer,
        responses={201: shown.MadeSerializer},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """From original positives, far-away pairs, or pairs that an adjudicator decided; by its
        seed."""
        campaign = access_led_campaign(person_of(request), campaign_id)
        asked = read(request, shown.DrawSerializer).validated_data
        origin, use = KnownAnswer.Origin(asked["origin"]), KnownAnswer.Use(asked["use"])
        try:
            made = draw_known_answers(
                actor_of(request), campaign, origin, asked["count"], use, asked["seed"]
            )
        except ValidationError as invalid:  # as above
            raise refusal_of(invalid) from None
        return Response(_told(campaign, len(made)), status=201)


def _told(campaign: Campaign, made: int) -> dict[str, Any]:
    unasked = strangers_in_gold(campaign).unasked
    return {"made": made, "missing": missing_for_training(campaign), "unasked_captions": unasked}


class OneKnownAnswer(APIView):
    least_role = Role.LEAD

    @extend_schema(
        operation_id="known_answers_use",
        summary="Retire it, or take it up again",
        tags=["training"],
        request=shown.UseSerializer,
        responses=shown.KnownAnswerSerializer,
    )
    def patch(self, request: Request, campaign_id: int, known_id: int) -> Response:
        """Nothing else of it changes, for it may have been used."""
        known = access_known_answer(person_of(request), campaign_id, known_id)
        changed = use_known_answer(
            actor_of(request), known.pk, **read(request, shown.UseSerializer).validated_data
        )
        return Response(
            shown.KnownAnswerSerializer(
                access_known_answer(person_of(request), campaign_id, changed.pk)
            ).data
        )
