"""What follows from a campaign's labels beside the verdicts, each recounted in one statement."""

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
  coalesce(i.labels_used[cardinality(i.labels_used)], 0) AS rests_on
FROM annotator_item i JOIN annotator_campaign c ON c.id = i.campaign_id
WHERE c.benchmark_id = %(benchmark)s AND i.verdict IS NOT NULL
ORDER BY i.query_id, i.video_id, i.labels_used[cardinality(i.labels_used)] DESC
"""
