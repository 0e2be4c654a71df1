"""A campaign's members by API, for leads: who they are, how they fare, and what follows from it."""

from typing import Any

from rest_framework.request import Request

from annotator import leading_serializers as shown
from annotator import training_serializers
from annotator.actions.add_members import add_members
from annotator.actions.ask_again import ask_again
from annotator.actions.change_state import change_member_state
from annotator.actions.create_campaign import add_member
from annotator.actions.training import decide_training, review_training
from annotator.api.address import Addresses
from annotator.asked import answering, leading
from annotator.models import Campaign, Member, Trial
from annotator.queries.gold import Checks, checks_of, last_accuracies
from annotator.queries.known_answers import access_trial, access_trials
from annotator.queries.progress import (
    NO_PACE,
    access_led_campaign,
    access_led_member,
    members_of,
    paces_of,
)
from annotator.queries.rater_page import RaterSeen, seen_of
from annotator.serializers import MemberSerializer
from foundation.api.fields import numbers
from foundation.asking.arguments import values_of
from foundation.asking.serializers import serializer_of
from foundation.finding.schema import serializer_of as shown_as
from measures.accuracy import Accuracy
from people.actor import actor_of, person_of
from people.models import Role, User

MEASURED = shown.MeasuredMemberSerializer


def measured(members: list[Member]) -> list[Member]:
    """Members of one campaign, with their paces and accuracies: all that is measured of them is
    asked for at once."""
    if members:
        campaign: Campaign = members[0].campaign
        people = [member.person_id for member in members]
        paces, accuracies = paces_of(campaign, people), last_accuracies(campaign, people)
    for member in members:
        member.pace = paces.get(member.person_id, NO_PACE)  # type: ignore[attr-defined]
        member.gold = accuracies.get(member.person_id, Accuracy(0, 0))  # type: ignore[attr-defined]
    return members


def as_now(request: Request, member: Member) -> Member:
    return measured([access_led_member(person_of(request), member.campaign_id, member.pk)])[0]


ALL = Addresses(
    "members", "campaigns/<int:campaign_id>/", access_led_campaign, least_role=Role.LEAD
)
ALL.lists(
    "members",
    "campaigns_members",
    "Who is in it, and how they fare",
    members_of,
    MEASURED,
    "The newest first, with their paces and their answers to hidden gold.",
    of=access_led_campaign,
    then=measured,
)


@ALL.post(
    "members",
    "Add a person",
    serializer_of(leading.MemberWanted, "NewMember"),
    {201: MemberSerializer},
)
def campaigns_add_member(request: Request, campaign: Campaign, asked: Any) -> Member:
    """Added again, nothing changes but the role."""
    return add_member(actor_of(request), campaign, **values_of(asked))


@ALL.post(
    "members/many",
    "Add a list of people",
    serializer_of(leading.MembersWanted, "NewMembers"),
    {201: MemberSerializer(many=True)},
)
def campaigns_add_members(request: Request, campaign: Campaign, asked: Any) -> list[Member]:
    """All of them, or none: each line that is wrong is named. Who is in it already stays."""
    return add_members(actor_of(request), campaign, **values_of(asked))


ONE = Addresses(
    "members",
    "campaigns/<int:campaign_id>/members/<int:member_id>",
    access_led_member,
    least_role=Role.LEAD,
)


@ONE.get("", "One member", gives=MEASURED)
def members_show(request: Request, member: Member) -> Member:
    return measured([member])[0]


@ONE.get("/figures", "How a rater fares, week by week", gives=shown_as(RaterSeen))
def members_figures(request: Request, member: Member) -> RaterSeen:
    """With n and Wilson's 95 % intervals, and what stands out."""
    return seen_of(member)


@ONE.post(
    "/state",
    "Pause, resume, retrain or remove",
    serializer_of(leading.MemberStateWanted, "MemberState"),
    MEASURED,
)
def members_change_state(request: Request, member: Member, asked: Any) -> Member:
    """Whoever does not go on loses what they hold at once. Their labels stay."""
    change_member_state(actor_of(request), member.pk, **values_of(asked))
    return as_now(request, member)


@ONE.get("/checks", "Answers to hidden gold", gives=shown_as(Checks))
def members_checks(request: Request, member: Member) -> Checks:
    """At most the last 200 of them; `all` counts the others too."""
    return checks_of(member)


@ONE.post(
    "/ask-again",
    "Ask for their labels again",
    serializer_of(leading.AskAgainWanted, "AskAgain"),
    numbers("AskedAgain", labels="How many are asked for again."),
)
def members_ask_again(request: Request, member: Member, asked: Any) -> dict[str, int]:
    """They stay in the log, marked, and count for no verdict; others are asked for the pairs.
    It cannot be undone."""
    return {"labels": ask_again(actor_of(request), member.pk, **values_of(asked))}


def access_training(asking: User, campaign_id: int, member_id: int) -> Any:
    member = access_led_member(asking, campaign_id, member_id)
    return access_trials(asking, member.campaign_id).filter(member=member)


ONE.lists(
    "/training",
    "members_training",
    "Their answers in training, newest first",
    access_training,
    training_serializers.TrialSerializer,
)


@ONE.post(
    "/training",
    "Decide about a rater in training",
    serializer_of(answering.TrainingDecided, "TrainingDecision"),
    MEASURED,
)
def members_decide_training(request: Request, member: Member, asked: Any) -> Member:
    """They rate from now on, or get two more rounds, whether or not their rounds are over."""
    decide_training(actor_of(request), member.pk, **values_of(asked))
    return as_now(request, member)


TRIALS = Addresses(
    "training", "campaigns/<int:campaign_id>/training/", access_trial, least_role=Role.LEAD
)


@TRIALS.post(
    "<int:trial_id>/review",
    "Comment on an answer",
    serializer_of(answering.TrainingReviewed, "Review"),
    training_serializers.TrialSerializer,
)
def training_review(request: Request, trial: Trial, asked: answering.TrainingReviewed) -> Trial:
    """Another comment takes the place of the one before."""
    review_training(actor_of(request), trial.pk, asked.comment)
    return access_trial(person_of(request), trial.member.campaign_id, trial.pk)
