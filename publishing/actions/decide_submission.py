"""What a lead decides of a submission. Approved, what is left to judge of it is pooled under a
budget, and goes to a campaign: a draft, or one that raters work on at once."""

from itertools import chain, count
from typing import Any

from django.db import transaction
from django.utils import timezone

from annotator.actions.create_campaign import POLICY, add_member, create_campaign
from annotator.actions.start_campaign import start_campaign
from annotator.actions.write_guideline import write_guideline
from annotator.asked.guidelines import GENERAL, guideline_for
from annotator.asked.presets import PRESET_HELP, TITLES
from annotator.models import Campaign, Guideline, Member
from annotator.queries.progress import access_led_campaigns
from foundation.asking.arguments import arguments_of
from foundation.asking.questions import asked
from foundation.frozen import frozen
from foundation.refused import Refused
from foundation.words import in_english
from jobs.actions.request import start_job
from jobs.models import Job
from metrics.queries.pace import labels_an_hour
from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.actions.build_pool import PoolCost, build_pool
from pooling.actions.plan_increment import plan_increment
from pooling.formats.runs import DEPTH_LIMIT
from pooling.models import Pool, Run, Submission
from pooling.plain_text import no_controls
from pooling.queries.directions import check_between
from pooling.queries.runs import access_runs

JOB = "metrics.approve_submission"
MOST_PAIRS = 1_000_000
RULES = {rule.value: in_english(rule.label) for rule in Submission.Rule}
# Of another campaign's policy. What it stops at, and what it is asked until, is of its own pool.
NOT_COPIED = {"seed", "training_required", "queue_pairs", "stop", "until"}


@frozen
class ApprovalAsked:
    """A budget for a submission, and who spends it."""

    pairs: int | None = asked(
        "How many pairs may be judged at most.",
        default=None,
        at_least=1,
        at_most=MOST_PAIRS,
        label="At most this many pairs",
    )
    hours: float | None = asked(
        "How many hours of rating it may take at most, at the pace last measured.",
        default=None,
        at_least=0.1,
        at_most=100_000,
        label="At most this many hours",
    )
    depth: int = asked(
        "How far down its rankings the pairs are taken from.",
        default=10,
        at_least=1,
        at_most=DEPTH_LIMIT,
        label="To rank",
    )
    rule: str = asked(
        "What is judged where the budget is too small for all: a random sample of captions keeps"
        " estimates unbiased.",
        default="captions",
        choices=RULES,
        label="If the budget is too small",
    )
    seed: int = asked(
        "The seed of the draw. The same seed draws the same captions.",
        default=1,
        at_least=0,
        at_most=2**31 - 1,
    )
    reference: Run | None = asked(
        "The run that its scores are held against. The best published run is taken if none is"
        " chosen.",
        default=None,
        rows=access_runs,
        label="Held against",
    )
    name: str = asked(
        "The name of the campaign, which raters read. It must not give the model away.",
        default="",
        longest=120,
        checks=Campaign._meta.get_field("name").validators,
        label="Name of the campaign",
    )
    like: Campaign | None = asked(
        "A campaign whose policy, guidelines and raters it takes over.",
        default=None,
        rows=access_led_campaigns,
        label="As an earlier campaign",
    )
    preset: str = asked(PRESET_HELP, default="paper", choices=TITLES, label="Otherwise, for")
    opened: bool = asked(
        "Open the campaign at once. It is a draft otherwise, ready to be opened.",
        default=False,
        label="Open at once",
    )

    def check(self) -> None:
        if self.pairs is None and self.hours is None:
            raise Refused("Expected a budget: pairs, hours, or both.", field="pairs")


def ask_for_approval(actor: Actor, submission: Submission, wanted: ApprovalAsked) -> Job:
    """A job plans, freezes and opens: all of it, or nothing."""
    check_of(submission, wanted)
    title = f"Approve {submission.blind_name}"
    asked = arguments_of(wanted)
    return start_job(JOB, actor=actor, title=title, submission=submission.pk, asked=asked)


def check_of(submission: Submission, wanted: ApprovalAsked) -> None:
    """What is right by itself, but not of this submission."""
    run = submission.run
    if run.direction != Run.Direction.TEXT_TO_VIDEO:
        raise Refused("Only pairs of runs that rank videos for captions are judged.")
    if wanted.depth > run.depth:
        words = f"Expected 1 to {run.depth}, the depth to which the run is kept."
        raise Refused(words, field="depth")
    for field in ("reference", "like"):
        row = getattr(wanted, field)
        if row is not None and row.benchmark_id != run.benchmark_id:
            raise Refused(f"Expected one of {run.benchmark}.", field=field)
    if wanted.reference is not None:
        check_between([wanted.reference], "reference")
    if wanted.reference == run:
        raise Refused("Expected another run than the one that is approved.", field="reference")


@transaction.atomic
def approve_submission(
    actor: Actor, submission: Submission, wanted: ApprovalAsked
) -> tuple[Pool, Campaign, PoolCost]:
    check_of(submission, wanted)
    run = submission.run
    most = budget_of(submission, wanted)
    parameters, cost = plan_increment(
        run, most=most, depth=wanted.depth, rule=wanted.rule, seed=wanted.seed
    )
    name = free_name(submission.blind_name, run.benchmark.pools.values_list("name", flat=True))
    pool = build_pool(actor=actor, benchmark=run.benchmark, name=name, parameters=parameters)
    campaign = _campaign(actor, pool, wanted)
    decided = {"budget": most, "depth": wanted.depth, "rule": wanted.rule, "pool": pool}
    decided["reference"] = wanted.reference
    _decide(actor, submission, Submission.Stage.APPROVED, reason="", **decided)
    after = {"budget": most, "pairs": cost.unjudged, "pool": pool.name, "campaign": campaign.name}
    record_audit(actor, "approved", submission, after=after)
    return pool, campaign, cost


def budget_of(submission: Submission, wanted: ApprovalAsked) -> int:
    """Pairs: the smaller of the two, where both are given."""
    pace, _ = labels_an_hour(submission.run.benchmark)
    most = [MOST_PAIRS if wanted.pairs is None else wanted.pairs]
    if wanted.hours is not None:
        most.append(int(wanted.hours * pace))
    return max(0, min(most))


def free_name(name: str, taken: Any) -> str:
    """The name, with a number behind it where there is one of this name already."""
    known = set(taken)
    names = chain([name], (f"{name} ({number})" for number in count(2)))
    return next(one for one in names if one not in known)


def _campaign(actor: Actor, pool: Pool, wanted: ApprovalAsked) -> Campaign:
    """Its name tells raters, and who reads agreement, nothing of the submission."""
    usual = f"Further pairs {timezone.now():%Y-%m-%d}"
    known = Campaign.objects.filter(benchmark=pool.benchmark_id).values_list("name", flat=True)
    name = wanted.name or free_name(usual, known)
    like = wanted.like
    policy: dict[str, Any] = {"preset": wanted.preset}
    guideline = guideline_for(wanted.preset)
    if like is not None:
        policy = {one: getattr(like, one) for one in POLICY if one not in NOT_COPIED}
        policy["training_required"], policy["queue_pairs"] = False, 0  # its raters have passed
        newest = Guideline.objects.filter(campaign=like).order_by("-version").first()
        guideline = newest.markdown if newest else GENERAL
    if wanted.opened:
        campaign = start_campaign(actor, pool, name, guideline=guideline, **policy)
    else:
        campaign = create_campaign(actor, pool, name, **policy)
        write_guideline(actor, campaign.pk, guideline)
    if like is not None:
        active = Member.objects.filter(campaign=like, state=Member.State.ACTIVE)
        for member in active.select_related("person").order_by("pk"):
            add_member(actor, campaign, member.person, member.role, qualified=True)
    return campaign


@frozen
class RefusalAsked:
    """Why a submission is not taken."""

    reason: str = asked(
        "Its author reads this.", longest=2_000, checks=[no_controls], label="Reason"
    )


@transaction.atomic
def refuse_submission(actor: Actor, submission: Submission, reason: str) -> None:
    """Nothing more is judged for it. It may be approved later all the same."""
    _decide(actor, submission, Submission.Stage.REFUSED, reason=reason)
    record_audit(actor, "refused", submission, after={"reason": reason})


def _decide(actor: Actor, submission: Submission, stage: Submission.Stage, **decided: Any) -> None:
    Submission.objects.filter(pk=submission.pk).update(
        stage=stage, decided_at=timezone.now(), decided_by=actor.user, **decided
    )
