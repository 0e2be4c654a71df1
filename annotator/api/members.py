"""A campaign's members by API, for leads: who they are, how they fare, and what follows from it."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_view
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import leading_serializers as shown
from annotator import training_serializers
from annotator.actions.add_members import add_members
from annotator.actions.ask_again import ask_again
from annotator.actions.change_state import change_member_state
from annotator.actions.create_campaign import add_member
from annotator.actions.decide_training import decide_training
from annotator.actions.review_training import review_training
from annotator.models import Campaign, Member, Trial
from annotator.queries.gold import checks_of, last_accuracies
from annotator.queries.known_answers import access_trial, access_trials
from annotator.queries.progress import access_led_campaign, access_led_member, members_of, paces_of
from annotator.serializers import MemberSerializer, NewMemberSerializer, NewMembersSerializer
from foundation.api.operation import operation
from foundation.api.reading import read
from foundation.asking.arguments import values_of
from people.actor import actor_of, person_of
from people.models import Role


class Members(ListAPIView[Member]):
    serializer_class = shown.MeasuredMemberSerializer
    queryset = Member.objects.none()  # for the schema; each request gets its own
    least_role = Role.LEAD

    def get_queryset(self) -> QuerySet[Member]:
        return members_of(access_led_campaign(person_of(self.request), self.kwargs["campaign_id"]))

    @operation("campaigns_members", "Who is in it, and how they fare", "members")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The newest first, with their paces and their answers to hidden gold."""
        page = self.paginate_queryset(self.get_queryset()) or []
        return self.get_paginated_response(shown_members(page))

    @operation(
        "campaigns_add_member",
        "Add a person",
        "members",
        NewMemberSerializer,
        {201: MemberSerializer},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Added again, nothing changes but the role."""
        campaign = access_led_campaign(person_of(request), campaign_id)
        asked = read(request, NewMemberSerializer).asked
        member = add_member(actor_of(request), campaign, **values_of(asked))
        return Response(MemberSerializer(member).data, status=201)


class ManyMembers(APIView):
    least_role = Role.LEAD

    @operation(
        "campaigns_add_members",
        "Add a list of people",
        "members",
        NewMembersSerializer,
        {201: MemberSerializer(many=True)},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """All of them, or none: each line that is wrong is named. Who is in it already stays."""
        campaign = access_led_campaign(person_of(request), campaign_id)
        asked = read(request, NewMembersSerializer).asked
        added = add_members(actor_of(request), campaign, **values_of(asked))
        return Response(MemberSerializer(added, many=True).data, status=201)


class OneMember(APIView):
    least_role = Role.LEAD

    @operation("members_show", "One member", "members", gives=shown.MeasuredMemberSerializer)
    def get(self, request: Request, campaign_id: int, member_id: int) -> Response:
        return Response(shown_member(access_led_member(person_of(request), campaign_id, member_id)))


class MemberState(APIView):
    least_role = Role.LEAD

    @operation(
        "members_state",
        "Pause, resume, retrain or remove",
        "members",
        shown.MemberStateSerializer,
        shown.MeasuredMemberSerializer,
    )
    def post(self, request: Request, campaign_id: int, member_id: int) -> Response:
        """Whoever does not go on loses what they hold at once. Their labels stay."""
        member = access_led_member(person_of(request), campaign_id, member_id)
        asked = read(request, shown.MemberStateSerializer).asked
        change_member_state(actor_of(request), member.pk, **values_of(asked))
        return Response(shown_member(access_led_member(person_of(request), campaign_id, member_id)))


class Checks(APIView):
    least_role = Role.LEAD

    @operation("members_checks", "Answers to hidden gold", "members", gives=shown.ChecksSerializer)
    def get(self, request: Request, campaign_id: int, member_id: int) -> Response:
        """At most the last 200 of them; `all` counts the others too."""
        found = checks_of(access_led_member(person_of(request), campaign_id, member_id))
        answers = [{**shown_answer(answer), "after": after} for answer, after in found.rows]
        return Response(
            shown.ChecksSerializer({"all": found.all, "last": found.last, "answers": answers}).data
        )


class AskAgain(APIView):
    least_role = Role.LEAD

    @operation(
        "members_ask_again",
        "Ask for their labels again",
        "members",
        shown.AskAgainSerializer,
        shown.AskedAgainSerializer,
    )
    def post(self, request: Request, campaign_id: int, member_id: int) -> Response:
        """They stay in the log, marked, and count for no verdict; others are asked for the pairs.
        It cannot be undone."""
        member = access_led_member(person_of(request), campaign_id, member_id)
        asked = read(request, shown.AskAgainSerializer).asked
        labels = ask_again(actor_of(request), member.pk, **values_of(asked))
        return Response({"labels": labels})


@extend_schema_view(
    get=operation("members_training", "Their answers in training, newest first", "members")
)
class MemberTraining(ListAPIView[Trial]):
    serializer_class = training_serializers.TrialSerializer
    queryset = Trial.objects.none()
    least_role = Role.LEAD

    def get_queryset(self) -> QuerySet[Trial]:
        asking = person_of(self.request)
        member = access_led_member(asking, self.kwargs["campaign_id"], self.kwargs["member_id"])
        return access_trials(asking, member.campaign_id).filter(member=member)

    @operation(
        "members_decide_training",
        "Decide about a rater in training",
        "members",
        training_serializers.TrainingDecisionSerializer,
        shown.MeasuredMemberSerializer,
    )
    def post(self, request: Request, campaign_id: int, member_id: int) -> Response:
        """They rate from now on, or get two more rounds, whether or not their rounds are over."""
        member = access_led_member(person_of(request), campaign_id, member_id)
        asked = read(request, training_serializers.TrainingDecisionSerializer).asked
        decide_training(actor_of(request), member.pk, **values_of(asked))
        return Response(shown_member(access_led_member(person_of(request), campaign_id, member_id)))


class Review(APIView):
    least_role = Role.LEAD

    @operation(
        "training_review",
        "Comment on an answer",
        "training",
        training_serializers.ReviewSerializer,
        training_serializers.TrialSerializer,
    )
    def post(self, request: Request, campaign_id: int, trial_id: int) -> Response:
        """Another comment takes the place of the one before."""
        trial = access_trial(person_of(request), campaign_id, trial_id)
        comment = read(request, training_serializers.ReviewSerializer).asked.comment
        review_training(actor_of(request), trial.pk, comment)
        reviewed = access_trial(person_of(request), campaign_id, trial_id)
        return Response(training_serializers.TrialSerializer(reviewed).data)


def shown_members(members: Sequence[Member]) -> list[dict[str, Any]]:
    """Of one campaign. All that is measured of them is asked for at once."""
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


def shown_answer(answer: Any) -> dict[str, Any]:
    return {
        name: getattr(answer, name)
        for name in ("given_at", "caption", "answer", "truth", "correct")
    }
