"""A pair whose clip does not play is held back until it does; only campaigns without clips take its answers all the same."""

from importlib import import_module

from django.db import migrations, models

# As in 0012, and whether the pair can be seen: its clip plays, or the campaign shows its clips elsewhere.
FACE = """
CREATE FUNCTION annotator_face_slot(of_slot bigint, by_rater bigint, by_request uuid) RETURNS TABLE (
  campaign_id bigint, item_id bigint, kind text, turn smallint, state text, rater_id bigint, lease uuid,
  query_id bigint, video_id bigint, doubled boolean, had_verdict boolean, label_limit smallint, cannot_judge_limit smallint,
  too_fast_ms integer, can_be_seen boolean, chain smallint,
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
    i.verdict IS NOT NULL, c.label_limit, c.cannot_judge_limit, c.too_fast_ms,
    c.without_clips OR clip.state = 'ready', s.chain,
    c.state::text, c.lease_seconds, c.leases_per_rater, m.state::text, m.role::text, m.confirmed_version,
    g.version, g.must, c.seed::bigint, c.gold_share::float8, m.drawn,
    e.id, e.slot_id, e.answer::text, e.reason::text, e.comment::text,
    live.labels, live.kinds, live.answers
  FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id JOIN annotator_campaign c ON c.id = s.campaign_id
  JOIN pooling_video clip ON clip.id = i.video_id
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
# As in 0012, but for clips that do not play.
GIVE_CHECK = """
CREATE OR REPLACE FUNCTION annotator_give_check(of_campaign bigint, to_rater bigint, whole interval, of_slot bigint, key text) RETURNS boolean
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
  SELECT s.place, i.query_id, c."order" AS asked_by, c.double_share, c.items_count, c.without_clips INTO spot
  FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id JOIN annotator_campaign c ON c.id = s.campaign_id
  WHERE s.id = of_slot;
  SELECT k.id, k.query_id, k.video_id INTO known FROM annotator_knownanswer k
  WHERE k.campaign_id = of_campaign AND k.active AND k.use IN ('gold', 'both')
  -- No other pair whose clip does not play is given out, so one would stand out.
  AND (spot.without_clips OR EXISTS (SELECT FROM pooling_video v WHERE v.id = k.video_id AND v.state = 'ready'))
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

DROP_FACE = "DROP FUNCTION annotator_face_slot(bigint, bigint, uuid)"

# 7402 is the space of advisory locks for benchmarks: whoever opens a campaign holds its benchmark's alone while it looks which
# videos play, so that none begins to play unseen. 7401 is that of campaigns, as in annotator/actions/held.py.
RELEASE = """
CREATE FUNCTION annotator_release_held_back() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_campaign bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7402, NEW.benchmark_id::int);
  FOR of_campaign IN
    SELECT DISTINCT i.campaign_id FROM annotator_item i WHERE i.video_id = NEW.id AND i.held_back ORDER BY 1
  LOOP
    PERFORM pg_advisory_xact_lock_shared(7401, of_campaign::int);
    WITH released AS (
      UPDATE annotator_item SET held_back = false WHERE video_id = NEW.id AND campaign_id = of_campaign AND held_back
      RETURNING id)
    UPDATE annotator_slot s SET state = 'free' FROM released r
    WHERE s.item_id = r.id AND s.kind = 'first' AND s.turn = 1 AND s.state = 'waiting';
  END LOOP;
  RETURN NULL;
END
$$
"""
TRIGGER = """
CREATE TRIGGER a_clip_that_plays_releases_its_pairs AFTER UPDATE OF state ON pooling_video
FOR EACH ROW WHEN (NEW.state = 'ready' AND OLD.state <> 'ready') EXECUTE FUNCTION annotator_release_held_back()
"""

# Campaigns that were opened before none of whose clips plays go on as they were.
OPENED_WITHOUT_CLIPS = """
UPDATE annotator_campaign c SET without_clips = true WHERE c.source = 'here' AND c.state <> 'draft' AND NOT EXISTS (
  SELECT FROM annotator_item i JOIN pooling_video v ON v.id = i.video_id
  WHERE i.campaign_id = c.id AND NOT i.gold AND v.state = 'ready')
"""


BEFORE = import_module("annotator.migrations.0012_a_number_is_drawn_once")
FACE_BEFORE = BEFORE.FACE
GIVE_CHECK_BEFORE = BEFORE.GIVE_CHECK.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION", 1)


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0012_a_number_is_drawn_once"),
        ("pooling", "0005_verdicts_know_their_newest_label"),
    ]
    operations = [
        migrations.AddField(
            "campaign",
            "without_clips",
            models.BooleanField(
                db_default=False,
                default=False,
                help_text="Raters see the clips elsewhere: pairs whose clips do not play here are given out and judged all the same.",
            ),
        ),
        migrations.AddField("item", "held_back", models.BooleanField(db_default=False, default=False, editable=False)),
        migrations.AddIndex(
            "item",
            models.Index(
                condition=models.Q(("held_back", True)), fields=["video", "campaign"], name="annotator_pairs_held_back"
            ),
        ),
        migrations.AddConstraint(
            "item",
            models.CheckConstraint(
                condition=models.Q(
                    models.Q(("held_back", True), _negated=True),
                    models.Q(("dispute", 0), ("gold", False), ("verdict__isnull", True)),
                    _connector="OR",
                ),
                name="annotator_a_pair_that_is_held_back_is_not_judged",
            ),
        ),
        migrations.AlterField(
            "slot",
            "state",
            models.CharField(
                choices=[
                    ("waiting", "Waiting for the slot before it, or for its clip"),
                    ("free", "Free"),
                    ("leased", "Leased"),
                    ("filled", "Filled"),
                ],
                default="free",
                max_length=8,
            ),
        ),
        migrations.RunSQL(DROP_FACE, FACE_BEFORE),
        migrations.RunSQL(FACE, DROP_FACE),
        migrations.RunSQL(GIVE_CHECK, GIVE_CHECK_BEFORE),
        migrations.RunSQL(RELEASE, "DROP FUNCTION annotator_release_held_back()"),
        migrations.RunSQL(TRIGGER, "DROP TRIGGER a_clip_that_plays_releases_its_pairs ON pooling_video"),
        migrations.RunSQL(OPENED_WITHOUT_CLIPS, migrations.RunSQL.noop),
    ]
