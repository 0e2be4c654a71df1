"""Let an item's verdict, and which of its slots is open, follow from the labels that count."""

from dataclasses import asdict
from typing import Any

from django.db import connection

from annotator.consensus import Outcome, settle
from annotator.labels.live import counting_labels
from annotator.locks.item import LockedItem
from annotator.slots.open import reconcile
from annotator.slots.stop import stop_or_go


def settle_item(item: LockedItem, *, alike: bool = False) -> Outcome:
    """`alike`: the campaign gives checks, and nobody shall tell by the time it takes whether this
    is about one."""
    with connection.cursor() as cursor:
        outcome = settle(counting_labels(cursor, item), item.policy)
        writes = item.chain is None or alike
        if writes:
            _write_outcome(cursor, item, outcome, alike=alike)
        reconcile(cursor, item, outcome)
        if writes:
            stop_or_go(cursor, item)
    return outcome


# Of a check the row is written as it was: its labels settle no verdict.
WRITE = """
UPDATE annotator_item SET
  verdict = CASE WHEN %(chain)s::int IS NULL THEN %(verdict)s ELSE verdict END,
  grade = CASE WHEN %(chain)s::int IS NULL THEN %(grade)s ELSE grade END,
  labels_used = CASE WHEN %(chain)s::int IS NULL THEN %(used)s::bigint[] ELSE labels_used END,
  adjudicated = CASE WHEN %(chain)s::int IS NULL THEN %(adjudicated)s ELSE adjudicated END,
  dispute = CASE WHEN %(chain)s::int IS NULL THEN %(dispute)s ELSE dispute END
WHERE id = %(item)s
"""


def _write_outcome(cursor: Any, item: LockedItem, outcome: Outcome, *, alike: bool) -> None:
    words = item.words | asdict(outcome) | {"used": list(outcome.used)}
    cursor.execute(WRITE, words)
    if item.had_verdict or alike:
        recompute_judged_pair(cursor, item, alike=alike)
    elif outcome.verdict is not None:
        newest = max(outcome.used)
        judged = [outcome.verdict, item.campaign_id, outcome.grade, newest]
        cursor.execute(JUDGE, [item.query_id, item.video_id, *judged])


# Of several campaigns' verdicts of a pair the one counts that rests on the newest label, in
# whatever order they are written.
JUDGE_BY = """
ON CONFLICT (query_id, video_id) DO UPDATE SET verdict = excluded.verdict,
  grade = excluded.grade, rests_on = excluded.rests_on WHERE j.rests_on <= excluded.rests_on
"""
JUDGE = f"""
INSERT INTO pooling_judgedpair AS j (query_id, video_id, verdict, grade, rests_on)
VALUES (%s, %s, %s, annotator_met_grade(%s, %s::smallint), %s) {JUDGE_BY}
"""
JUDGE_AGAIN = """
INSERT INTO pooling_judgedpair (query_id, video_id, verdict, grade, rests_on)
SELECT o.query_id, o.video_id, o.verdict, annotator_met_grade(c.id, o.grade),
  o.labels_used[cardinality(o.labels_used)]
FROM annotator_campaign c
JOIN annotator_item o ON o.campaign_id = c.id AND o.query_id = %s AND o.video_id = %s
WHERE o.verdict IS NOT NULL ORDER BY o.labels_used[cardinality(o.labels_used)] DESC LIMIT 1
ON CONFLICT (query_id, video_id)
  DO UPDATE SET verdict = excluded.verdict, grade = excluded.grade, rests_on = excluded.rests_on
"""


def recompute_judged_pair(cursor: Any, item: LockedItem, *, alike: bool = False) -> None:
    """Recomputes the pair from all campaigns with a verdict, once one has changed or gone.

    The row is locked before the verdicts are read, and goes only if there is none: a transaction
    that changes another campaign's verdict of the pair at this moment finds it to wait at, and
    reads them after us. Where no verdict changed, as of a check, it stays as it is."""
    pair = [item.query_id, item.video_id]
    cursor.execute(
        "SELECT FROM pooling_judgedpair WHERE query_id = %s AND video_id = %s FOR UPDATE", pair
    )
    cursor.execute(JUDGE_AGAIN, pair)
    no_one = not cursor.rowcount
    if no_one or alike:
        cursor.execute(
            "DELETE FROM pooling_judgedpair WHERE query_id = %s AND video_id = %s AND %s",
            [*pair, no_one],
        )
