"""Campaigns and their guidelines by API: leads make and run them, members read what is theirs."""

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_view
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import leading_serializers as leading
from annotator import serializers as shown
from annotator.actions.audit_originals import audit_originals
from annotator.actions.begin_campaign import begin_campaign
from annotator.actions.change_policy import change_policy
from annotator.actions.change_state import change_campaign_state
from annotator.actions.confirm_guideline import confirm_guideline
from annotator.actions.create_campaign import create_campaign
from annotator.actions.look_now import look_now
from annotator.actions.measure_pace import measure_pace
from annotator.actions.prioritise import find_which, prioritise
from annotator.actions.send_to_adjudication import send_to_adjudication
from annotator.actions.write_guideline import write_guideline
from annotator.models import Campaign, Guideline
from annotator.queries.campaigns import access_campaign, access_campaigns, access_guideline
from annotator.queries.progress import guidelines_of
from annotator.queries.raters import access_membership
from annotator.queries.shown import NOT_TOGETHER, shown_effect
from foundation.api.operation import operation
from foundation.api.reading import read
from foundation.asking.arguments import values_of
from jobs.api.accepting import AcceptedSerializer, accepted
from people.actor import actor_of, person_of
from people.models import Role
from people.queries import require_role
from pooling.queries.benchmarks import access_benchmark


def access_as_lead(request: Request, campaign_id: int) -> Campaign:
    require_role(person_of(request), Role.LEAD)
    return access_campaign(person_of(request), campaign_id)


@extend_schema_view(get=operation("campaigns_list", "Campaigns, newest first", "campaigns"))
class Campaigns(ListAPIView[Campaign]):
    """For leads all; for others those that they are members of, active or in training."""

    serializer_class = shown.CampaignSerializer
    queryset = Campaign.objects.none()  # for the schema; each request gets its own

    def get_queryset(self) -> QuerySet[Campaign]:
        return access_campaigns(person_of(self.request))

    @operation(
        "campaigns_create",
        "Make a draft",
        "campaigns",
        shown.NewCampaignSerializer,
        {201: shown.CampaignSerializer},
    )
    def post(self, request: Request) -> Response:
        require_role(person_of(request), Role.LEAD)
        asked = read(request, shown.NewCampaignSerializer).validated_data
        made = create_campaign(actor_of(request), **asked)
        return Response(
            shown.CampaignSerializer(made, context={"request": request}).data, status=201
        )


class OneCampaign(APIView):
    @operation(
        "campaigns_show", "One campaign", "campaigns", gives=leading.CampaignInFullSerializer
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        found = access_campaign(person_of(request), campaign_id)
        return Response(leading.CampaignInFullSerializer(found, context={"request": request}).data)

    @operation(
        "campaigns_change",
        "Change a draft",
        "campaigns",
        shown.ChangeCampaignSerializer,
        shown.CampaignSerializer,
    )
    def patch(self, request: Request, campaign_id: int) -> Response:
        """Whatever it was made with. Once it was opened, its labels rest on its policy, and nothing
        of it changes."""
        campaign = access_as_lead(request, campaign_id)
        asked = read(request, shown.ChangeCampaignSerializer).validated_data
        changed = change_policy(actor_of(request), campaign.pk, **asked)
        return Response(shown.CampaignSerializer(changed, context={"request": request}).data)


class State(APIView):
    least_role = Role.LEAD

    @operation(
        "campaigns_state",
        "Open, pause or close it",
        "campaigns",
        shown.StateSerializer,
        {200: shown.CampaignSerializer, 202: AcceptedSerializer},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """A draft becomes open, and what it asks is drawn: of a large pool, by a job. Pairs whose
        clips do not play are held back until they do; where none plays, opening is refused unless
        the campaign is `without_clips`.
        """
        campaign = access_as_lead(request, campaign_id)
        asked = read(request, shown.StateSerializer).asked
        actor = actor_of(request)
        if campaign.state != Campaign.State.DRAFT or asked.state != Campaign.State.OPEN:
            moved = change_campaign_state(actor, campaign_id, asked.state)
            return Response(shown.CampaignSerializer(moved, context={"request": request}).data)
        begun = begin_campaign(actor, campaign_id, without_clips=asked.without_clips)
        if begun.job:
            return accepted(request, begun.job)
        return Response(shown.CampaignSerializer(begun.campaign, context={"request": request}).data)


class ShownEffect(APIView):
    least_role = Role.LEAD

    @operation(
        "campaigns_shown",
        "What showing pairs together does",
        "campaigns",
        gives=leading.ShownEffectSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Shares among pairs that were drawn to come by themselves, among pairs in groups, and the
        difference, with 95 % intervals by clips. All of it is null where pairs come singly."""
        found = shown_effect(access_as_lead(request, campaign_id))
        return Response(leading.ShownEffectSerializer(found or NOT_TOGETHER).data)


class Pace(APIView):
    least_role = Role.LEAD

    @operation(
        "campaigns_measure_pace",
        "Measure the pace now",
        "campaigns",
        None,
        leading.CampaignInFullSerializer,
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """The lease follows it where it was not chosen. `pace` stays null while no rater has given
        two answers."""
        campaign = access_as_lead(request, campaign_id)
        measure_pace(actor_of(request), campaign.pk)
        return Response(
            leading.CampaignInFullSerializer(
                access_as_lead(request, campaign_id), context={"request": request}
            ).data
        )


class LookNow(APIView):
    least_role = Role.LEAD

    @operation(
        "campaigns_look",
        "Look whether its goal is reached",
        "campaigns",
        None,
        leading.CampaignInFullSerializer,
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """How well it is known by now what the campaign is asked `until`. Look as often as you
        like: the interval holds at every look."""
        campaign = access_as_lead(request, campaign_id)
        look_now(campaign)
        return Response(
            leading.CampaignInFullSerializer(
                access_as_lead(request, campaign_id), context={"request": request}
            ).data
        )


class AuditOriginals(APIView):
    least_role = Role.LEAD

    @operation(
        "benchmarks_audit_originals",
        "Ask about original pairs",
        "campaigns",
        shown.AuditSerializer,
        {201: shown.CampaignSerializer},
    )
    def post(self, request: Request, benchmark_id: int) -> Response:
        """A campaign, open, that asks about original pairs drawn at random, among others."""
        require_role(person_of(request), Role.LEAD)
        benchmark = access_benchmark(person_of(request), benchmark_id)
        wanted = read(request, shown.AuditSerializer).asked
        made = audit_originals(actor_of(request), benchmark, wanted)
        return Response(
            shown.CampaignSerializer(made, context={"request": request}).data, status=201
        )


class Priorities(APIView):
    least_role = Role.LEAD

    @operation(
        "campaigns_prioritise",
        "Move pairs to the front",
        "campaigns",
        leading.PrioritySerializer,
        leading.MovedSerializer,
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """What waits for a label there is given out before all else."""
        campaign = access_as_lead(request, campaign_id)
        asked = read(request, leading.PrioritySerializer, campaign=campaign).asked
        which = find_which(campaign, **values_of(asked))
        return Response({"moved": prioritise(actor_of(request), campaign.pk, which)})


class Waiting(APIView):
    least_role = Role.LEAD

    @operation(
        "campaigns_send_to_adjudication",
        "Send waiting pairs to adjudication",
        "campaigns",
        None,
        leading.SentSerializer,
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Pairs that need a label, though every rater of the campaign has seen them. They do not
        come back to raters."""
        campaign = access_as_lead(request, campaign_id)
        return Response({"sent": send_to_adjudication(actor_of(request), campaign.pk)})


class Guidelines(APIView):
    @operation(
        "guidelines_show", "The current version", "campaigns", gives=shown.GuidelineSerializer
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        return answer_with(access_guideline(person_of(request), campaign_id))

    @operation(
        "guidelines_write",
        "A new version",
        "campaigns",
        shown.NewGuidelineSerializer,
        {201: shown.GuidelineSerializer},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Markdown in, safe HTML out. Earlier versions stay: labels name the one that was read."""
        campaign = access_as_lead(request, campaign_id)
        asked = read(request, shown.NewGuidelineSerializer).asked
        written = write_guideline(actor_of(request), campaign.pk, **values_of(asked))
        return answer_with(written, status=201)


@extend_schema_view(get=operation("guidelines_versions", "All versions, newest first", "campaigns"))
class GuidelineVersions(ListAPIView[Guideline]):
    """With the Markdown that they were written in."""

    serializer_class = leading.GuidelineVersionSerializer
    queryset = Guideline.objects.none()
    least_role = Role.LEAD

    def get_queryset(self) -> QuerySet[Guideline]:
        return guidelines_of(access_as_lead(self.request, self.kwargs["campaign_id"]))


class Confirm(APIView):
    scope = "label"
    least_role = Role.RATER

    @operation(
        "guidelines_confirm",
        "Say that one has read them",
        "campaigns",
        shown.ConfirmSerializer,
        {204: None},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Only the newest version can be confirmed."""
        member = access_membership(person_of(request), campaign_id)
        confirm_guideline(member, read(request, shown.ConfirmSerializer).asked.version)
        return Response(status=204)


def answer_with(guideline: Guideline, status: int = 200) -> Response:
    return Response(shown.GuidelineSerializer(guideline).data, status=status)
