"""Look whether a campaign has reached what it is asked until."""

from annotator.actions.goals import GOALS, goal_of
from annotator.models import Campaign, Look
from foundation.refused import Refused


class NoGoal(Refused):
    """This campaign is asked to the end: it has no goal to look at."""


def look_now(campaign: Campaign) -> Look | None:
    """None where no package measures goals."""
    goal = goal_of(campaign)
    if goal is None or campaign.is_draft:
        raise NoGoal
    return GOALS.look(campaign, goal)
