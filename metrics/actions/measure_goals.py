"""Tells campaigns how well what they are asked until is known.

What computes it is imported when it is first asked: a process that only starts need not load all
arithmetic.
"""

from importlib import import_module
from typing import cast

from annotator.actions.goals import GOALS, Goal, GoalMeasured
from annotator.models import Campaign, Look

LOOKING = "metrics.actions.look_at_goal"


def _check(campaign: Campaign, goal: Goal) -> None:
    import_module(LOOKING).check(campaign, goal)


def _look(campaign: Campaign, goal: Goal) -> Look:
    return cast("Look", import_module(LOOKING).look_at_goal(campaign, goal))


GOALS.append(GoalMeasured(check=_check, look=_look))
