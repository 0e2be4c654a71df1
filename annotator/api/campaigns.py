"""Campaigns and their guidelines by API: leads make and run them, members read what is theirs."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from annotator import leading_serializers as leading
from annotator import serializers as shown
from annotator.actions.adjudicate import send_to_adjudication
from annotator.actions.change_state import change_campaign_state, measure_pace
from annotator.actions.create_campaign import change_policy, create_campaign
from annotator.actions.goals import look_now
from annotator.actions.prioritise import find_which, prioritise
from annotator.actions.start_campaign import audit_originals, begin_campaign
from annotator.actions.write_guideline import confirm_guideline, write_guideline
from annotator.api.address import Address, Led, Listed, call
from annotator.models import Campaign, Guideline, Member
from annotator.queries.campaigns import access_campaign, access_campaigns, access_guideline
from annotator.queries.progress import access_led_campaign, guidelines_of
from annotator.queries.raters import access_membership
from annotator.queries.shown import NOT_TOGETHER, shown_effect
from foundation.api.operation import operation
from foundation.api.reading import read
from foundation.asking.arguments import values_of
from jobs.api.accepting import AcceptedSerializer, accepted
from people.actor import actor_of, person_of
from people.models import Role, User
from people.queries import require_role
from pooling.models import Benchmark
from pooling.queries.benchmarks import access_benchmark


class Campaigns(
    Listed,
    rows=access_campaigns,
    says=("campaigns_list", "Campaigns, newest first", "campaigns"),
    of=lambda asking: require_role(asking, Role.LEAD),
):
    """For leads all; for others those that they are members of, active or in training."""

    serializer_class = shown.CampaignSerializer

    @call(
        "campaigns_create",
        "Make a draft",
        "campaigns",
        shown.NewCampaignSerializer,
        {201: shown.CampaignSerializer},
    )
    def post(self, request: Request, _: None, asked: dict[str, Any]) -> Campaign:
        return create_campaign(actor_of(request), **asked)


class OneCampaign(Address, of=access_campaign):
    @call("campaigns_show", "One campaign", "campaigns", gives=leading.CampaignInFullSerializer)
    def get(self, request: Request, campaign: Campaign) -> Campaign:
        return campaign

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
        campaign = access_led_campaign(person_of(request), campaign_id)
        asked = read(request, shown.ChangeCampaignSerializer).validated_data
        changed = change_policy(actor_of(request), campaign.pk, **asked)
        return Response(shown.CampaignSerializer(changed, context={"request": request}).data)


class State(Led):
    @call(
        "campaigns_state",
        "Open, pause or close it",
        "campaigns",
        shown.StateSerializer,
        {200: shown.CampaignSerializer, 202: AcceptedSerializer},
    )
    def post(self, request: Request, campaign: Campaign, asked: Any) -> Any:
        """A draft becomes open, and what it asks is drawn: of a large pool, by a job. Pairs whose
        clips do not play are held back until they do; where none plays, opening is refused unless
        the campaign is `without_clips`.
        """
        actor = actor_of(request)
        if campaign.state != Campaign.State.DRAFT or asked.state != Campaign.State.OPEN:
            return change_campaign_state(actor, campaign.pk, asked.state)
        begun = begin_campaign(actor, campaign.pk, without_clips=asked.without_clips)
        return accepted(request, begun.job) if begun.job else begun.campaign


class CampaignShownEffect(Led):
    @call(
        "campaigns_shown",
        "What showing pairs together does",
        "campaigns",
        gives=leading.ShownEffectSerializer,
    )
    def get(self, request: Request, campaign: Campaign) -> Any:
        """Shares among pairs that were drawn to come by themselves, among pairs in groups, and the
        difference, with 95 % intervals by clips. All of it is null where pairs come singly."""
        return shown_effect(campaign) or NOT_TOGETHER


class CampaignPace(Led):
    @call(
        "campaigns_measure_pace",
        "Measure the pace now",
        "campaigns",
        gives=leading.CampaignInFullSerializer,
    )
    def post(self, request: Request, campaign: Campaign) -> Campaign:
        """The lease follows it where it was not chosen. `pace` stays null while no rater has given
        two answers."""
        measure_pace(actor_of(request), campaign.pk)
        return access_led_campaign(person_of(request), campaign.pk)


class LookNow(Led):
    @call(
        "campaigns_look",
        "Look whether its goal is reached",
        "campaigns",
        gives=leading.CampaignInFullSerializer,
    )
    def post(self, request: Request, campaign: Campaign) -> Campaign:
        """How well it is known by now what the campaign is asked `until`. Look as often as you
        like: the interval holds at every look."""
        look_now(campaign)
        return access_led_campaign(person_of(request), campaign.pk)


def access_as_lead(asking: User, benchmark_id: int) -> Benchmark:
    require_role(asking, Role.LEAD)
    return access_benchmark(asking, benchmark_id)


class AuditOriginals(Address, of=access_as_lead):
    least_role = Role.LEAD

    @call(
        "benchmarks_audit_originals",
        "Ask about original pairs",
        "campaigns",
        shown.AuditSerializer,
        {201: shown.CampaignSerializer},
    )
    def post(self, request: Request, benchmark: Benchmark, wanted: Any) -> Campaign:
        """A campaign, open, that asks about original pairs drawn at random, among others."""
        return audit_originals(actor_of(request), benchmark, wanted)


class Priorities(Led):
    @call(
        "campaigns_prioritise",
        "Move pairs to the front",
        "campaigns",
        leading.PrioritySerializer,
        leading.MovedSerializer,
    )
    def post(self, request: Request, campaign: Campaign, asked: Any) -> dict[str, int]:
        """What waits for a label there is given out before all else."""
        which = find_which(campaign, **values_of(asked))
        return {"moved": prioritise(actor_of(request), campaign.pk, which)}


class CampaignWaiting(Led):
    @call(
        "campaigns_send_to_adjudication",
        "Send waiting pairs to adjudication",
        "campaigns",
        gives=leading.SentSerializer,
    )
    def post(self, request: Request, campaign: Campaign) -> dict[str, int]:
        """Pairs that need a label, though every rater of the campaign has seen them. They do not
        come back to raters."""
        return {"sent": send_to_adjudication(actor_of(request), campaign.pk)}


class Guidelines(Address):
    @call("guidelines_show", "The current version", "campaigns", gives=shown.GuidelineSerializer)
    def get(self, request: Request, campaign_id: int) -> Guideline:
        return access_guideline(person_of(request), campaign_id)

    @call(
        "guidelines_write",
        "A new version",
        "campaigns",
        shown.NewGuidelineSerializer,
        {201: shown.GuidelineSerializer},
    )
    def post(self, request: Request, campaign_id: int, asked: Any) -> Guideline:
        """Markdown in, safe HTML out. Earlier versions stay: labels name the one that was read."""
        campaign = access_led_campaign(person_of(request), campaign_id)
        return write_guideline(actor_of(request), campaign.pk, **values_of(asked))


class GuidelineVersions(
    Listed,
    rows=lambda asking, campaign_id: guidelines_of(access_led_campaign(asking, campaign_id)),
    says=("guidelines_versions", "All versions, newest first", "campaigns"),
):
    """With the Markdown that they were written in."""

    serializer_class = leading.GuidelineVersionSerializer
    least_role = Role.LEAD


class Confirm(Address, of=access_membership):
    scope = "label"
    least_role = Role.RATER

    @call(
        "guidelines_confirm",
        "Say that one has read them",
        "campaigns",
        shown.ConfirmSerializer,
        {204: None},
    )
    def post(self, request: Request, member: Member, asked: Any) -> None:
        """Only the newest version can be confirmed."""
        confirm_guideline(member, asked.version)
