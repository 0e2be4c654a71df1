"""The counts at the top of the rating screen."""

from typing import Any

from annotator.models import Member
from annotator.queries.left import left_for
from annotator.queries.raters import labels_today, pace_today

NO_COUNTS: dict[str, Any] = {"today": 0, "left": None, "at_least": False, "pace": None}


def counts_of(member: Member) -> dict[str, Any]:
    """Answers given today in this campaign, pairs left for this rater, answers an hour."""
    left = left_for(member)
    return {
        "today": labels_today(member.person, member.campaign_id).get(member.campaign_id, 0),
        "left": left.number if left else None,
        "at_least": bool(left and left.at_least),
        "pace": pace_today(member),
    }
