"""Open a draft: at once if that is quick, else by a job. And make a campaign, with its guidelines,
and open it: all of it, or nothing.

An audit asks people about some of a benchmark's original pairs: how many do they reject? It asks
about them as any other campaign does about its pairs: in random order, among pairs that are not
original, by a name that does not tell. Pairs that are judged already are asked again, for those who
judged them may have known.
"""

import json
from hashlib import sha256
from itertools import count
from typing import Any

from django.db import transaction
from django.db.models import Manager

from annotator.actions.create_campaign import POLICY, SCALE, change_policy, create_campaign
from annotator.actions.draw_known_answers import NothingToDraw, draw_known_answers
from annotator.actions.open_campaign import open_campaign, refuse_unless_ready, refuse_without_clips
from annotator.actions.write_guideline import write_guideline
from annotator.asked.audit import AuditWanted
from annotator.asked.guidelines import GENERAL
from annotator.models import Campaign, KnownAnswer
from foundation.database.rows import lock_row
from foundation.frozen import frozen
from foundation.refused import Refused
from jobs.actions.request import start_job
from jobs.models import FINISHED, Job
from people.actor import Actor
from pooling.actions.draw_originals import draw_originals
from pooling.models import Benchmark, Pool

KIND = "annotator.open_campaign"
# Half a million pairs take up to ten seconds (bench/labels.py), so that this many take up to one.
QUICK = 50_000


def policy_digest(campaign: Campaign) -> str:
    """The digest of all that decides what opening draws, and what it costs."""
    policy = [campaign.pool_id, [getattr(campaign, name) for name in (*SCALE, *POLICY)]]
    return sha256(json.dumps(policy).encode()).hexdigest()[:32]


@frozen
class Begun:
    """The campaign as it is now, and the job that opens it, where there is one."""

    campaign: Campaign
    job: Job | None


@transaction.atomic
def begin_campaign(
    actor: Actor, campaign_id: int, *, without_clips: bool = False, shown: str | None = None
) -> Begun:
    """Raises what open_campaign raises as far as it can be told beforehand; the rest is told by the
    job.

    `without_clips`: the policy says so from here on; if nothing can be opened, it stays as it was.
    `shown`: the digest of the policy whose cost was shown, if it was shown to somebody.
    """
    if shown is not None:
        locked = lock_row(Campaign, campaign_id)
        if locked.is_draft and policy_digest(locked) != shown:
            raise Refused(
                "The policy was changed since this page was shown, and nothing was opened. See"
                " what the campaign costs now, and open it then."
            )
    if without_clips:
        change_policy(actor, campaign_id, without_clips=True)
    campaign = Campaign.objects.select_related("pool").get(pk=campaign_id)
    if campaign.pool is None or campaign.pool.pairs <= QUICK:
        return Begun(open_campaign(actor, campaign_id), None)
    refuse_unless_ready(campaign)
    refuse_without_clips(campaign)
    # A button that is pressed twice leads to the same job. Should two come about, the second finds
    # no draft any more.
    jobs = Job.objects.filter(kind=KIND, arguments={"campaign": campaign_id})
    job = jobs.exclude(state__in=FINISHED).order_by("-pk").first()
    title = f"Open {campaign}"
    return Begun(campaign, job or start_job(KIND, actor=actor, title=title, campaign=campaign_id))


# For training and hidden gold where nobody has made any known answers: half written for their clip,
# half found by no model.
OF_EACH = 50


@transaction.atomic
def start_campaign(
    actor: Actor, pool: Pool, name: str, *, guideline: str = GENERAL, **policy: Any
) -> Campaign:
    campaign = create_campaign(actor, pool, name, **policy)
    write_guideline(actor, campaign.pk, guideline)
    if use := _use_of_known_answers(campaign):
        _draw(actor, campaign, use)
    return open_campaign(actor, campaign.pk)


def _use_of_known_answers(campaign: Campaign) -> KnownAnswer.Use | None:
    """Originals outside the pool may be few: where both need them, both share them."""
    if campaign.training_required:
        return KnownAnswer.Use.BOTH if campaign.gold_share else KnownAnswer.Use.TRAINING
    return KnownAnswer.Use.GOLD if campaign.gold_share else None


def _draw(actor: Actor, campaign: Campaign, use: KnownAnswer.Use) -> None:
    """Raises NothingToDraw if there is neither: a share of nothing would look like a check."""
    drawn, why = 0, []
    for origin in (KnownAnswer.Origin.ORIGINAL, KnownAnswer.Origin.FAR):
        try:
            drawn += len(draw_known_answers(actor, campaign, origin, OF_EACH, use, campaign.seed))
        except NothingToDraw as nothing:
            why.append(str(nothing))
    if not drawn:
        raise NothingToDraw(" ".join(why))


@transaction.atomic
def audit_originals(
    actor: Actor, benchmark: Benchmark, wanted: AuditWanted, *, guideline: str = GENERAL
) -> Campaign:
    """The campaign, open. Raises ValidationError where there are fewer originals, or a name is
    taken; and what opening raises."""
    pool = draw_originals(
        actor,
        benchmark,
        _free_name("originals", benchmark.pools),
        count=wanted.count,
        others=wanted.mixed,
        seed=wanted.seed,
    )
    return start_campaign(
        actor,
        pool,
        wanted.name or _free_name("pairs", benchmark.campaigns),
        guideline=guideline,
        seed=wanted.seed,
        double_share=wanted.double_share,
        without_clips=wanted.without_clips,
        ask_again=True,
    )


def _free_name(begins: str, rows: Manager[Any]) -> str:
    """A name with the first number that nothing has yet."""
    taken = set(rows.filter(name__startswith=begins).values_list("name", flat=True))
    names = (f"{begins} {number}" for number in count(1))
    return next(name for name in names if name not in taken)
