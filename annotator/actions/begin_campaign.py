"""Open a draft: at once if that is quick, else by a job."""

import json
from dataclasses import dataclass
from hashlib import sha256

from django.db import transaction

from annotator.actions.change_policy import change_policy
from annotator.actions.create_campaign import POLICY
from annotator.actions.open_campaign import open_campaign, refuse_unless_ready, refuse_without_clips
from annotator.models import Campaign
from foundation.database.rows import lock_row
from foundation.refused import Refused
from jobs.actions.request import start_job
from jobs.models import FINISHED, Job
from people.actor import Actor

KIND = "annotator.open_campaign"
# Half a million pairs take up to ten seconds (bench/labels.py), so that this many take up to one.
QUICK = 50_000


class PolicyChanged(Refused):
    """The policy was changed since this page was shown, and nothing was opened. See what the
    campaign costs now, and open it then."""


def policy_digest(campaign: Campaign) -> str:
    """The digest of all that decides what opening draws, and what it costs."""
    policy = [campaign.pool_id, [getattr(campaign, name) for name in POLICY]]
    return sha256(json.dumps(policy).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
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
            raise PolicyChanged
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
