"""A campaign's members by API, for leads: who they are, how they fare, and what follows from it."""

from collections.abc import Sequence
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from annotator import leading_serializers as shown
from annotator import training_serializers
from annotator.actions.add_members import add_members
from annotator.actions.ask_again import ask_again
from annotator.actions.change_state import change_member_state
from annotator.actions.create_campaign import add_member
from annotator.actions.training import decide_training, review_training
from annotator.api.address import Address, Led, LedMember, Listed, call
from annotator.models import Campaign, Member, Trial
from annotator.queries.gold import checks_of, last_accuracies
from annotator.queries.known_answers import access_trial, access_trials
from annotator.queries.progress import access_led_campaign, access_led_member, members_of, paces_of
from annotator.serializers import MemberSerializer, NewMemberSerializer, NewMembersSerializer
from foundation.asking.arguments import values_of
from people.actor import actor_of, person_of
from people.models import Role, User


class Members(
    Listed,
    rows=lambda asking, campaign_id: members_of(access_led_campaign(asking, campaign_id)),
    says=("campaigns_members", "Who is in it, and how they fare", "members"),
    of=access_led_campaign,
):
    """The newest first, with their paces and their answers to hidden gold."""

    serializer_class = shown.MeasuredMemberSerializer
    least_role = Role.LEAD

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        page = self.paginate_queryset(self.get_queryset()) or []
        return self.get_paginated_response(shown_members(page))

    @call(
        "campaigns_add_member",
        "Add a person",
        "members",
        NewMemberSerializer,
        {201: MemberSerializer},
    )
    def post(self, request: Request, campaign: Campaign, asked: Any) -> Member:
        """Added again, nothing changes but the role."""
        return add_member(actor_of(request), campaign, **values_of(asked))


class ManyMembers(Led):
    @call(
        "campaigns_add_members",
        "Add a list of people",
        "members",
        NewMembersSerializer,
        {201: MemberSerializer(many=True)},
    )
    def post(self, request: Request, campaign: Campaign, asked: Any) -> list[Member]:
        """All of them, or none: each line that is wrong is named. Who is in it already stays."""
        return add_members(actor_of(request), campaign, **values_of(asked))


class OneMember(LedMember):
    @call("members_show", "One member", "members", gives=shown.MeasuredMemberSerializer)
    def get(self, request: Request, member: Member) -> dict[str, Any]:
        return shown_member(member)


class MemberState(LedMember):
    @call(
        "members_state",
        "Pause, resume, retrain or remove",
        "members",
        shown.MemberStateSerializer,
        shown.MeasuredMemberSerializer,
    )
    def post(self, request: Request, member: Member, asked: Any) -> dict[str, Any]:
        """Whoever does not go on loses what they hold at once. Their labels stay."""
        change_member_state(actor_of(request), member.pk, **values_of(asked))
        return shown_as_now(request, member)


class RaterChecks(LedMember):
    @call("members_checks", "Answers to hidden gold", "members", gives=shown.ChecksSerializer)
    def get(self, request: Request, member: Member) -> Any:
        """At most the last 200 of them; `all` counts the others too."""
        found = checks_of(member)
        answers = [{**shown_answer(answer), "after": after} for answer, after in found.rows]
        return shown.ChecksSerializer(
            {"all": found.all, "last": found.last, "answers": answers}
        ).data


class AskAgain(LedMember):
    @call(
        "members_ask_again",
        "Ask for their labels again",
        "members",
        shown.AskAgainSerializer,
        shown.AskedAgainSerializer,
    )
    def post(self, request: Request, member: Member, asked: Any) -> dict[str, int]:
        """They stay in the log, marked, and count for no verdict; others are asked for the pairs.
        It cannot be undone."""
        return {"labels": ask_again(actor_of(request), member.pk, **values_of(asked))}


def access_training(asking: User, campaign_id: int, member_id: int) -> Any:
    member = access_led_member(asking, campaign_id, member_id)
    return access_trials(asking, member.campaign_id).filter(member=member)


class MemberTraining(
    Listed,
    rows=access_training,
    says=("members_training", "Their answers in training, newest first", "members"),
    of=access_led_member,
):
    serializer_class = training_serializers.TrialSerializer
    least_role = Role.LEAD

    @call(
        "members_decide_training",
        "Decide about a rater in training",
        "members",
        training_serializers.TrainingDecisionSerializer,
        shown.MeasuredMemberSerializer,
    )
    def post(self, request: Request, member: Member, asked: Any) -> dict[str, Any]:
        """They rate from now on, or get two more rounds, whether or not their rounds are over."""
        decide_training(actor_of(request), member.pk, **values_of(asked))
        return shown_as_now(request, member)


class Review(Address, of=access_trial):
    least_role = Role.LEAD

    @call(
        "training_review",
        "Comment on an answer",
        "training",
        training_serializers.ReviewSerializer,
        training_serializers.TrialSerializer,
    )
    def post(self, request: Request, trial: Trial, asked: Any) -> Trial:
        """Another comment takes the place of the one before."""
        review_training(actor_of(request), trial.pk, asked.comment)
        return access_trial(person_of(request), trial.member.campaign_id, trial.pk)


def shown_members(members: Sequence[Member]) -> list[dict[str, Any]]:
    """Members of one campaign. All that is measured of them is asked for at once."""
    if not members:
        return []
    campaign: Campaign = members[0].campaign
    people = [member.person_id for member in members]
    measured = {
        "paces": paces_of(campaign, people),
        "accuracies": last_accuracies(campaign, people),
    }
    return list(shown.MeasuredMemberSerializer(members, many=True, context=measured).data)


def shown_member(member: Member) -> dict[str, Any]:
    return shown_members([member])[0]


def shown_as_now(request: Request, member: Member) -> dict[str, Any]:
    return shown_member(access_led_member(person_of(request), member.campaign_id, member.pk))


def shown_answer(answer: Any) -> dict[str, Any]:
    return {
        name: getattr(answer, name)
        for name in ("given_at", "caption", "answer", "truth", "correct")
    }
