"""Known answers and training by API. Known answers are for leads: to anybody else they would be the
answers to the test. Training is for raters: a pair whose answer is known; an answer; at once
whether it was right, and why."""

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
from annotator.actions.training import answer_training, serve_training, settle_queued
from annotator.api.address import Addresses
from annotator.asked import known_answers as asks
from annotator.asked.answering import TrainingAnswered
from annotator.models import Campaign, KnownAnswer, Member, Trial
from annotator.passing import ROUNDS
from annotator.queries import training_queue as queries
from annotator.queries.gold import strangers_in_gold
from annotator.queries.known_answers import (
    access_known_answer,
    access_known_answers,
    missing_for_training,
    with_waiting,
)
from annotator.queries.progress import access_led_campaign
from foundation.asking.arguments import values_of
from foundation.asking.serializers import serializer_of
from people.actor import actor_of, person_of
from people.models import Role, User
from pooling.formats.problem import Unreadable, naming

MADE = {201: shown.MadeSerializer}


def access_all(asking: User, campaign_id: int) -> Any:
    campaign = access_led_campaign(asking, campaign_id)
    return access_known_answers(asking, campaign.pk).select_related("made_by")


KNOWN = Addresses(
    "training",
    "campaigns/<int:campaign_id>/known-answers",
    access_led_campaign,
    least_role=Role.LEAD,
)
KNOWN.lists(
    "",
    "known_answers_list",
    "Pairs whose answer is known, newest first",
    access_all,
    shown.KnownAnswerSerializer,
    "Those that were retired too.",
)


@KNOWN.post(
    "",
    "Make one by hand",
    serializer_of(asks.KnownAnswerWanted, "NewKnownAnswer"),
    {201: shown.KnownAnswerSerializer},
)
def known_answers_add(
    request: Request, campaign: Campaign, asked: asks.KnownAnswerWanted
) -> KnownAnswer:
    """Any pair of the benchmark; while the campaign still asks about it, it is not used."""
    made = know_answer_by_keys(actor_of(request), campaign, asked)
    return access_known_answer(person_of(request), campaign.pk, made.pk)


@KNOWN.post(
    "/file",
    "Make them from a file",
    {"multipart/form-data": serializer_of(asks.KnownAnswersFileWanted, "KnownAnswersFile")},
    MADE,
    parser_classes=[MultiPartParser],
)
def known_answers_import(
    request: Request, campaign: Campaign, asked: asks.KnownAnswersFileWanted
) -> dict[str, Any]:
    """All of it or nothing: of a file with errors each is listed as `file:line:column:
    message`."""
    file: Any = asked.file
    try:
        with naming(file.name):
            made = import_known_answers(actor_of(request), campaign, file.file, asked.use)
    except Unreadable as unreadable:
        raise ValidationError({"file": unreadable.lines()}) from None
    return made_of(campaign, made)


@KNOWN.post("/draw", "Draw them", serializer_of(asks.DrawWanted, "Draw"), MADE)
def known_answers_draw(request: Request, campaign: Campaign, asked: Any) -> dict[str, Any]:
    """From original positives, far-away pairs, or pairs that an adjudicator decided; by its
    seed."""
    return made_of(campaign, draw_known_answers(actor_of(request), campaign, **values_of(asked)))


def made_of(campaign: Campaign, made: list[KnownAnswer]) -> dict[str, Any]:
    unasked, missing = strangers_in_gold(campaign).unasked, missing_for_training(campaign)
    return {"made": len(made), "missing": missing, "unasked_captions": unasked}


@KNOWN.patch(
    "/<int:known_id>",
    "Retire it, explain it, or show it as an example",
    serializer_of(asks.KnownAnswerChanged, "KnownAnswerChange"),
    shown.KnownAnswerSerializer,
    of=access_known_answer,
)
def known_answers_use(request: Request, known: KnownAnswer, asked: Any) -> KnownAnswer:
    """Its pair and its answer never change, for it may have been used."""
    change_known_answer(actor_of(request), known.pk, **values_of(asked))
    return access_known_answer(person_of(request), known.campaign_id, known.pk)


QUEUE = Addresses(
    "training",
    "campaigns/<int:campaign_id>/training-queue/<int:known_id>",
    queries.access_queued,
    least_role=Role.ADJUDICATOR,
)


@QUEUE.post(
    "",
    "Settle a pair of the training queue",
    serializer_of(asks.Settled, "Settle"),
    shown.KnownAnswerSerializer,
)
def training_queue_settle(request: Request, known: KnownAnswer, asked: Any) -> KnownAnswer:
    """Nobody knew it. From now on it is a question of the training, and those who answered it learn
    whether they were right."""
    settled = settle_queued(actor_of(request), known.pk, **values_of(asked))
    return with_waiting(KnownAnswer.objects.select_related("query", "video")).get(pk=settled.pk)


TRAINING = Addresses(
    "training",
    "campaigns/<int:campaign_id>/training",
    queries.access_training,
    scope={"GET": "read", "POST": "label"},
    least_role=Role.RATER,
)


@TRAINING.get("", "How one does in training", gives=shown.TrainingSerializer)
def training_show(request: Request, member: Member) -> Any:
    """With the question that waits, if there is one, and one's last answers."""
    made = queries.training_progress(member)
    found = {
        "member": member,
        "progress": made,
        "queue": queries.queue_for(member, trained=made.passes),
        "course": queries.course_of(member),
        "question": queries.open_question(member),
        "last": queries.last_trials(member),
        "rounds": ROUNDS,
    }
    return shown.TrainingSerializer(found, context={"request": request}).data


@TRAINING.post("", "The next question", gives=shown.QuestionSerializer)
def training_next(request: Request, member: Member) -> Trial:
    """The same again until it is answered."""
    return serve_training(member.pk)


@TRAINING.post(
    "/answers",
    "Answer a question",
    serializer_of(TrainingAnswered, "TrainingAnswer"),
    shown.FeedbackSerializer,
    scope="label",
)
def training_answer(request: Request, member: Member, given: TrainingAnswered) -> Trial:
    """Sent again, the same answer gets the same feedback."""
    feedback = answer_training(actor_of(request), member.pk, **values_of(given))
    trial: Any = feedback.trial
    trial.standing = {"member": trial.member, "progress": feedback.progress}
    return trial
