"""The counts at the top of the rating screen."""

from typing import Any

from annotator.models import Member
from annotator.queries.left import FEW, left_for
from annotator.queries.raters import labels_today, pace_today

NO_COUNTS: dict[str, Any] = {"today": 0, "left": None, "about": False, "few": FEW, "pace": None}


def counts_of(member: Member) -> dict[str, Any]:
    """Answers given today in this campaign, pairs left for this rater, answers an hour. Where it is
    about so much that is left, from `few` down there are some left."""
    left = left_for(member)
    return {
        "today": labels_today(member.person, member.campaign_id).get(member.campaign_id, 0),
        "left": left.number if left else None,
        "about": bool(left and left.about),
        "few": FEW,
        "pace": pace_today(member),
    }
