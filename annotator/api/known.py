"""Known answers by API, for leads: to anybody else they would be the answers to the test."""

from typing import Any

from rest_framework.exceptions import ValidationError
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request

from annotator import training_serializers as shown
from annotator.actions.draw_known_answers import draw_known_answers
from annotator.actions.know_answers import (
    change_known_answer,
    import_known_answers,
    know_answer_by_keys,
)
from annotator.api.address import Address, Led, Listed, call
from annotator.models import Campaign, KnownAnswer
from annotator.queries.campaigns import access_campaign
from annotator.queries.gold import strangers_in_gold
from annotator.queries.known_answers import (
    access_known_answer,
    access_known_answers,
    examples_of,
    missing_for_training,
)
from annotator.queries.progress import access_led_campaign
from foundation.asking.arguments import values_of
from people.actor import actor_of, person_of
from people.models import Role, User
from pooling.formats.problem import Unreadable, naming


def access_all(asking: User, campaign_id: int) -> Any:
    campaign = access_led_campaign(asking, campaign_id)
    return access_known_answers(asking, campaign.pk).select_related("made_by")


class KnownAnswers(
    Listed,
    rows=access_all,
    says=("known_answers_list", "Pairs whose answer is known, newest first", "training"),
    of=access_led_campaign,
):
    """Those that were retired too."""

    serializer_class = shown.KnownAnswerSerializer
    least_role = Role.LEAD

    @call(
        "known_answers_add",
        "Make one by hand",
        "training",
        shown.NewKnownAnswerSerializer,
        {201: shown.KnownAnswerSerializer},
    )
    def post(self, request: Request, campaign: Campaign, asked: Any) -> KnownAnswer:
        """Any pair of the benchmark; while the campaign still asks about it, it is not used."""
        made = know_answer_by_keys(actor_of(request), campaign, asked)
        return access_known_answer(self.asking, campaign.pk, made.pk)


class KnownAnswersFile(Led):
    parser_classes = [MultiPartParser]

    @call(
        "known_answers_import",
        "Make them from a file",
        "training",
        {"multipart/form-data": shown.KnownAnswersFileSerializer},
        {201: shown.MadeSerializer},
    )
    def post(self, request: Request, campaign: Campaign, asked: Any) -> Any:
        """All of it or nothing: of a file with errors each is listed as `file:line:column:
        message`."""
        file: Any = asked.file
        try:
            with naming(file.name):
                made = import_known_answers(actor_of(request), campaign, file.file, asked.use)
        except Unreadable as unreadable:
            raise ValidationError({"file": unreadable.lines()}) from None
        return made_of(campaign, len(made))


class DrawKnownAnswers(Led):
    @call(
        "known_answers_draw",
        "Draw them",
        "training",
        shown.DrawSerializer,
        {201: shown.MadeSerializer},
    )
    def post(self, request: Request, campaign: Campaign, asked: Any) -> dict[str, Any]:
        """From original positives, far-away pairs, or pairs that an adjudicator decided; by its
        seed."""
        made = draw_known_answers(actor_of(request), campaign, **values_of(asked))
        return made_of(campaign, len(made))


def made_of(campaign: Campaign, made: int) -> dict[str, Any]:
    unasked = strangers_in_gold(campaign).unasked
    return {"made": made, "missing": missing_for_training(campaign), "unasked_captions": unasked}


class OneKnownAnswer(Address, of=access_known_answer):
    least_role = Role.LEAD

    @call(
        "known_answers_use",
        "Retire it, explain it, or show it as an example",
        "training",
        shown.KnownAnswerChangeSerializer,
        shown.KnownAnswerSerializer,
    )
    def patch(self, request: Request, known: KnownAnswer, asked: Any) -> KnownAnswer:
        """Its pair and its answer never change, for it may have been used."""
        change_known_answer(actor_of(request), known.pk, **values_of(asked))
        return access_known_answer(person_of(request), known.campaign_id, known.pk)


class Examples(Address, of=access_campaign):
    @call(
        "guidelines_examples",
        "Example clips of the guidelines",
        "campaigns",
        gives=shown.ExampleSerializer(many=True),
    )
    def get(self, request: Request, campaign: Campaign) -> list[KnownAnswer]:
        """Pairs with their right answer and why, as chosen by a lead. None of them is asked."""
        return examples_of(campaign)
