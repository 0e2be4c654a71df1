"""Change what a draft was made with: its pool, its name, its policy. What is never fixed can be
changed at any time."""

from typing import Any

from django.db import transaction

from annotator.actions.create_campaign import with_lease
from annotator.actions.goals import check_goal
from annotator.asked.presets import with_preset
from annotator.models import Campaign, Member
from foundation.database.rows import lock_row
from foundation.refused import Refused
from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.models import Pool


class PolicyFixed(Refused):
    """The policy is fixed once a campaign was opened, for its labels rest on it. Make another
    campaign for another policy."""


# What follows the labels, and not they from it.
NEVER_FIXED = frozenset({"feedback"})


class AnotherBenchmark(Refused):
    """A campaign stays in its benchmark, for its known answers are about that one's pairs: expected
    a pool of it."""


@transaction.atomic
def change_policy(
    actor: Actor, campaign_id: int, *, preset: str | None = None, **asked: Any
) -> Campaign:
    """`asked`: whatever create_campaign takes, as much of it as is to change. Raises
    ValidationError if it is not possible."""
    asked = with_preset(preset, asked)
    campaign = lock_row(Campaign, campaign_id, "pool")
    if not campaign.is_draft and asked.keys() - NEVER_FIXED:
        raise PolicyFixed
    if "pool" in asked and asked["pool"].benchmark_id != campaign.benchmark_id:
        raise AnotherBenchmark
    wanted = with_lease(asked).items()
    after = {name: value for name, value in wanted if value != getattr(campaign, name)}
    if not after:
        return campaign
    before = {name: _told(getattr(campaign, name)) for name in after}
    for name, value in after.items():
        setattr(campaign, name, value)
    campaign.full_clean(exclude=["created_by", "opened_at", "closed_at"])
    check_goal(campaign)
    campaign.save(update_fields=after)
    if "training_required" in after:
        _train(campaign)
    told = {name: _told(value) for name, value in after.items()}
    record_audit(actor, "changed the policy of", campaign, before=before, after=told)
    return campaign


def _train(campaign: Campaign) -> None:
    """Its raters begin as those do who are added from now on; who has qualified has done so for
    good."""
    training, active = Member.State.TRAINING, Member.State.ACTIVE
    if campaign.training_required:
        campaign.raters(state=active, qualified_at=None).update(state=training)
    else:
        campaign.raters(state=training).update(state=active)


def _told(value: Any) -> Any:
    return str(value) if isinstance(value, Pool) else value
