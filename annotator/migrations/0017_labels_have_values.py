"""A label has a value and knows how its pair was shown; a pair has a kind, a campaign its scale; a slot can be unwanted.

docs/decisions/0021 says why. On 600,000 labels it takes seconds: columns with constant defaults are a matter of the catalogue, and the
one that is worked out from each answer rewrites the log once. No trigger sees that, so the log stays as it is.

The texts of the views and functions are frozen copies of annotator/sql/ as it was then; new ones are other migrations. But for the
views' last two columns and the name of annotator_lock_answer_context they do what those before them did.
"""

from importlib import import_module

import annotator.models.campaign
import django.contrib.postgres.fields
from django.db import migrations, models

LIVE_LABEL = """
-- A label lives while it is neither superseded nor withdrawn.
CREATE OR REPLACE VIEW annotator_live_label AS
SELECT l.id, l.campaign_id, l.item_id, l.slot_id, l.rater_id, l.answer, s.kind,
  s.state AS slot_state, s.rater_id AS slot_rater, l.value, l.given_at
FROM annotator_label l JOIN annotator_slot s ON s.id = l.slot_id
WHERE l.answer <> 'withdrawn'
AND NOT EXISTS (SELECT FROM annotator_label n WHERE n.supersedes_id = l.id)
"""

COUNTING_LABEL = """
-- A label that lives counts towards its pair's verdict, unless it answers a check or was asked for
-- again.
CREATE OR REPLACE VIEW annotator_counting_label AS
SELECT l.id, l.campaign_id, l.item_id, l.slot_id, l.rater_id, l.answer, l.kind, l.slot_state,
  l.slot_rater, l.value, l.given_at
FROM annotator_live_label l
WHERE l.kind <> 'gold'
AND NOT EXISTS (SELECT FROM annotator_disregardedlabel d WHERE d.label_id = l.id)
"""

COUNTING_CHECK = """
-- As annotator_counting_label for verdicts: what counts for what is asked next about a check. A
-- check that was imported has no chain.
CREATE OR REPLACE VIEW annotator_counting_check AS
SELECT l.id, l.campaign_id, l.item_id, l.slot_id, l.rater_id, l.answer, l.kind, l.slot_state,
  l.slot_rater, o.chain, l.value, l.given_at
FROM annotator_live_label l JOIN annotator_slot o ON o.id = l.slot_id
WHERE l.kind = 'gold'
AND NOT EXISTS (SELECT FROM annotator_disregardedlabel d WHERE d.label_id = l.id)
"""

REFUSE_CHANGE = """
-- The log of labels is appended only, and so is that of labels that were asked for again. Triggers
-- on both tables call this before any UPDATE or DELETE.
CREATE OR REPLACE FUNCTION annotator_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'labels are appended, never changed or deleted'
    USING ERRCODE = 'integrity_constraint_violation';
END
$$
"""

RELEASE_HELD_BACK = """
-- A pair whose clip does not play is held back. A trigger on videos calls this when one begins to
-- play, and its pairs are given out from then on.
--
-- 7402 is the space of advisory locks for benchmarks: an opening holds its benchmark's alone while
-- it looks which videos play, so that none begins to play unseen. 7401 is that of campaigns
-- (annotator/locks/campaign.py). Campaigns come in the order of their numbers, so that of two
-- videos that begin to play at once neither waits for the other in a circle.
CREATE OR REPLACE FUNCTION annotator_release_held_back() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_campaign bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7402, NEW.benchmark_id::int);
  FOR of_campaign IN
    SELECT DISTINCT i.campaign_id FROM annotator_item i
    WHERE i.video_id = NEW.id AND i.held_back ORDER BY 1
  LOOP
    PERFORM pg_advisory_xact_lock_shared(7401, of_campaign::int);
    WITH released AS (
      UPDATE annotator_item SET held_back = false
      WHERE video_id = NEW.id AND campaign_id = of_campaign AND held_back RETURNING id)
    UPDATE annotator_slot s SET state = 'free' FROM released r
    WHERE s.item_id = r.id AND s.kind = 'first' AND s.turn = 1 AND s.state = 'waiting';
  END LOOP;
  RETURN NULL;
END
$$
"""

ANSWER_CONTEXT = """
-- The locks of an answer, in their one order, and then all that it is judged by, in one round trip.
--
-- A function and not one statement: a statement sees the rows as they were when it began, and would
-- go on with what it saw before it waited for a lock. Here each statement sees what was committed
-- until then, so what is read at the end is as it is under the locks.
--
-- annotator/locks/answer_context.py makes objects of the row by its columns' names.
CREATE OR REPLACE FUNCTION annotator_lock_answer_context(
  of_slot bigint, by_rater bigint, by_request uuid
) RETURNS TABLE (
  -- LockedSlot
  campaign_id bigint, item_id bigint, kind text, turn smallint, state text, rater_id bigint,
  lease uuid, query_id bigint, video_id bigint, doubled boolean, had_verdict boolean,
  label_limit smallint, cannot_judge_limit smallint, escalated boolean, too_fast_ms integer,
  can_be_seen boolean, chain smallint,
  -- Standing
  campaign_state text, lease_seconds integer, leases_per_rater smallint, member_state text,
  member_role text, confirmed_version integer, version integer, must_confirm integer, seed bigint,
  gold_share float8, drawn integer,
  -- The label that the same request made before
  earlier bigint, earlier_slot bigint, earlier_answer text, earlier_reason text,
  earlier_comment text,
  -- The labels that count already
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
  -- The campaign, shared with all who work in it; and its rater, whose own requests follow each
  -- other. As annotator/locks/campaign.py does.
  PERFORM pg_advisory_xact_lock_shared(7401, of_campaign::int),
    pg_advisory_xact_lock(of_campaign << 32 | by_rater);
  -- The item, then its slot: from here on nobody else can fill or lease it.
  PERFORM FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id WHERE s.id = of_slot
  FOR NO KEY UPDATE OF i, s;
  RETURN QUERY
  SELECT s.campaign_id, s.item_id, s.kind::text, s.turn, s.state::text, s.rater_id, s.lease,
    i.query_id, i.video_id,
    CASE WHEN s.chain IS NULL THEN i.doubled ELSE EXISTS (SELECT FROM annotator_slot t
      WHERE t.item_id = i.id AND t.chain = s.chain AND t.stage = 'second') END,
    i.verdict IS NOT NULL, c.label_limit, c.cannot_judge_limit,
    i.escalated AND s.chain IS NULL, c.too_fast_ms,
    c.without_clips OR clip.state = 'ready', s.chain,
    c.state::text, c.lease_seconds, c.leases_per_rater, m.state::text, m.role::text,
    m.confirmed_version, g.version, g.must, c.seed::bigint, c.gold_share::float8, m.drawn,
    e.id, e.slot_id, e.answer::text, e.reason::text, e.comment::text,
    live.labels, live.kinds, live.answers
  FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id
  JOIN annotator_campaign c ON c.id = s.campaign_id
  JOIN pooling_video clip ON clip.id = i.video_id
  LEFT JOIN annotator_member m ON m.campaign_id = c.id AND m.person_id = by_rater
  CROSS JOIN LATERAL (SELECT coalesce(max(v.version), 0) AS version,
      coalesce(max(v.version) FILTER (WHERE v.confirm), 0) AS must
    FROM annotator_guideline v WHERE v.campaign_id = c.id) g
  LEFT JOIN annotator_label e ON e.rater_id = by_rater AND e.request_id = by_request
  -- Before an item's first label, or a chain's, there is none to look for.
  LEFT JOIN LATERAL (SELECT array_agg(l.id ORDER BY l.id) AS labels,
      array_agg(l.kind::text ORDER BY l.id) AS kinds,
      array_agg(l.answer::text ORDER BY l.id) AS answers FROM (
        SELECT l.id, l.kind, l.answer FROM annotator_counting_label l
        WHERE l.item_id = i.id AND s.kind <> 'gold' AND NOT (s.kind = 'first' AND s.turn = 1)
        UNION ALL SELECT l.id, l.kind, l.answer FROM annotator_counting_check l
        WHERE l.item_id = i.id AND s.kind = 'gold' AND s.turn <> s.chain AND l.chain = s.chain) l
    ) live ON true
  WHERE s.id = of_slot;
END
$$
"""

PASS_CHECKS = """
-- Free checks that come before what a rater is about to take, of pairs that this rater knows: any
-- other pair would be taken now. They go, so that a rater who gave one back finds it gone when any
-- other pair would be. A chain's own rater is passed over, as always.
CREATE OR REPLACE FUNCTION annotator_pass_checks(
  of_campaign bigint, to_rater bigint, up_to bigint
) RETURNS void LANGUAGE sql AS $$
  UPDATE annotator_slot g SET state = 'waiting', stage = 'gone', lease = NULL WHERE g.id IN (
    SELECT f.id FROM annotator_slot f JOIN annotator_item i ON i.id = f.item_id
    WHERE f.campaign_id = of_campaign AND f.state = 'free' AND f.kind = 'gold'
    AND (up_to IS NULL
      OR (f.place, f.id) <= (SELECT n.place, n.id FROM annotator_slot n WHERE n.id = up_to))
    AND NOT EXISTS (SELECT FROM annotator_slot o
      WHERE o.item_id = f.item_id AND o.rater_id = to_rater AND o.chain = f.chain)
    AND (EXISTS (SELECT FROM annotator_slot o
        WHERE o.item_id = f.item_id AND o.rater_id = to_rater)
      OR EXISTS (SELECT FROM annotator_trial t JOIN annotator_member m ON m.id = t.member_id
        JOIN annotator_knownanswer k ON k.id = t.known_id
        WHERE m.person_id = to_rater AND k.campaign_id = of_campaign
        AND k.query_id = i.query_id AND k.video_id = i.video_id))
    FOR NO KEY UPDATE OF f SKIP LOCKED)
$$
"""

GIVE_CHECK = """
-- A check in place of the free slot that would be given next, and in front of it. False where no
-- known answer fits: then that slot is given. A known answer or a pair that another transaction has
-- locked at this moment is passed over: claims never wait.
CREATE OR REPLACE FUNCTION annotator_give_check(
  of_campaign bigint, to_rater bigint, whole interval, of_slot bigint, key text
) RETURNS boolean LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  later CONSTANT bigint := 1::bigint << 40;  -- as in annotator/slots/places.py
  front CONSTANT bigint := 1::bigint << 41;
  spot record;
  known record;
  of_item bigint;
  number smallint;
  root bigint;
  drawn_place bigint;
BEGIN
  SELECT s.place, i.query_id, c."order" AS asked_by, c.double_share, c.items_count, c.without_clips
  INTO spot FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id
  JOIN annotator_campaign c ON c.id = s.campaign_id WHERE s.id = of_slot;
  SELECT k.id, k.query_id, k.video_id INTO known FROM annotator_knownanswer k
  WHERE k.campaign_id = of_campaign AND k.active AND k.use IN ('gold', 'both')
  -- No other pair whose clip does not play is given out, so one would stand out.
  AND (spot.without_clips OR EXISTS (SELECT FROM pooling_video v
    WHERE v.id = k.video_id AND v.state = 'ready'))
  -- Where pairs come caption by caption, one of another caption would stand out.
  AND (spot.asked_by <> 'caption' OR k.query_id = spot.query_id)
  -- Not what is asked about in earnest, or waits as a check in the queue, or this rater has met, or
  -- given back.
  AND NOT EXISTS (SELECT FROM annotator_item i WHERE i.campaign_id = k.campaign_id
    AND i.query_id = k.query_id AND i.video_id = k.video_id
    AND ((i.verdict IS NULL AND NOT i.gold) OR EXISTS (SELECT FROM annotator_slot s
      WHERE s.item_id = i.id AND (s.rater_id = to_rater OR s.returned_by_id = to_rater
        OR (s.kind = 'gold' AND s.state = 'free')))))
  AND NOT EXISTS (SELECT FROM annotator_trial t JOIN annotator_member m ON m.id = t.member_id
    WHERE t.known_id = k.id AND m.person_id = to_rater)
  -- Captions that are asked about come up again and again; one that never does would stand out,
  -- too. What the fewest have been given comes first, so that raters who compare what they were
  -- given find as little in common as can be.
  ORDER BY EXISTS (SELECT FROM annotator_item o WHERE o.campaign_id = k.campaign_id
      AND o.query_id = k.query_id AND NOT o.gold) DESC,
    (SELECT count(*) FROM annotator_item i JOIN annotator_slot s
        ON s.item_id = i.id AND s.kind = 'gold' AND s.stage = 'first'
      WHERE i.campaign_id = k.campaign_id AND i.query_id = k.query_id AND i.video_id = k.video_id),
    md5(concat_ws(':', key, k.id)), k.id LIMIT 1 FOR NO KEY UPDATE OF k SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  -- Positions of pairs that are asked only as checks are past all that a pool may have.
  INSERT INTO annotator_item
    (campaign_id, query_id, video_id, position, doubled, labels_used, adjudicated, dispute, gold)
  VALUES (of_campaign, known.query_id, known.video_id, (1 << 30) + known.id, false, '{}', false, 0,
    true)
  ON CONFLICT DO NOTHING;
  SELECT i.id INTO of_item FROM annotator_item i WHERE i.campaign_id = of_campaign
  AND i.query_id = known.query_id AND i.video_id = known.video_id
  FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  SELECT coalesce(max(s.turn), 0) + 1 INTO number FROM annotator_slot s
  WHERE s.item_id = of_item AND s.kind = 'gold';
  INSERT INTO annotator_slot
    (campaign_id, item_id, kind, turn, place, state, rater_id, lease, lease_ends, chain, stage)
  VALUES (of_campaign, of_item, 'gold', number, spot.place - 1, 'leased', to_rater,
    gen_random_uuid(), now() + whole, number, 'first')
  RETURNING id INTO root;
  -- The share of all pairs that is labelled twice is labelled twice here, too, anywhere behind.
  IF ('x' || substr(md5(concat_ws(':', key, 'doubled', root)), 1, 8))::bit(32)::bigint
      < spot.double_share * (1::bigint << 32) THEN
    drawn_place := mod(spot.place + front, later);
    drawn_place := drawn_place + 1
      + ('x' || substr(md5(concat_ws(':', key, 'place', root)), 1, 8))::bit(32)::bigint
      % greatest(spot.items_count - drawn_place, 1);
    INSERT INTO annotator_slot (campaign_id, item_id, kind, turn, place, state, chain, stage)
    VALUES (of_campaign, of_item, 'gold', number + 1,
      drawn_place - CASE WHEN spot.place < 0 THEN front ELSE 0 END, 'waiting', number, 'second');
  END IF;
  RETURN true;
END
$$
"""

GIVE_SLOTS = """
-- What a rater holds, and as many more slots as make up the number.
--
-- The index annotator_free_slots_in_order serves the order of the free slots, and
-- annotator_nobody_meets_a_pair_twice the question whether this rater has met the pair; SKIP LOCKED
-- passes over what others are taking at this moment. A slot that is unwanted is not free, and so is
-- never looked at.
--
-- `checks`: whether each number after `drawn` is a check; empty where the campaign has none.
-- `key` orders known answers (annotator/slots/draw_checks.py).
CREATE OR REPLACE FUNCTION annotator_give_slots(
  of_campaign bigint, to_rater bigint, for_seconds integer, wanted integer, drawn integer,
  checks boolean[], key text
) RETURNS TABLE (
  slot bigint, lease uuid, ends timestamptz, caption text, video bigint, path text, poster text,
  seconds float8
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
  -- Asking for slots is a sign of life: a lease that would end before half its time is over again
  -- is lengthened.
  UPDATE annotator_slot s SET lease_ends = now() + whole WHERE s.id IN (
    SELECT mine.id FROM annotator_slot mine
    WHERE mine.campaign_id = of_campaign AND mine.rater_id = to_rater AND mine.state = 'leased'
    AND mine.lease_ends < now() + whole / 2 FOR NO KEY UPDATE SKIP LOCKED);
  SELECT count(*) INTO held FROM annotator_slot s
  WHERE s.campaign_id = of_campaign AND s.rater_id = to_rater AND s.state = 'leased'
  AND s.lease_ends > now() AND s.kind <> 'adjudication';
  -- What this rater gave back or let go comes back, as long as nobody else has taken it, but for
  -- what was put off. It was drawn before.
  WHILE held < wanted LOOP
    UPDATE annotator_slot t SET state = 'leased', rater_id = to_rater, lease = gen_random_uuid(),
      lease_ends = now() + whole
    WHERE t.id = (
      SELECT back.id FROM annotator_slot back
      WHERE back.campaign_id = of_campaign AND back.returned_by_id = to_rater
      AND back.state = 'free' AND back.kind <> 'adjudication' AND back.place < 1::bigint << 40
      AND NOT EXISTS (SELECT FROM annotator_slot met
        WHERE met.item_id = back.item_id AND met.rater_id = to_rater)
      ORDER BY back.place, back.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED);
    EXIT WHEN NOT FOUND;
    held := held + 1;
  END LOOP;
  -- Read again: between the caller's reading and its locks another window may have drawn.
  IF has_checks AND held < wanted THEN
    SELECT m.drawn INTO begun FROM annotator_member m
    WHERE m.campaign_id = of_campaign AND m.person_id = to_rater;
    number := begun;
  END IF;
  WHILE held < wanted LOOP
    following := (
      SELECT s.id FROM annotator_slot s
      WHERE s.campaign_id = of_campaign AND s.state = 'free' AND s.kind <> 'adjudication'
      AND NOT EXISTS (SELECT FROM annotator_slot met
        WHERE met.item_id = s.item_id AND met.rater_id = to_rater)
      ORDER BY s.place, s.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED);
    IF has_checks THEN
      is_back := coalesce(
        (SELECT s.returned_by_id = to_rater FROM annotator_slot s WHERE s.id = following), false);
      IF following IS NOT NULL AND NOT is_back THEN
        number := number + 1;
        IF checks[number - drawn]
            AND annotator_give_check(of_campaign, to_rater, whole, following, key) THEN
          held := held + 1;
          CONTINUE;
        END IF;
      END IF;
      PERFORM annotator_pass_checks(of_campaign, to_rater, following);
    END IF;
    EXIT WHEN following IS NULL;
    -- It may have been a check that has just been passed by.
    UPDATE annotator_slot t SET state = 'leased', rater_id = to_rater, lease = gen_random_uuid(),
      lease_ends = now() + whole
    WHERE t.id = following AND t.state = 'free';
    IF FOUND THEN
      held := held + 1;
    END IF;
  END LOOP;
  IF number > begun THEN
    UPDATE annotator_member m SET drawn = number
    WHERE m.campaign_id = of_campaign AND m.person_id = to_rater;
  END IF;
  RETURN QUERY
  SELECT s.id, s.lease, s.lease_ends, q.text::text, i.video_id, v.path::text, v.poster::text,
    v.seconds::float8
  FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id
  JOIN pooling_query q ON q.id = i.query_id JOIN pooling_video v ON v.id = i.video_id
  WHERE s.campaign_id = of_campaign AND s.rater_id = to_rater AND s.state = 'leased'
  AND s.lease_ends > now() AND s.kind <> 'adjudication'
  ORDER BY s.place, s.id LIMIT wanted;
END
$$
"""

# Not of an empty log: the planner would take it for one from then on, instead of not knowing.
STATISTICS = """
DO $$
BEGIN
  IF EXISTS (SELECT FROM annotator_label) THEN
    ANALYZE annotator_label;
  END IF;
END
$$
"""

M9 = import_module("annotator.migrations.0009_answers_take_three_statements")
M12 = import_module("annotator.migrations.0012_a_number_is_drawn_once")
M15 = import_module("annotator.migrations.0015_leads_see_what_waits")

VIEWS_BEFORE = [
    "DROP VIEW annotator_counting_check",
    "DROP VIEW annotator_counting_label",
    "DROP VIEW annotator_live_label",
    M9.LIVE,
    M9.COUNTING,
    M12.COUNTING_CHECKS,
]
CONTEXT_BEFORE = ["DROP FUNCTION annotator_lock_answer_context(bigint, bigint, uuid)", M15.FACE]


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0016_pairs_with_all_their_labels_are_adjudicated"),
        ("pooling", "0005_verdicts_know_their_newest_label"),
    ]
    operations = [
        migrations.AddField(
            "campaign",
            "scale",
            django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=40),
                default=annotator.models.campaign.two_values,
                editable=False,
                size=None,
            ),
        ),
        migrations.AddConstraint(
            "campaign",
            models.CheckConstraint(
                condition=models.Q(("scale__len__gte", 2)), name="annotator_a_scale_has_two_values_or_more"
            ),
        ),
        migrations.AddField(
            "item",
            "kind",
            models.CharField(
                choices=[("video", "Video")], db_default="video", default="video", editable=False, max_length=8
            ),
        ),
        migrations.AddConstraint(
            "item",
            models.CheckConstraint(condition=models.Q(("kind", "video")), name="annotator_an_items_kind_is_known"),
        ),
        migrations.AddField(
            "label",
            "shown",
            models.CharField(
                choices=[
                    ("single", "By itself"),
                    ("grid", "One caption with several clips"),
                    ("captions", "One clip with several captions"),
                ],
                db_default="single",
                default="single",
                max_length=8,
            ),
        ),
        migrations.AddField("label", "shown_group", models.UUIDField(null=True)),
        # This one rewrites the table.
        migrations.AddField(
            "label",
            "value",
            models.GeneratedField(
                db_persist=True,
                expression=models.Case(models.When(answer="relevant", then=1), models.When(answer="irrelevant", then=0)),
                output_field=models.SmallIntegerField(null=True),
            ),
        ),
        migrations.AddConstraint(
            "label",
            models.CheckConstraint(
                condition=models.Q(("shown", "single"), ("shown_group__isnull", True))
                | models.Q(("shown__in", ["grid", "captions"]), ("shown_group__isnull", False)),
                name="annotator_what_was_shown_together_is_a_group",
            ),
        ),
        migrations.RunSQL(STATISTICS, migrations.RunSQL.noop),
        migrations.AlterField(
            "slot",
            "state",
            models.CharField(
                choices=[
                    ("waiting", "Waiting for the slot before it, or for its clip"),
                    ("free", "Free"),
                    ("leased", "Leased"),
                    ("filled", "Filled"),
                    ("unwanted", "Not wanted any more"),
                ],
                default="free",
                max_length=8,
            ),
        ),
        migrations.RemoveConstraint("slot", "annotator_a_free_slot_is_nobodys"),
        migrations.AddConstraint(
            "slot",
            models.CheckConstraint(
                condition=models.Q(("state__in", ["free", "waiting", "unwanted"]), _negated=True)
                | models.Q(("rater__isnull", True)),
                name="annotator_a_free_slot_is_nobodys",
            ),
        ),
        migrations.AddConstraint(
            "slot",
            models.CheckConstraint(
                condition=models.Q(("state", "unwanted"), _negated=True)
                | models.Q(("lease__isnull", True), ("lease_ends__isnull", True)),
                name="annotator_nobody_has_a_lease_on_an_unwanted_slot",
            ),
        ),
        migrations.AddConstraint(
            "slot",
            models.CheckConstraint(
                condition=models.Q(("kind", "adjudication"), ("state", "unwanted"), _negated=True),
                name="annotator_an_adjudication_is_never_unwanted",
            ),
        ),
        migrations.AddIndex(
            "slot",
            models.Index(
                condition=models.Q(("state", "unwanted")), fields=["campaign", "item"], name="annotator_unwanted_slots"
            ),
        ),
        migrations.RunSQL([LIVE_LABEL, COUNTING_LABEL, COUNTING_CHECK], VIEWS_BEFORE),
        migrations.RunSQL(["DROP FUNCTION annotator_face_slot(bigint, bigint, uuid)", ANSWER_CONTEXT], CONTEXT_BEFORE),
        migrations.RunSQL(
            [REFUSE_CHANGE, RELEASE_HELD_BACK, PASS_CHECKS, GIVE_CHECK, GIVE_SLOTS], migrations.RunSQL.noop
        ),
    ]
