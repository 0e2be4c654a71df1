"""Give a pool to people: a draft, and what it was made with (its pool, its name, its policy), which
may be changed until it is opened. What is never fixed can be changed at any time."""

from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from annotator.actions.goals import check_goal
from annotator.asked.presets import with_preset
from annotator.models import Campaign, Member
from annotator.models.policy import PARTS
from annotator.queries.campaigns import NEEDED
from annotator.scales import TWO_VALUES
from foundation.database.rows import lock_row
from foundation.refused import Refused
from foundation.words import mid_sentence
from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import Role, User
from pooling.models import Pool

# All that can be chosen of a campaign, in the order of its fields.
POLICY = tuple(PARTS)
# On which scale it is answered, fixed with the policy.
SCALE = ("scale", "relevant_from", "far", "gold_exact")
# Of more than two values, labels that are next to each other agree well enough.
USUALLY_FAR = 2


@transaction.atomic
def create_campaign(
    actor: Actor, pool: Pool, name: str, *, preset: str | None = None, **policy: Any
) -> Campaign:
    """preset: what the policy is where it does not say. Raises ValidationError if the name is taken
    or the policy is not possible."""
    chosen = with_far(with_lease(with_preset(preset, policy)))
    named = {"benchmark": pool.benchmark, "pool": pool, "name": name}
    campaign = Campaign(**named, created_by=actor.user, **chosen)
    campaign.full_clean(exclude=["created_by", "opened_at", "closed_at"])
    check_goal(campaign)
    campaign.save()
    noted = (*SCALE, *POLICY) if campaign.on_scale.is_graded else POLICY
    after = {field: getattr(campaign, field) for field in noted}
    record_audit(actor, "created", campaign, after=({"preset": preset} if preset else {}) | after)
    return campaign


def with_lease(policy: dict[str, Any]) -> dict[str, Any]:
    """A lease that was chosen does not follow the pace, unless that was chosen too."""
    return {"lease_follows_pace": False, **policy} if "lease_seconds" in policy else policy


def with_far(policy: dict[str, Any]) -> dict[str, Any]:
    """What is far apart follows from the scale, if it was not chosen."""
    graded = len(policy.get("scale", ())) > len(TWO_VALUES)
    return {"far": USUALLY_FAR, **policy} if graded else policy


def why_not(person: User, role: str) -> str:
    """Why this person cannot have the role in a campaign; empty if they can."""
    if not person.is_active:
        return f"The account of {person.username} is deactivated."
    needed = NEEDED[Member.Role(role)]
    if person.at_least(needed):
        return ""
    has = mid_sentence(Role(person.role).label)
    return f"{person.username} is {has}: expected {mid_sentence(needed.label)} or above."


@transaction.atomic
def add_member(
    actor: Actor,
    campaign: Campaign,
    person: User,
    role: str = Member.Role.RATER,
    *,
    qualified: bool = False,
) -> Member:
    """Added again, nothing changes but the role. Where there is training, raters begin with it,
    if not `qualified` already."""
    if why := why_not(person, role):
        raise Refused(why, field="role")
    trained = qualified or role != Member.Role.RATER or not campaign.trains
    state = Member.State.ACTIVE if trained else Member.State.TRAINING
    defaults = {"role": role, "state": state, "qualified_at": Now() if qualified else None}
    member, made = Member.objects.get_or_create(campaign=campaign, person=person, defaults=defaults)
    if made or member.role != role:
        member.role = role
        member.save(update_fields=["role"])
        record_audit(actor, "added", member, after={"role": role, "state": member.state})
    return member


class PolicyFixed(Refused):
    """The policy is fixed once a campaign was opened, for its labels rest on it. Make another
    campaign for another policy."""


# What follows the labels, and not they from it.
NEVER_FIXED = frozenset({"feedback"})


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
        raise Refused(
            "A campaign stays in its benchmark, for its known answers are about that one's pairs:"
            " expected a pool of it."
        )
    wanted = with_far(with_lease(asked)).items()
    after = {name: value for name, value in wanted if value != getattr(campaign, name)}
    if not after:
        return campaign
    before = {name: _told(getattr(campaign, name)) for name in after}
    for name, value in after.items():
        setattr(campaign, name, value)
    campaign.full_clean(exclude=["created_by", "opened_at", "closed_at"])
    check_goal(campaign)
    campaign.save(update_fields=after)
    if after.keys() & {"training_required", "queue_pairs"}:
        _train(campaign)
    shown = {name: _told(value) for name, value in after.items()}
    record_audit(actor, "changed the policy of", campaign, before=before, after=shown)
    return campaign


def _train(campaign: Campaign) -> None:
    """Its raters begin as those do who are added from now on; who has qualified has done so for
    good."""
    training, active = Member.State.TRAINING, Member.State.ACTIVE
    if campaign.trains:
        campaign.raters(state=active, qualified_at=None).update(state=training)
    else:
        campaign.raters(state=training).update(state=active)


def _told(value: Any) -> Any:
    return str(value) if isinstance(value, Pool) else value
