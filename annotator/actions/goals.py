"""What a campaign is asked until: the difference of two runs under a measure is known closely
enough.

    C@1:CLIP4CLIP,TeachText:2

Which measures there are, and how well a difference is known, is the work of packages further up,
which this one does not know. They register it here:

    GOALS.append(GoalMeasured(check=..., look=...))
"""

from collections.abc import Callable

from django.core.exceptions import ValidationError

from annotator.models import Campaign, Look, Shown
from foundation.frozen import frozen
from foundation.refused import Refused
from pooling.models import PoolCaption
from pooling.queries.pools import missed_by

EXPECTED = (
    "Expected a measure, two runs of the pool and a number of points, as in"
    " C@1:CLIP4CLIP,TeachText:2."
)
MOST_POINTS = 50.0
# Captions that were drawn with probabilities further apart than this are no simple sample.
ALIKE = 1.25


@frozen
class Goal:
    """points: of a hundred, either way."""

    measure: str
    runs: tuple[str, str]
    points: float

    def __str__(self) -> str:
        return f"{self.measure}:{','.join(self.runs)}:{self.points:g}"


@frozen
class GoalMeasured:
    """check: of a campaign with such a goal, what cannot be measured; raises ValueError with a
    sentence. look: how well it is known now, written down."""

    check: Callable[[Campaign, Goal], None]
    look: Callable[[Campaign, Goal], Look]


GOALS: list[GoalMeasured] = []


def goal_of(campaign: Campaign) -> Goal | None:
    """None where it is asked to the end."""
    return parse_goal(campaign.until) if campaign.until else None


def parse_goal(text: str) -> Goal:
    """The name of a run may have a colon. Raises ValueError."""
    measure, _, rest = text.strip().partition(":")
    runs, _, points = rest.rpartition(":")
    names = tuple(name.strip() for name in runs.split(","))
    try:
        reach = float(points)
    except ValueError:
        raise ValueError(f"{text!r}: {points!r} is no number of points. {EXPECTED}") from None
    if not measure or len(names) != 2 or not all(names) or names[0] == names[1]:
        raise ValueError(f"{text!r} does not name a measure and two runs. {EXPECTED}")
    if not 0 < reach <= MOST_POINTS:
        raise ValueError(f"{points} points: expected more than 0, and {MOST_POINTS:g} at most.")
    return Goal(measure.strip(), (names[0], names[1]), reach)


def check_goal(campaign: Campaign) -> None:
    """Checks the goal of a draft that is made or changed. What the goal itself has wrong comes
    first, then the pool; what another option mends comes last. Raises ValidationError."""
    if not campaign.until:
        return
    try:
        goal = parse_goal(campaign.until)
        _check_runs(campaign, goal)
        for measured in GOALS:
            measured.check(campaign, goal)
        _check_pool(campaign)
        _check_policy(campaign)
    except ValueError as wrong:
        raise ValidationError({"until": str(wrong)}) from None
    campaign.until = str(goal)


def _check_policy(campaign: Campaign) -> None:
    """Whatever is known early has to be known of captions that were drawn at random."""
    whole = campaign.show == Shown.GRID or (
        campaign.show == Shown.SINGLE and campaign.order == Campaign.Order.CAPTION
    )
    if not whole:
        raise ValueError(
            "A campaign that is asked until something is known asks whole captions, one after"
            " another in random order: expected the order by caption (--order caption), and pairs"
            " shown by themselves or a caption with its clips."
        )


def _check_runs(campaign: Campaign, goal: Goal) -> None:
    names = campaign.pool.parameters["run_names"] if campaign.pool else []
    for run in goal.runs:
        if run not in names:
            there = ", ".join(names) or "none"
            raise ValueError(f"Run {run} is not one of the campaign's pool, which has {there}.")


def _check_pool(campaign: Campaign) -> None:
    if campaign.pool and (missed := missed_by(campaign.pool)):
        raise ValueError(
            f"This pool has only captions that {' or '.join(missed)} misses in the first"
            f" {campaign.pool.depth} ranks, so that those asked stand for no others: expected a"
            " pool of all captions, or of a simple sample."
        )
    chosen = PoolCaption.objects.filter(pool=campaign.pool).order_by("inclusion")
    rarest, likeliest = chosen.first(), chosen.last()
    if rarest and likeliest and likeliest.inclusion > ALIKE * rarest.inclusion:
        raise ValueError(
            "The captions of this pool were drawn with different probabilities, so that those asked"
            " first stand for no others: expected a pool of all captions, or of a simple sample."
        )


def look_now(campaign: Campaign) -> Look | None:
    """None where no package measures goals."""
    goal = goal_of(campaign)
    if goal is None or campaign.is_draft:
        raise Refused("This campaign is asked to the end: it has no goal to look at.")
    return next((measured.look(campaign, goal) for measured in GOALS), None)
