"""Pairs that have as many labels as the policy allows, and no verdict, waited for one more: an adjudicator decides them."""

from django.db import migrations

# Of each such pair: how many labels count, which of them say something, and whether those are split evenly. A pair that waits for
# an adjudicator already has its dispute; one that has its verdict waits for nothing.
FULL = """
CREATE TEMPORARY TABLE full_pairs ON COMMIT DROP AS
SELECT i.id, i.campaign_id, i.query_id, i.video_id, c.pool_id IS NULL AS imported, n.labels, n.votes,
  coalesce(2 * n.relevant = cardinality(n.votes), false) AS split
FROM annotator_item i JOIN annotator_campaign c ON c.id = i.campaign_id
JOIN (SELECT item_id, count(*) AS labels, count(*) FILTER (WHERE answer = 'relevant') AS relevant,
    array_agg(id ORDER BY id) FILTER (WHERE answer IN ('relevant', 'irrelevant')) AS votes
  FROM annotator_counting_label GROUP BY item_id) n ON n.item_id = i.id
WHERE i.verdict IS NULL AND i.dispute = 0 AND NOT i.gold AND n.labels >= c.label_limit
"""
SETTLE = """
UPDATE annotator_item i SET verdict = CASE WHEN f.split THEN 'disagreement' END, dispute = f.labels,
  labels_used = CASE WHEN f.split THEN f.votes ELSE '{}' END
FROM full_pairs f WHERE f.id = i.id
"""
JUDGE = """
INSERT INTO pooling_judgedpair AS j (query_id, video_id, verdict, rests_on)
SELECT DISTINCT ON (query_id, video_id) query_id, video_id, 'disagreement', votes[cardinality(votes)] FROM full_pairs WHERE split
ORDER BY query_id, video_id, votes[cardinality(votes)] DESC
ON CONFLICT (query_id, video_id) DO UPDATE SET verdict = excluded.verdict, rests_on = excluded.rests_on
WHERE j.rests_on <= excluded.rests_on
"""
# A slot that is leased is somebody's work by now, and stays: when it is answered or given back, the pair is looked at again.
CLOSE = """
UPDATE annotator_slot s SET state = 'waiting' FROM full_pairs f
WHERE s.item_id = f.id AND s.state = 'free' AND s.kind <> 'gold'
"""
OPEN = """
UPDATE annotator_slot SET state = 'free' WHERE id IN (
  SELECT DISTINCT ON (w.item_id) w.id FROM full_pairs f JOIN annotator_slot w ON w.item_id = f.id AND w.kind = 'adjudication'
  WHERE w.state = 'waiting' AND NOT f.imported
  AND NOT EXISTS (SELECT FROM annotator_slot o WHERE o.item_id = f.id AND o.state = 'leased' AND o.kind <> 'gold')
  ORDER BY w.item_id, w.turn)
"""
ADD = """
INSERT INTO annotator_slot (campaign_id, item_id, kind, turn, place, state)
SELECT i.campaign_id, i.id, 'adjudication',
  1 + (SELECT coalesce(max(turn), 0) FROM annotator_slot t WHERE t.item_id = i.id AND t.kind = 'adjudication'),
  (SELECT least(i.position, min(place)) FROM annotator_slot p WHERE p.item_id = i.id AND p.kind <> 'gold'), 'free'
FROM full_pairs f JOIN annotator_item i ON i.id = f.id WHERE NOT f.imported
AND NOT EXISTS (SELECT FROM annotator_slot o WHERE o.item_id = i.id AND o.state IN ('free', 'leased') AND o.kind <> 'gold')
"""
ALL = (FULL, SETTLE, JUDGE, CLOSE, OPEN, ADD, "DROP TABLE full_pairs")


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0015_leads_see_what_waits"),
        ("pooling", "0005_verdicts_know_their_newest_label"),
    ]
    operations = [migrations.RunSQL(statement, migrations.RunSQL.noop) for statement in ALL]
