"""The rule of annotator/consensus.py once more, for all items of a campaign in one statement.

A million labels fetched and settled one by one would take minutes. That both say the same of any
labels is tested.
"""

LIVE = "SELECT * FROM annotator_live_label WHERE campaign_id = %(campaign)s"
COUNTING = "SELECT * FROM annotator_counting_label WHERE campaign_id = %(campaign)s"

# For each item of the campaign: id, verdict, used, adjudicated, dispute, wanted. Imported labels
# want no more labels here, nor do pairs whose clip does not play yet, and a slot that is unwanted
# leaves nothing wanted of its kind. What is counted is counted
# once: right after much was written the planner takes a campaign for a handful of rows, and would
# count all labels again for each item.
SETTLED = f"""
WITH live AS ({COUNTING}),
counted AS MATERIALIZED (
  SELECT item_id, count(*) AS labels, max(id) FILTER (WHERE kind = 'adjudication') AS decision,
    (array_agg(answer ORDER BY id DESC) FILTER (WHERE kind = 'adjudication'))[1] AS decided,
    coalesce(array_agg(id ORDER BY id) FILTER (WHERE answer IN ('relevant', 'irrelevant')), '{{}}') AS votes,
    count(*) FILTER (WHERE answer IN ('relevant', 'irrelevant')) AS voted,
    count(*) FILTER (WHERE answer = 'relevant') AS relevant,
    count(*) FILTER (WHERE answer = 'cannot_judge') AS unable
  FROM live GROUP BY item_id),
stepped AS (
  SELECT i.id, n.*, c.pool_id IS NULL OR i.held_back AS nobody_is_asked, CASE
    WHEN n.decision IS NOT NULL THEN 'decided'
    WHEN n.unable >= c.cannot_judge_limit THEN 'undecided'
    WHEN n.voted >= asked AND 2 * n.relevant > n.voted THEN 'relevant'
    WHEN n.voted >= asked AND 2 * n.relevant < n.voted THEN 'irrelevant'
    WHEN n.labels >= c.label_limit OR (i.escalated AND n.labels > 0) THEN
      CASE WHEN n.voted > 0 AND 2 * n.relevant = n.voted THEN 'disagreement' ELSE 'undecided' END
    WHEN coalesce(n.voted, 0) = 0 THEN 'first'
    WHEN n.voted < asked THEN 'second'
    ELSE 'third' END AS step
  FROM annotator_item i JOIN annotator_campaign c ON c.id = i.campaign_id LEFT JOIN counted n ON n.item_id = i.id
  CROSS JOIN LATERAL (SELECT least(CASE WHEN i.doubled THEN 2 ELSE 1 END, c.label_limit) AS asked) a
  WHERE i.campaign_id = %(campaign)s AND NOT i.gold)
SELECT id,
  CASE step WHEN 'decided' THEN decided WHEN 'relevant' THEN step WHEN 'irrelevant' THEN step
    WHEN 'disagreement' THEN step END AS verdict,
  CASE WHEN step = 'decided' THEN ARRAY[decision] WHEN step IN ('relevant', 'irrelevant', 'disagreement') THEN votes
    ELSE '{{}}'::bigint[] END AS used,
  step = 'decided' AS adjudicated,
  CASE WHEN step IN ('undecided', 'disagreement') THEN labels ELSE 0 END AS dispute,
  CASE WHEN nobody_is_asked THEN NULL WHEN step IN ('undecided', 'disagreement') THEN 'adjudication'
    WHEN step IN ('first', 'second', 'third') AND (id, step) NOT IN (SELECT item_id, kind FROM annotator_slot
      WHERE campaign_id = %(campaign)s AND state = 'unwanted') THEN step END AS wanted
FROM stepped
"""

# What each rater did on each day: an answer counts on the day it was first given, as what stands in
# its place by now.
RECOUNTED = """
WITH RECURSIVE changed AS (
  SELECT l.id, n.id AS head, n.answer FROM annotator_label n JOIN annotator_label l ON l.id = n.supersedes_id
  WHERE n.campaign_id = %(campaign)s AND l.supersedes_id IS NULL
  UNION ALL SELECT c.id, n.id, n.answer FROM changed c JOIN annotator_label n ON n.supersedes_id = c.head),
stands AS (SELECT DISTINCT ON (id) id, answer FROM changed ORDER BY id, head DESC),
given AS (
  SELECT l.rater_id, (l.given_at AT TIME ZONE 'UTC')::date AS day, coalesce(t.answer, l.answer) AS answer, l.too_fast, l.active_ms
  FROM annotator_label l JOIN annotator_slot s ON s.id = l.slot_id LEFT JOIN stands t ON t.id = l.id
  WHERE l.campaign_id = %(campaign)s AND l.supersedes_id IS NULL AND s.kind <> 'adjudication')
SELECT rater_id, day, count(*) - count(*) FILTER (WHERE answer = 'withdrawn') AS labels,
  count(*) FILTER (WHERE answer = 'relevant') AS relevant, count(*) FILTER (WHERE answer = 'cannot_judge') AS cannot_judge,
  count(*) FILTER (WHERE too_fast) AS too_fast, coalesce(sum(active_ms), 0) AS active_ms
FROM given GROUP BY 1, 2
"""

# Of a pair's verdicts in several campaigns, the one that rests on the newest label.
LAST_VERDICTS = """
SELECT DISTINCT ON (i.query_id, i.video_id) i.query_id, i.video_id, i.verdict,
  coalesce(i.labels_used[cardinality(i.labels_used)], 0) AS rests_on
FROM annotator_item i JOIN annotator_campaign c ON c.id = i.campaign_id
WHERE c.benchmark_id = %(benchmark)s AND i.verdict IS NOT NULL
ORDER BY i.query_id, i.video_id, i.labels_used[cardinality(i.labels_used)] DESC
"""
