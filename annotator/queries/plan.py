"""What a campaign would cost under a policy: pairs, labels, hours, and the day on which its labels
would be there."""

import json
from collections.abc import Mapping
from datetime import date, timedelta
from hashlib import sha256
from math import ceil
from typing import Any

from annotator.models import Campaign
from annotator.queries.pace import last_per_hour_in
from annotator.queries.progress import cost_of_campaign
from annotator.queries.waiting import labels_needed, raters_counted_on
from foundation.frozen import frozen
from pooling.models import Pool
from pooling.queries.pace import ASSUMED_PACE

LARGEST_PACE = 100_000
USUAL_RATERS, USUAL_HOURS = 4, 4
WORKDAYS = 5  # Monday to Friday


@frozen
class Plan:
    """A campaign that is not opened yet, and who would work on it. policy: each part of it."""

    pool: Pool
    policy: Mapping[str, Any]
    pace: float  # labels that one rater gives in an hour
    raters: int
    hours_a_day: float  # of one rater

    @property
    def digest(self) -> str:
        """A digest of the settings without their cost, which changes as others judge meanwhile."""
        settings = [self.pool.pk, dict(self.policy), self.pace, self.raters, self.hours_a_day]
        return sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:32]


@frozen
class PlanCost:
    """labels: of pairs, without the third ones. more: how many third and later ones there can be.
    checks: hidden gold, answered on top. done: the day on which the last label would be given.
    needed: labels that a pair may come to, each from another rater."""

    pairs: int
    labels: int
    more: int
    checks: int
    hours: float
    hours_each: float
    days: int
    done: date | None
    raters: int
    needed: int

    @property
    def too_few(self) -> bool:
        return self.raters < self.needed

    @property
    def none_to_spare(self) -> bool:
        """One of them away, and pairs may wait."""
        return self.raters == self.needed > 1

    @property
    def advised(self) -> int:
        return self.needed + 1 if self.needed > 1 else self.needed


def cost_of_plan(plan: Plan, today: date) -> PlanCost:
    policy = Campaign(**plan.policy)
    double, again = policy.double_share, policy.ask_again
    cost = cost_of_campaign(plan.pool, double_share=double, ask_again=again)
    checks = round(cost.slots * policy.gold_share / (1 - policy.gold_share))
    hours = (cost.slots + checks) / plan.pace
    days = ceil(round(hours / plan.raters / plan.hours_a_day, 6))
    return PlanCost(
        pairs=cost.pairs,
        labels=cost.slots,
        more=(cost.slots - cost.pairs) * max(0, policy.label_limit - 2),
        checks=checks,
        hours=hours,
        hours_each=hours / plan.raters,
        days=days,
        done=last_workday(today, days),
        raters=plan.raters,
        needed=labels_needed(policy),
    )


def last_workday(first: date, days: int) -> date | None:
    """The last of so many workdays, the first of which is `first` or, at a weekend, the Monday
    after. None where there is no work, or where it would never end."""
    if not days or days > 100 * 52 * WORKDAYS:
        return None
    if first.weekday() >= WORKDAYS:
        first += timedelta(days=7 - first.weekday())
    weeks, rest = divmod(first.weekday() + days - 1, WORKDAYS)
    return first + timedelta(days=7 * weeks + rest - first.weekday())


def known_pace(pool: Pool) -> tuple[int, bool]:
    """Labels an hour, and whether they were measured in this benchmark; else they are assumed."""
    pace = last_per_hour_in(pool.benchmark)
    return (min(max(round(pace), 1), LARGEST_PACE), True) if pace else (ASSUMED_PACE, False)


def first_preset(pool: Pool) -> str:
    """A benchmark's first campaign is a pilot, until somebody chooses otherwise."""
    labelled = Campaign.objects.filter(benchmark=pool.benchmark_id, source=Campaign.Source.HERE)
    return "paper" if labelled.exclude(state=Campaign.State.DRAFT).exists() else "pilot"


def raters_of(campaign: Campaign) -> int:
    """How many it has; as many as usual where it has none yet."""
    return raters_counted_on(campaign) or USUAL_RATERS
