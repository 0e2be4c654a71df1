"""What a rater did on a day, counted as it happens: many small rows, so that no two raters ever
wait for one. annotator/queries/patterns.py recounts them.

An answer counts on the day on which it was first given, as what has taken its place by now.
"""

from typing import Any

from annotator.models import Answer

# Of one answer, in the statement that appends it.
COUNT = """
INSERT INTO annotator_raterday AS d
  (campaign_id, rater_id, day, labels, relevant, cannot_judge, too_fast, active_ms)
VALUES (%(campaign)s, %(rater)s, (now() AT TIME ZONE 'UTC')::date, 1, %(relevant)s, %(unable)s,
  %(too_fast)s::int, %(active)s)
ON CONFLICT (campaign_id, rater_id, day) DO UPDATE SET labels = d.labels + 1,
  relevant = d.relevant + excluded.relevant,
  cannot_judge = d.cannot_judge + excluded.cannot_judge,
  too_fast = d.too_fast + excluded.too_fast, active_ms = d.active_ms + excluded.active_ms
"""

# From the old label back to the first of its chain, whose day it is. That row was counted when the
# first was given, so it is there, and nothing is inserted.
RECOUNT = """
WITH RECURSIVE before AS (
  SELECT id, supersedes_id, given_at FROM annotator_label WHERE id = %(old)s
  UNION ALL SELECT l.id, l.supersedes_id, l.given_at FROM before
  JOIN annotator_label l ON l.id = before.supersedes_id)
UPDATE annotator_raterday d SET labels = d.labels - %(withdrawn)s,
  relevant = d.relevant - (l.answer = 'relevant')::int + %(relevant)s,
  cannot_judge = d.cannot_judge - (l.answer = 'cannot_judge')::int + %(unable)s
FROM annotator_label l, before first WHERE l.id = %(old)s AND first.supersedes_id IS NULL
  AND d.campaign_id = l.campaign_id AND d.rater_id = l.rater_id
  AND d.day = (first.given_at AT TIME ZONE 'UTC')::date
"""


def counted_as(answer: str) -> dict[str, int]:
    """What COUNT and RECOUNT ask of an answer."""
    return {
        "relevant": int(answer == Answer.RELEVANT),
        "unable": int(answer == Answer.CANNOT_JUDGE),
        "withdrawn": int(answer == Answer.WITHDRAWN),
    }


def recount(cursor: Any, old_label: int, answer: str) -> None:
    """After `answer` has taken the place of a label."""
    cursor.execute(RECOUNT, {"old": old_label, **counted_as(answer)})
