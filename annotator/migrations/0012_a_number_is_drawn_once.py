"""A claim gives back what its rater gave back, then draws once for each new pair; checks are given inside the same statement.

docs/decisions/0011 tells what raters could infer before, and why each statement here is as it is.
"""

from django.db import migrations

# Those that were made before have each a chain to themselves. Who was given pairs has had numbers drawn for them.
CHAINS = "UPDATE annotator_slot SET chain = turn, stage = 'first' WHERE kind = 'gold' AND chain IS NULL"
DRAWN = """
UPDATE annotator_member m SET drawn = coalesce((SELECT sum(d.labels) FROM annotator_raterday d
  WHERE d.campaign_id = m.campaign_id AND d.rater_id = m.person_id), 0) + (SELECT count(*) FROM annotator_slot s
  WHERE s.campaign_id = m.campaign_id AND s.rater_id = m.person_id AND s.state = 'leased' AND s.kind <> 'adjudication')
FROM annotator_campaign c WHERE c.id = m.campaign_id AND c.gold_share > 0
"""

# As annotator_counting_label for verdicts: what counts for what is asked next about a check.
COUNTING_CHECKS = """
CREATE VIEW annotator_counting_check AS
SELECT l.*, o.chain FROM annotator_live_label l JOIN annotator_slot o ON o.id = l.slot_id
WHERE l.kind = 'gold' AND NOT EXISTS (SELECT FROM annotator_disregardedlabel d WHERE d.label_id = l.id)
"""

# As in 0009, and with what a check is judged by: its chain, whether that is labelled twice, and the labels it has.
FACE = """
CREATE FUNCTION annotator_face_slot(of_slot bigint, by_rater bigint, by_request uuid) RETURNS TABLE (
  campaign_id bigint, item_id bigint, kind text, turn smallint, state text, rater_id bigint, lease uuid,
  query_id bigint, video_id bigint, doubled boolean, had_verdict boolean, label_limit smallint, cannot_judge_limit smallint,
  too_fast_ms integer, chain smallint,
  campaign_state text, lease_seconds integer, leases_per_rater smallint, member_state text, member_role text,
  confirmed_version integer, version integer, must_confirm integer, seed bigint, gold_share float8, drawn integer,
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
    i.query_id, i.video_id, CASE WHEN s.chain IS NULL THEN i.doubled ELSE EXISTS (SELECT FROM annotator_slot t
      WHERE t.item_id = i.id AND t.chain = s.chain AND t.stage = 'second') END,
    i.verdict IS NOT NULL, c.label_limit, c.cannot_judge_limit, c.too_fast_ms, s.chain,
    c.state::text, c.lease_seconds, c.leases_per_rater, m.state::text, m.role::text, m.confirmed_version,
    g.version, g.must, c.seed::bigint, c.gold_share::float8, m.drawn,
    e.id, e.slot_id, e.answer::text, e.reason::text, e.comment::text,
    live.labels, live.kinds, live.answers
  FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id JOIN annotator_campaign c ON c.id = s.campaign_id
  LEFT JOIN annotator_member m ON m.campaign_id = c.id AND m.person_id = by_rater
  CROSS JOIN LATERAL (SELECT coalesce(max(v.version), 0) AS version, coalesce(max(v.version) FILTER (WHERE v.confirm), 0) AS must
    FROM annotator_guideline v WHERE v.campaign_id = c.id) g
  LEFT JOIN annotator_label e ON e.rater_id = by_rater AND e.request_id = by_request
  -- Before an item's first label, or a chain's, there is none to look for.
  LEFT JOIN LATERAL (SELECT array_agg(l.id ORDER BY l.id) AS labels, array_agg(l.kind::text ORDER BY l.id) AS kinds,
    array_agg(l.answer::text ORDER BY l.id) AS answers FROM (
      SELECT l.id, l.kind, l.answer FROM annotator_counting_label l
      WHERE l.item_id = i.id AND s.kind <> 'gold' AND NOT (s.kind = 'first' AND s.turn = 1)
      UNION ALL SELECT l.id, l.kind, l.answer FROM annotator_counting_check l
      WHERE l.item_id = i.id AND s.kind = 'gold' AND s.turn <> s.chain AND l.chain = s.chain) l) live ON true
  WHERE s.id = of_slot;
END
$$
"""

# A check in place of the free slot that would be given next, and in front of it. False where no known answer fits: then that is
# given. A known answer or a pair that somebody else has locked at this moment is passed over: claims never wait.
GIVE_CHECK = """
CREATE FUNCTION annotator_give_check(of_campaign bigint, to_rater bigint, whole interval, of_slot bigint, key text) RETURNS boolean
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  later CONSTANT bigint := 1::bigint << 40;
  front CONSTANT bigint := 1::bigint << 41;
  spot record;
  known record;
  of_item bigint;
  number smallint;
  root bigint;
  drawn_place bigint;
BEGIN
  SELECT s.place, i.query_id, c."order" AS asked_by, c.double_share, c.items_count INTO spot
  FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id JOIN annotator_campaign c ON c.id = s.campaign_id
  WHERE s.id = of_slot;
  SELECT k.id, k.query_id, k.video_id INTO known FROM annotator_knownanswer k
  WHERE k.campaign_id = of_campaign AND k.active AND k.use IN ('gold', 'both')
  -- Where pairs come caption by caption, one of another caption would stand out.
  AND (spot.asked_by <> 'caption' OR k.query_id = spot.query_id)
  -- Not what is asked about in earnest, or waits as a check in the queue, or this rater has met, or given back.
  AND NOT EXISTS (SELECT FROM annotator_item i WHERE i.campaign_id = k.campaign_id AND i.query_id = k.query_id
    AND i.video_id = k.video_id AND ((i.verdict IS NULL AND NOT i.gold) OR EXISTS (SELECT FROM annotator_slot s
      WHERE s.item_id = i.id AND (s.rater_id = to_rater OR s.returned_by_id = to_rater
        OR (s.kind = 'gold' AND s.state = 'free')))))
  AND NOT EXISTS (SELECT FROM annotator_trial t JOIN annotator_member m ON m.id = t.member_id
    WHERE t.known_id = k.id AND m.person_id = to_rater)
  -- Captions that are asked about come up again and again; one that never does would stand out, too. What the fewest have been
  -- given comes first, so that raters who compare what they were given find as little in common as can be.
  ORDER BY EXISTS (SELECT FROM annotator_item o WHERE o.campaign_id = k.campaign_id AND o.query_id = k.query_id AND NOT o.gold)
      DESC,
    (SELECT count(*) FROM annotator_item i JOIN annotator_slot s ON s.item_id = i.id AND s.kind = 'gold' AND s.stage = 'first'
      WHERE i.campaign_id = k.campaign_id AND i.query_id = k.query_id AND i.video_id = k.video_id),
    md5(concat_ws(':', key, k.id)), k.id LIMIT 1 FOR NO KEY UPDATE OF k SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  -- Positions of pairs that are asked only as checks are past all that a pool may have.
  INSERT INTO annotator_item (campaign_id, query_id, video_id, position, doubled, labels_used, adjudicated, dispute, gold)
  VALUES (of_campaign, known.query_id, known.video_id, (1 << 30) + known.id, false, '{}', false, 0, true) ON CONFLICT DO NOTHING;
  SELECT i.id INTO of_item FROM annotator_item i
  WHERE i.campaign_id = of_campaign AND i.query_id = known.query_id AND i.video_id = known.video_id
  FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  SELECT coalesce(max(s.turn), 0) + 1 INTO number FROM annotator_slot s WHERE s.item_id = of_item AND s.kind = 'gold';
  INSERT INTO annotator_slot
    (campaign_id, item_id, kind, turn, place, state, rater_id, lease, lease_ends, chain, stage)
  VALUES (of_campaign, of_item, 'gold', number, spot.place - 1, 'leased', to_rater, gen_random_uuid(), now() + whole, number, 'first')
  RETURNING id INTO root;
  -- The share of all pairs that is labelled twice is labelled twice here, too, anywhere behind.
  IF ('x' || substr(md5(concat_ws(':', key, 'doubled', root)), 1, 8))::bit(32)::bigint < spot.double_share * (1::bigint << 32) THEN
    drawn_place := mod(spot.place + front, later);
    drawn_place := drawn_place + 1 + ('x' || substr(md5(concat_ws(':', key, 'place', root)), 1, 8))::bit(32)::bigint
      % greatest(spot.items_count - drawn_place, 1);
    INSERT INTO annotator_slot (campaign_id, item_id, kind, turn, place, state, chain, stage) VALUES (of_campaign, of_item, 'gold',
      number + 1, drawn_place - CASE WHEN spot.place < 0 THEN front ELSE 0 END, 'waiting', number, 'second');
  END IF;
  RETURN true;
END
$$
"""

# Free checks that come before what a rater is about to take, of pairs that this rater knows: any other pair would be taken now.
# They go, so that whoever gave one back finds it gone when any other pair would be. A chain's own rater is passed over, as always.
PASS_CHECKS = """
CREATE FUNCTION annotator_pass_checks(of_campaign bigint, to_rater bigint, up_to bigint) RETURNS void
LANGUAGE sql AS $$
  UPDATE annotator_slot g SET state = 'waiting', stage = 'gone', lease = NULL WHERE g.id IN (
    SELECT f.id FROM annotator_slot f JOIN annotator_item i ON i.id = f.item_id
    WHERE f.campaign_id = of_campaign AND f.state = 'free' AND f.kind = 'gold'
    AND (up_to IS NULL OR (f.place, f.id) <= (SELECT n.place, n.id FROM annotator_slot n WHERE n.id = up_to))
    AND NOT EXISTS (SELECT FROM annotator_slot o WHERE o.item_id = f.item_id AND o.rater_id = to_rater AND o.chain = f.chain)
    AND (EXISTS (SELECT FROM annotator_slot o WHERE o.item_id = f.item_id AND o.rater_id = to_rater)
      OR EXISTS (SELECT FROM annotator_trial t JOIN annotator_member m ON m.id = t.member_id
        JOIN annotator_knownanswer k ON k.id = t.known_id
        WHERE m.person_id = to_rater AND k.campaign_id = of_campaign AND k.query_id = i.query_id AND k.video_id = i.video_id))
    FOR NO KEY UPDATE OF f SKIP LOCKED)
$$
"""

# The index annotator_free_slots_in_order serves the order of the free slots, and annotator_nobody_meets_a_pair_twice the question
# whether this rater has met the pair; SKIP LOCKED passes over what others are taking at this moment.
# `checks`: whether each number after `drawn` is a check; empty where the campaign has none.
GIVE = """
CREATE FUNCTION annotator_give_slots(
  of_campaign bigint, to_rater bigint, for_seconds integer, wanted integer, drawn integer, checks boolean[], key text
) RETURNS TABLE (
  slot bigint, lease uuid, ends timestamptz, caption text, video bigint, path text, poster text, seconds float8
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  whole CONSTANT interval := make_interval(secs => for_seconds);
  has_checks CONSTANT boolean := cardinality(checks) > 0;
  held integer;
  following bigint;
  is_back boolean;
  begun integer;
  number integer;
BEGIN
  UPDATE annotator_slot s SET lease_ends = now() + whole WHERE s.id IN (
    SELECT mine.id FROM annotator_slot mine
    WHERE mine.campaign_id = of_campaign AND mine.rater_id = to_rater AND mine.state = 'leased'
    AND mine.lease_ends < now() + whole / 2 FOR NO KEY UPDATE SKIP LOCKED);
  SELECT count(*) INTO held FROM annotator_slot s
  WHERE s.campaign_id = of_campaign AND s.rater_id = to_rater AND s.state = 'leased' AND s.lease_ends > now()
  AND s.kind <> 'adjudication';
  -- What this rater gave back or let go comes back, as long as nobody else has taken it. It was drawn before.
  WHILE held < wanted LOOP
    UPDATE annotator_slot t SET state = 'leased', rater_id = to_rater, lease = gen_random_uuid(), lease_ends = now() + whole
    WHERE t.id = (
      SELECT back.id FROM annotator_slot back WHERE back.campaign_id = of_campaign AND back.returned_by_id = to_rater
      AND back.state = 'free' AND back.kind <> 'adjudication' AND back.place < 1::bigint << 40  -- not what was put off
      AND NOT EXISTS (SELECT FROM annotator_slot met WHERE met.item_id = back.item_id AND met.rater_id = to_rater)
      ORDER BY back.place, back.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED);
    EXIT WHEN NOT FOUND;
    held := held + 1;
  END LOOP;
  IF has_checks AND held < wanted THEN
    SELECT m.drawn INTO begun FROM annotator_member m WHERE m.campaign_id = of_campaign AND m.person_id = to_rater;
    number := begun;
  END IF;
  WHILE held < wanted LOOP
    following := (
      SELECT s.id FROM annotator_slot s WHERE s.campaign_id = of_campaign AND s.state = 'free' AND s.kind <> 'adjudication'
      AND NOT EXISTS (SELECT FROM annotator_slot met WHERE met.item_id = s.item_id AND met.rater_id = to_rater)
      ORDER BY s.place, s.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED);
    IF has_checks THEN
      is_back := coalesce((SELECT s.returned_by_id = to_rater FROM annotator_slot s WHERE s.id = following), false);
      IF following IS NOT NULL AND NOT is_back THEN
        number := number + 1;
        IF checks[number - drawn] AND annotator_give_check(of_campaign, to_rater, whole, following, key) THEN
          held := held + 1;
          CONTINUE;
        END IF;
      END IF;
      PERFORM annotator_pass_checks(of_campaign, to_rater, following);
    END IF;
    EXIT WHEN following IS NULL;
    UPDATE annotator_slot t SET state = 'leased', rater_id = to_rater, lease = gen_random_uuid(), lease_ends = now() + whole
    WHERE t.id = following AND t.state = 'free';
    IF FOUND THEN
      held := held + 1;
    END IF;
  END LOOP;
  IF number > begun THEN
    UPDATE annotator_member m SET drawn = number WHERE m.campaign_id = of_campaign AND m.person_id = to_rater;
  END IF;
  RETURN QUERY
  SELECT s.id, s.lease, s.lease_ends, q.text::text, i.video_id, v.path::text, v.poster::text, v.seconds::float8
  FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id
  JOIN pooling_query q ON q.id = i.query_id JOIN pooling_video v ON v.id = i.video_id
  WHERE s.campaign_id = of_campaign AND s.rater_id = to_rater AND s.state = 'leased' AND s.lease_ends > now()
  AND s.kind <> 'adjudication'
  ORDER BY s.place, s.id LIMIT wanted;
END
$$
"""


class Migration(migrations.Migration):
    dependencies = [("annotator", "0011_checks_are_given_as_pairs_are")]
    operations = [
        migrations.RunSQL(CHAINS, migrations.RunSQL.noop),
        migrations.RunSQL(DRAWN, migrations.RunSQL.noop),
        migrations.RunSQL(COUNTING_CHECKS, "DROP VIEW annotator_counting_check"),
        migrations.RunSQL("DROP FUNCTION annotator_face_slot(bigint, bigint, uuid)", migrations.RunSQL.noop),
        migrations.RunSQL(FACE, migrations.RunSQL.noop),
        migrations.RunSQL("DROP FUNCTION annotator_give_slots(bigint, bigint, integer, integer)", migrations.RunSQL.noop),
        migrations.RunSQL(GIVE_CHECK, "DROP FUNCTION annotator_give_check(bigint, bigint, interval, bigint, text)"),
        migrations.RunSQL(PASS_CHECKS, "DROP FUNCTION annotator_pass_checks(bigint, bigint, bigint)"),
        migrations.RunSQL(GIVE, migrations.RunSQL.noop),
    ]
