"""Campaigns and their guidelines by API: leads make and run them, members read what is theirs."""

from typing import Any

from django.utils import timezone
from rest_framework.request import Request

from annotator import leading_serializers as leading
from annotator import serializers as shown
from annotator.actions.adjudicate import send_to_adjudication
from annotator.actions.change_state import change_campaign_state, measure_pace
from annotator.actions.create_campaign import change_policy, create_campaign
from annotator.actions.goals import look_now
from annotator.actions.prioritise import find_which, prioritise
from annotator.actions.remarks import mark_read
from annotator.actions.start_campaign import audit_originals, begin_campaign
from annotator.actions.write_guideline import confirm_guideline, write_guideline
from annotator.api.address import Addresses
from annotator.asked import leading as asks
from annotator.asked.audit import AuditWanted
from annotator.models import Campaign, Guideline, KnownAnswer, Member, RemarksRead
from annotator.queries.campaigns import access_campaign, access_campaigns, access_guideline
from annotator.queries.hours import hours_worked, zone_of_days
from annotator.queries.known_answers import examples_of
from annotator.queries.overview import Outlook, outlook_of
from annotator.queries.progress import access_led_campaign, guidelines_of
from annotator.queries.raters import access_membership
from annotator.queries.remarks import access_comments, access_failures, access_reports
from annotator.queries.shown import NOT_TOGETHER, ShownEffect, shown_effect
from annotator.queries.stuck import stuck_in
from annotator.training_serializers import ExampleSerializer
from foundation.api.fields import numbers
from foundation.asking.arguments import values_of
from foundation.asking.serializers import serializer_of
from foundation.finding.schema import serializer_of as shown_as
from jobs.api.accepting import AcceptedSerializer, accepted
from people.actor import actor_of, person_of
from people.models import Role, User
from people.queries import require_role
from pooling.models import Benchmark
from pooling.queries.benchmarks import access_benchmark

IN_FULL = leading.CampaignInFullSerializer
MADE = {201: shown.CampaignSerializer}


def access_as_lead(asking: User, benchmark_id: int) -> Benchmark:
    require_role(asking, Role.LEAD)
    return access_benchmark(asking, benchmark_id)


ALL = Addresses("campaigns")
ALL.lists(
    "campaigns",
    "campaigns_list",
    "Campaigns, newest first",
    access_campaigns,
    shown.CampaignSerializer,
    "For leads all; for others those that they are members of, active or in training.",
)


@ALL.post(
    "campaigns",
    "Make a draft",
    shown.NewCampaignSerializer,
    MADE,
    of=lambda asking: require_role(asking, Role.LEAD),
)
def campaigns_create(request: Request, _: None, asked: dict[str, Any]) -> Campaign:
    return create_campaign(actor_of(request), **asked)


@ALL.get("campaigns/<int:campaign_id>", "One campaign", gives=IN_FULL, of=access_campaign)
def campaigns_show(request: Request, campaign: Campaign) -> Campaign:
    return campaign


@ALL.patch(
    "campaigns/<int:campaign_id>",
    "Change a draft",
    shown.ChangeCampaignSerializer,
    shown.CampaignSerializer,
    of=access_led_campaign,
)
def campaigns_change(request: Request, campaign: Campaign, asked: dict[str, Any]) -> Campaign:
    """Whatever it was made with. Once it was opened, its labels rest on its policy, and nothing
    of it changes."""
    return change_policy(actor_of(request), campaign.pk, **asked)


@ALL.post(
    "benchmarks/<int:benchmark_id>/audit-originals",
    "Ask about original pairs",
    serializer_of(AuditWanted, "AuditOriginals"),
    MADE,
    of=access_as_lead,
    least_role=Role.LEAD,
)
def benchmarks_audit_originals(
    request: Request, benchmark: Benchmark, wanted: AuditWanted
) -> Campaign:
    """A campaign, open, that asks about original pairs drawn at random, among others."""
    return audit_originals(actor_of(request), benchmark, wanted)


@ALL.get(
    "hours",
    "Hours worked, by day and person",
    gives=leading.HoursSerializer,
    filters=leading.HoursParameters,
    least_role=Role.LEAD,
)
def hours_show(request: Request, asked: Any) -> dict[str, Any]:
    """Of all campaigns, or of one; closed ones count, too."""
    rows = hours_worked(**values_of(asked))
    return {"time_zone": zone_of_days(asked.zone), "days": [row.as_json() for row in rows]}


LED = Addresses(
    "campaigns", "campaigns/<int:campaign_id>/", access_led_campaign, least_role=Role.LEAD
)


@LED.post(
    "state",
    "Open, pause or close it",
    serializer_of(asks.StateWanted, "State"),
    {200: shown.CampaignSerializer, 202: AcceptedSerializer},
)
def campaigns_change_state(request: Request, campaign: Campaign, asked: asks.StateWanted) -> Any:
    """A draft becomes open, and what it asks is drawn: of a large pool, by a job. Pairs whose
    clips do not play are held back until they do; where none plays, opening is refused unless
    the campaign is `without_clips`.
    """
    actor = actor_of(request)
    if campaign.state != Campaign.State.DRAFT or asked.state != Campaign.State.OPEN:
        return change_campaign_state(actor, campaign.pk, asked.state)
    begun = begin_campaign(actor, campaign.pk, without_clips=asked.without_clips)
    return accepted(request, begun.job) if begun.job else begun.campaign


@LED.get("shown", "What showing pairs together does", gives=shown_as(ShownEffect))
def campaigns_shown(request: Request, campaign: Campaign) -> ShownEffect:
    """Shares among pairs that were drawn to come by themselves, among pairs in groups, and the
    difference, with 95 % intervals by clips. All of it is null where pairs come singly."""
    return shown_effect(campaign) or NOT_TOGETHER


@LED.post("pace", "Measure the pace now", gives=IN_FULL)
def campaigns_measure_pace(request: Request, campaign: Campaign) -> Campaign:
    """The lease follows it where it was not chosen. `pace` stays null while no rater has given
    two answers."""
    measure_pace(actor_of(request), campaign.pk)
    return access_led_campaign(person_of(request), campaign.pk)


@LED.post("look", "Look whether its goal is reached", gives=IN_FULL)
def campaigns_look(request: Request, campaign: Campaign) -> Campaign:
    """How well it is known by now what the campaign is asked `until`. Look as often as you
    like: the interval holds at every look."""
    look_now(campaign)
    return access_led_campaign(person_of(request), campaign.pk)


@LED.post(
    "priorities",
    "Move pairs to the front",
    leading.PrioritySerializer,
    numbers("Moved", moved="How many labels that are wanted stand at the front now."),
)
def campaigns_prioritise(request: Request, campaign: Campaign, asked: Any) -> dict[str, int]:
    """What waits for a label there is given out before all else."""
    which = find_which(campaign, **values_of(asked))
    return {"moved": prioritise(actor_of(request), campaign.pk, which)}


@LED.post(
    "send-to-adjudication",
    "Send waiting pairs to adjudication",
    gives=numbers("Sent", sent="How many pairs an adjudicator decides now."),
)
def campaigns_send_to_adjudication(request: Request, campaign: Campaign) -> dict[str, int]:
    """Pairs that need a label, though every rater of the campaign has seen them. They do not
    come back to raters."""
    return {"sent": send_to_adjudication(actor_of(request), campaign.pk)}


@LED.get("stuck", "What is stuck, and why", gives=leading.StuckListSerializer)
def campaigns_stuck(request: Request, campaign: Campaign) -> dict[str, Any]:
    """Each with what can be done about it. Nothing is stuck in a draft, or in what is
    closed."""
    return {"stuck": [one.as_json() for one in stuck_in(campaign)]}


@LED.get("outlook", "The labels to come, and when", gives=shown_as(Outlook))
def campaigns_outlook(request: Request, campaign: Campaign) -> Outlook:
    """With the agreement of those that are there."""
    return outlook_of(campaign, timezone.now().date())


LED.lists(
    "comments",
    "campaigns_comments",
    "Comments beside answers, newest first",
    access_comments,
    leading.RemarkSerializer,
    "Answers that stand and have a comment. Whoever rates in the campaign is not shown what\n"
    "others said.",
)
LED.lists(
    "reported-clips",
    "campaigns_reported_clips",
    "Clips that did not play, newest first",
    access_reports,
    leading.RemarkSerializer,
    "Answers that stand and say that the clip does not play.",
)
LED.lists(
    "clip-failures",
    "campaigns_clip_failures",
    "What players said of clips",
    access_failures,
    leading.ClipFailureSerializer,
    "Each time a rater's browser could not play a clip, whatever was answered then, newest\nfirst.",
)


@LED.post(
    "remarks/read",
    "Mark comments or reports as read",
    serializer_of(asks.RemarksReadWanted, "RemarksRead"),
    numbers(
        "Read",
        comments="Labels up to this one are read.",
        clips="Reports up to this label are read.",
    ),
)
def campaigns_remarks_read(request: Request, campaign: Campaign, asked: Any) -> RemarksRead:
    """For all leads; only forwards. What came later stays unread."""
    return mark_read(actor_of(request), campaign, asked)


LED.lists(
    "guidelines/versions",
    "guidelines_versions",
    "All versions, newest first",
    guidelines_of,
    leading.GuidelineVersionSerializer,
    "With the Markdown that they were written in.",
    of=access_led_campaign,
)
GUIDELINES = Addresses("campaigns", "campaigns/<int:campaign_id>/")


@GUIDELINES.get("guidelines", "The current version", gives=shown.GuidelineSerializer)
def guidelines_show(request: Request, campaign_id: int) -> Guideline:
    return access_guideline(person_of(request), campaign_id)


@GUIDELINES.post(
    "guidelines",
    "A new version",
    serializer_of(asks.GuidelineWanted, "NewGuideline"),
    {201: shown.WrittenGuidelineSerializer},
)
def guidelines_write(request: Request, campaign_id: int, asked: Any) -> Guideline:
    """Markdown in, safe HTML out. Earlier versions stay: labels name the one that was read."""
    campaign = access_led_campaign(person_of(request), campaign_id)
    return write_guideline(actor_of(request), campaign.pk, **values_of(asked))


@GUIDELINES.post(
    "guidelines/confirm",
    "Say that one has read them",
    serializer_of(asks.GuidelineConfirmed, "Confirm"),
    {204: None},
    of=access_membership,
    scope="label",
    least_role=Role.RATER,
)
def guidelines_confirm(request: Request, member: Member, asked: asks.GuidelineConfirmed) -> None:
    """Only the newest version can be confirmed."""
    confirm_guideline(member, asked.version)


@GUIDELINES.get(
    "guidelines/examples",
    "Example clips of the guidelines",
    gives=ExampleSerializer(many=True),
    of=access_campaign,
)
def guidelines_examples(request: Request, campaign: Campaign) -> list[KnownAnswer]:
    """Pairs with their right answer and why, as chosen by a lead. None of them is asked."""
    return examples_of(campaign)
