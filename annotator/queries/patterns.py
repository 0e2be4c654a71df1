"""What follows from the labels of all items of a campaign, by the rule of annotator/consensus.py.

The database collects each item's labels into a pattern: their kinds, answers and values, oldest
first. The
rule settles every distinct pattern once, in Python, and the outcomes go back into the database,
where each item takes that of its pattern. So half a million items are settled in seconds, none of
them is fetched, and the SQL here knows nothing of majorities and limits.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from annotator.consensus import Pattern, Policy, settle_many
from annotator.scales import Scale

LIVE = "SELECT * FROM annotator_live_label WHERE campaign_id = %(campaign)s"

# What each rater did on each day: an answer counts on the day it was first given, as what stands in
# its place by now.
RECOUNTED = """
WITH RECURSIVE changed AS (
  SELECT l.id, n.id AS head, n.answer
  FROM annotator_label n JOIN annotator_label l ON l.id = n.supersedes_id
  WHERE n.campaign_id = %(campaign)s AND l.supersedes_id IS NULL
  UNION ALL
  SELECT c.id, n.id, n.answer FROM changed c JOIN annotator_label n ON n.supersedes_id = c.head),
stands AS (SELECT DISTINCT ON (id) id, answer FROM changed ORDER BY id, head DESC),
given AS (
  SELECT l.rater_id, (l.given_at AT TIME ZONE 'UTC')::date AS day,
    coalesce(t.answer, l.answer) AS answer, l.too_fast, l.active_ms
  FROM annotator_label l JOIN annotator_slot s ON s.id = l.slot_id LEFT JOIN stands t ON t.id = l.id
  WHERE l.campaign_id = %(campaign)s AND l.supersedes_id IS NULL AND s.kind <> 'adjudication')
SELECT rater_id, day, count(*) - count(*) FILTER (WHERE answer = 'withdrawn') AS labels,
  count(*) FILTER (WHERE answer = 'relevant') AS relevant,
  count(*) FILTER (WHERE answer = 'cannot_judge') AS cannot_judge,
  count(*) FILTER (WHERE too_fast) AS too_fast, coalesce(sum(active_ms), 0) AS active_ms
FROM given GROUP BY 1, 2
"""

DAYS = f"""
INSERT INTO annotator_raterday (campaign_id, rater_id, day, labels, relevant, cannot_judge,
  too_fast, active_ms)
SELECT %(campaign)s, rater_id, day, labels, relevant, cannot_judge, too_fast, active_ms
FROM ({RECOUNTED}) r
"""

# Of a pair's verdicts in several campaigns, the one that rests on the newest label.
LAST_VERDICTS = """
SELECT DISTINCT ON (i.query_id, i.video_id) i.query_id, i.video_id, i.verdict,
  annotator_met_grade(i.campaign_id, i.grade) AS grade,
  coalesce(i.labels_used[cardinality(i.labels_used)], 0) AS rests_on
FROM annotator_item i JOIN annotator_campaign c ON c.id = i.campaign_id
WHERE c.benchmark_id = %(benchmark)s AND i.verdict IS NOT NULL
ORDER BY i.query_id, i.video_id, i.labels_used[cardinality(i.labels_used)] DESC
"""


# The labels are collected before they meet their items: right after much was written the planner
# may take a campaign for a handful of rows, and would collect all labels again for each item.
LABELLED = """
CREATE TEMPORARY TABLE labelled ON COMMIT DROP AS
WITH collected AS MATERIALIZED (
  SELECT item_id, array_agg(id ORDER BY id) AS labels,
    string_agg(concat_ws(' ', kind, answer, value), ',' ORDER BY id) AS pattern
  FROM annotator_counting_label WHERE campaign_id = %(campaign)s GROUP BY item_id),
unwanted AS MATERIALIZED (
  SELECT item_id, array_agg(kind::text) AS kinds
  FROM annotator_slot WHERE campaign_id = %(campaign)s AND state = 'unwanted' GROUP BY item_id)
SELECT i.id, c.pool_id IS NOT NULL AND NOT i.held_back AS asked, i.doubled, i.escalated,
  coalesce(n.pattern, '') AS pattern, coalesce(n.labels, '{}') AS labels, u.kinds AS unwanted
FROM annotator_item i JOIN annotator_campaign c ON c.id = i.campaign_id
LEFT JOIN collected n ON n.item_id = i.id LEFT JOIN unwanted u ON u.item_id = i.id
WHERE i.campaign_id = %(campaign)s AND NOT i.gold
"""

PATTERNS = """
SELECT l.doubled, c.label_limit, c.cannot_judge_limit, l.escalated, l.pattern, c.scale,
  c.relevant_from, c.far
FROM annotator_campaign c CROSS JOIN (SELECT DISTINCT doubled, escalated, pattern FROM labelled) l
WHERE c.id = %(campaign)s
"""

# places: of the labels used, in the pattern, from 1 as PostgreSQL counts.
OUTCOMES = """
CREATE TEMPORARY TABLE outcome (doubled boolean, escalated boolean, pattern text, verdict text,
  grade smallint, places integer[], adjudicated boolean, dispute integer, wanted text)
  ON COMMIT DROP
"""

# For each item of the campaign: id, verdict, grade, used, adjudicated, dispute, wanted. Imported
# labels want no more labels, nor do pairs whose clip does not play yet, and a slot that is unwanted
# leaves nothing wanted of its kind. Most items use all of their labels or have none, which spares
# the picking.
SETTLED = """
SELECT l.id, o.verdict, o.grade,
  CASE WHEN cardinality(o.places) = cardinality(l.labels) THEN l.labels
  ELSE ARRAY(SELECT l.labels[place] FROM unnest(o.places) place) END AS used,
  o.adjudicated, o.dispute, CASE WHEN l.asked AND NOT coalesce(o.wanted = ANY (l.unwanted), false)
  THEN o.wanted END AS wanted
FROM labelled l JOIN outcome o
  ON o.pattern = l.pattern AND o.doubled = l.doubled AND o.escalated = l.escalated
"""


@contextmanager
def settled_items(cursor: Any, campaign_id: int) -> Iterator[None]:
    """Inside a transaction: SETTLED can be read from here on, as of this moment."""
    of = {"campaign": campaign_id}
    cursor.execute(LABELLED, of)
    cursor.execute(OUTCOMES)
    cursor.execute(PATTERNS, of)
    _write_outcomes(cursor, cursor.fetchall())
    # Temporary tables are analysed by nobody else.
    cursor.execute("ANALYZE labelled (id, doubled, escalated, pattern), outcome")
    yield
    cursor.execute("DROP TABLE labelled, outcome")


def _write_outcomes(cursor: Any, rows: list[tuple[Any, ...]]) -> None:
    outcomes = settle_many([_pattern(row) for row in rows])
    with cursor.copy("COPY outcome FROM STDIN") as copy:
        for (doubled, _, _, escalated, pattern, *_), outcome in zip(rows, outcomes, strict=True):
            places = [place + 1 for place in outcome.used]
            found = (outcome.verdict, outcome.grade, places, outcome.adjudicated)
            copy.write_row((doubled, escalated, pattern, *found, outcome.dispute, outcome.wanted))


def _pattern(row: tuple[Any, ...]) -> Pattern:
    doubled, label_limit, unable_limit, escalated, text, words, relevant_from, far = row
    scale = Scale(tuple(words), relevant_from, far)
    said = labels_of_pattern(text)
    return Pattern(said, Policy(doubled, label_limit, unable_limit, escalated, scale))


def labels_of_pattern(text: str) -> tuple[tuple[str, str, int | None], ...]:
    """Kind, answer and value of each, oldest first."""
    labels = (label.split(" ") for label in text.split(",") if label)
    return tuple((kind, answer, int(*value) if value else None) for kind, answer, *value in labels)
