"""What stands behind every answer, kept where the rows are: one round trip to look and lock, one to give what comes next.

Each statement inside such a function sees what was committed until then, as it would if it were sent by itself: what is read
after a lock was waited for is as it stands under the lock. One large statement would see all as it was when it began.
"""

from django.db import migrations

# As annotator/actions/held.py holds a campaign and its rater; then the item and its slot; and only then what is looked up.
FACE = """
CREATE FUNCTION annotator_face_slot(of_slot bigint, by_rater bigint, by_request uuid) RETURNS TABLE (
  campaign_id bigint, item_id bigint, kind text, turn smallint, state text, rater_id bigint, lease uuid,
  query_id bigint, video_id bigint, doubled boolean, had_verdict boolean, label_limit smallint, cannot_judge_limit smallint,
  too_fast_ms integer,
  campaign_state text, lease_seconds integer, leases_per_rater smallint, member_state text, member_role text,
  confirmed_version integer, version integer, must_confirm integer, seed bigint, gold_share float8,
  earlier bigint, earlier_slot bigint, earlier_answer text, earlier_reason text, earlier_comment text,
  live_labels bigint[], live_kinds text[], live_answers text[]
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  of_campaign bigint;
BEGIN
  SELECT s.campaign_id INTO of_campaign FROM annotator_slot s WHERE s.id = of_slot;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(7401, of_campaign::int), pg_advisory_xact_lock(of_campaign << 32 | by_rater);
  PERFORM FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id WHERE s.id = of_slot FOR NO KEY UPDATE OF i, s;
  RETURN QUERY
  SELECT s.campaign_id, s.item_id, s.kind::text, s.turn, s.state::text, s.rater_id, s.lease,
    i.query_id, i.video_id, i.doubled, i.verdict IS NOT NULL, c.label_limit, c.cannot_judge_limit, c.too_fast_ms,
    c.state::text, c.lease_seconds, c.leases_per_rater, m.state::text, m.role::text, m.confirmed_version,
    g.version, g.must, c.seed::bigint, c.gold_share::float8,
    e.id, e.slot_id, e.answer::text, e.reason::text, e.comment::text,
    live.labels, live.kinds, live.answers
  FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id JOIN annotator_campaign c ON c.id = s.campaign_id
  LEFT JOIN annotator_member m ON m.campaign_id = c.id AND m.person_id = by_rater
  CROSS JOIN LATERAL (SELECT coalesce(max(v.version), 0) AS version, coalesce(max(v.version) FILTER (WHERE v.confirm), 0) AS must
    FROM annotator_guideline v WHERE v.campaign_id = c.id) g
  LEFT JOIN annotator_label e ON e.rater_id = by_rater AND e.request_id = by_request
  -- Before an item's first label there is none to look for.
  LEFT JOIN LATERAL (SELECT array_agg(l.id ORDER BY l.id) AS labels, array_agg(l.kind::text ORDER BY l.id) AS kinds,
    array_agg(l.answer::text ORDER BY l.id) AS answers FROM annotator_counting_label l
    WHERE l.item_id = i.id AND NOT (s.kind = 'first' AND s.turn = 1 OR s.kind = 'gold')) live ON true
  WHERE s.id = of_slot;
END
$$
"""

# A label lives while it is neither superseded nor withdrawn. It counts towards its pair's verdict unless it answers a check, or was
# asked for again.
LIVE = """
CREATE VIEW annotator_live_label AS
SELECT l.id, l.campaign_id, l.item_id, l.slot_id, l.rater_id, l.answer, s.kind, s.state AS slot_state, s.rater_id AS slot_rater
FROM annotator_label l JOIN annotator_slot s ON s.id = l.slot_id
WHERE l.answer <> 'withdrawn' AND NOT EXISTS (SELECT FROM annotator_label n WHERE n.supersedes_id = l.id)
"""
COUNTING = """
CREATE VIEW annotator_counting_label AS
SELECT * FROM annotator_live_label l
WHERE l.kind <> 'gold' AND NOT EXISTS (SELECT FROM annotator_disregardedlabel d WHERE d.label_id = l.id)
"""

# The index annotator_free_slots_in_order serves the order of the free slots, and annotator_nobody_meets_a_pair_twice the question
# whether this rater has met the pair; SKIP LOCKED passes over what others are taking at this moment.
GIVE = """
CREATE FUNCTION annotator_give_slots(of_campaign bigint, to_rater bigint, for_seconds integer, wanted integer) RETURNS TABLE (
  slot bigint, lease uuid, ends timestamptz, caption text, video bigint, path text, poster text, seconds float8
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  whole CONSTANT interval := make_interval(secs => for_seconds);
  held integer;
BEGIN
  UPDATE annotator_slot s SET lease_ends = now() + whole
  WHERE s.campaign_id = of_campaign AND s.rater_id = to_rater AND s.state = 'leased' AND s.lease_ends < now() + whole / 2;
  SELECT count(*) INTO held FROM annotator_slot s
  WHERE s.campaign_id = of_campaign AND s.rater_id = to_rater AND s.state = 'leased' AND s.kind <> 'adjudication';
  WHILE held < wanted LOOP
    UPDATE annotator_slot t SET state = 'leased', rater_id = to_rater, lease = gen_random_uuid(), lease_ends = now() + whole
    WHERE t.id = (
      SELECT s.id FROM annotator_slot s WHERE s.campaign_id = of_campaign AND s.state = 'free' AND s.kind <> 'adjudication'
      AND NOT EXISTS (SELECT FROM annotator_slot met WHERE met.item_id = s.item_id AND met.rater_id = to_rater)
      ORDER BY s.place, s.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED);
    EXIT WHEN NOT FOUND;
    held := held + 1;
  END LOOP;
  RETURN QUERY
  SELECT s.id, s.lease, s.lease_ends, q.text::text, i.video_id, v.path::text, v.poster::text, v.seconds::float8
  FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id
  JOIN pooling_query q ON q.id = i.query_id JOIN pooling_video v ON v.id = i.video_id
  WHERE s.campaign_id = of_campaign AND s.rater_id = to_rater AND s.state = 'leased' AND s.kind <> 'adjudication'
  ORDER BY s.place, s.id LIMIT wanted;
END
$$
"""

NEWEST = """
UPDATE pooling_judgedpair j SET rests_on = newest.label FROM (
  SELECT query_id, video_id, max(labels_used[cardinality(labels_used)]) AS label FROM annotator_item
  WHERE verdict IS NOT NULL GROUP BY query_id, video_id) newest
WHERE newest.query_id = j.query_id AND newest.video_id = j.video_id
"""


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0008_leases_that_were_chosen_stay"),
        ("pooling", "0005_verdicts_know_their_newest_label"),
    ]
    operations = [
        migrations.RunSQL(NEWEST, migrations.RunSQL.noop),
        migrations.RunSQL(LIVE, "DROP VIEW annotator_live_label"),
        migrations.RunSQL(COUNTING, "DROP VIEW annotator_counting_label"),
        migrations.RunSQL(FACE, "DROP FUNCTION annotator_face_slot(bigint, bigint, uuid)"),
        migrations.RunSQL(GIVE, "DROP FUNCTION annotator_give_slots(bigint, bigint, integer, integer)"),
    ]
