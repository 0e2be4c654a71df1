"""Known answers by API, for leads: to anybody else they would be the answers to the test."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_view
from rest_framework.exceptions import ValidationError
from rest_framework.generics import ListAPIView
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import training_serializers as shown
from annotator.actions.change_known_answer import change_known_answer
from annotator.actions.draw_known_answers import draw_known_answers
from annotator.actions.import_known_answers import import_known_answers
from annotator.actions.know_answers import know_answer_by_keys
from annotator.models import Campaign, KnownAnswer
from annotator.queries.campaigns import access_campaign
from annotator.queries.known_answers import (
    access_known_answer,
    access_known_answers,
    examples_of,
    missing_for_training,
)
from annotator.queries.progress import access_led_campaign
from annotator.queries.strangers import strangers_in_gold
from foundation.api.operation import operation
from foundation.api.reading import read
from foundation.asking.arguments import values_of
from people.actor import actor_of, person_of
from people.models import Role
from pooling.formats.problem import Unreadable, naming


@extend_schema_view(
    get=operation("known_answers_list", "Pairs whose answer is known, newest first", "training")
)
class KnownAnswers(ListAPIView[KnownAnswer]):
    """Those that were retired too."""

    serializer_class = shown.KnownAnswerSerializer
    queryset = KnownAnswer.objects.none()  # for the schema; each request gets its own
    least_role = Role.LEAD

    def get_queryset(self) -> QuerySet[KnownAnswer]:
        campaign = access_led_campaign(person_of(self.request), self.kwargs["campaign_id"])
        return access_known_answers(person_of(self.request), campaign.pk).select_related("made_by")

    @operation(
        "known_answers_add",
        "Make one by hand",
        "training",
        shown.NewKnownAnswerSerializer,
        {201: shown.KnownAnswerSerializer},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Any pair of the benchmark; while the campaign still asks about it, it is not used."""
        campaign = access_led_campaign(person_of(request), campaign_id)
        asked = read(request, shown.NewKnownAnswerSerializer).asked
        made = know_answer_by_keys(actor_of(request), campaign, asked)
        known = access_known_answer(person_of(request), campaign.pk, made.pk)
        return Response(shown.KnownAnswerSerializer(known).data, status=201)


class KnownAnswersFile(APIView):
    parser_classes = [MultiPartParser]
    least_role = Role.LEAD

    @operation(
        "known_answers_import",
        "Make them from a file",
        "training",
        {"multipart/form-data": shown.KnownAnswersFileSerializer},
        {201: shown.MadeSerializer},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """All of it or nothing: of a file with errors each is listed as `file:line:column:
        message`."""
        campaign = access_led_campaign(person_of(request), campaign_id)
        asked = read(request, shown.KnownAnswersFileSerializer).asked
        file = asked.file
        try:
            with naming(file.name):
                made = import_known_answers(actor_of(request), campaign, file.file, asked.use)
        except Unreadable as unreadable:
            raise ValidationError({"file": unreadable.lines()}) from None
        return Response(made_of(campaign, len(made)), status=201)


class DrawKnownAnswers(APIView):
    least_role = Role.LEAD

    @operation(
        "known_answers_draw",
        "Draw them",
        "training",
        shown.DrawSerializer,
        {201: shown.MadeSerializer},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """From original positives, far-away pairs, or pairs that an adjudicator decided; by its
        seed."""
        campaign = access_led_campaign(person_of(request), campaign_id)
        asked = read(request, shown.DrawSerializer).asked
        made = draw_known_answers(actor_of(request), campaign, **values_of(asked))
        return Response(made_of(campaign, len(made)), status=201)


def made_of(campaign: Campaign, made: int) -> dict[str, Any]:
    unasked = strangers_in_gold(campaign).unasked
    return {"made": made, "missing": missing_for_training(campaign), "unasked_captions": unasked}


class OneKnownAnswer(APIView):
    least_role = Role.LEAD

    @operation(
        "known_answers_use",
        "Retire it, explain it, or show it as an example",
        "training",
        shown.KnownAnswerChangeSerializer,
        shown.KnownAnswerSerializer,
    )
    def patch(self, request: Request, campaign_id: int, known_id: int) -> Response:
        """Its pair and its answer never change, for it may have been used."""
        known = access_known_answer(person_of(request), campaign_id, known_id)
        asked = read(request, shown.KnownAnswerChangeSerializer).asked
        change_known_answer(actor_of(request), known.pk, **values_of(asked))
        changed = access_known_answer(person_of(request), campaign_id, known.pk)
        return Response(shown.KnownAnswerSerializer(changed).data)


class Examples(APIView):
    @operation(
        "guidelines_examples",
        "Example clips of the guidelines",
        "campaigns",
        gives=shown.ExampleSerializer(many=True),
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Pairs with their right answer and why, as chosen by a lead. None of them is asked."""
        found = examples_of(access_campaign(person_of(request), campaign_id))
        context = {"request": request}
        return Response(shown.ExampleSerializer(found, many=True, context=context).data)
