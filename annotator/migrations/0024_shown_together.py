"""Pairs may be shown together: a caption with several clips, or a clip with several captions.

docs/decisions/0030 says why. The columns have constant defaults, or none, so that no table is rewritten; the index has no row yet.

The texts of the functions are frozen copies of annotator/sql/ as it was then.
"""

from importlib import import_module

import django.core.validators
from django.db import migrations, models

before = import_module("annotator.migrations.0017_labels_have_values")

COMES_TOGETHER = """
-- Whether a free slot may be given out together with others of its bundle: the first and the second
-- label of a pair, as they were drawn. What is asked once more, because somebody could not judge or
-- two disagree, comes by itself, and so does what was put off: a group of a few would tell why.
CREATE OR REPLACE FUNCTION annotator_comes_together(of annotator_slot) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT of.place < 1::bigint << 40 AND (of.kind IN ('first', 'second') AND of.turn = 1
    OR of.kind = 'gold' AND (of.stage = 'first' AND of.turn = of.chain
      OR of.stage = 'second' AND of.turn = of.chain + 1))
$$
"""

PASS_CHECKS = """
-- Free checks that come before what a rater is about to take, of pairs that this rater knows: any
-- other pair would be taken now. They go, so that a rater who gave one back finds it gone when any
-- other pair would be. A chain's own rater is passed over, as always. `within`: only those that
-- would be shown together with what is taken.
CREATE OR REPLACE FUNCTION annotator_pass_checks(
  of_campaign bigint, to_rater bigint, up_to bigint, within bigint
) RETURNS void LANGUAGE sql AS $$
  UPDATE annotator_slot g SET state = 'waiting', stage = 'gone', lease = NULL WHERE g.id IN (
    SELECT f.id FROM annotator_slot f JOIN annotator_item i ON i.id = f.item_id
    WHERE f.campaign_id = of_campaign AND f.state = 'free' AND f.kind = 'gold'
    AND (up_to IS NULL
      OR (f.place, f.id) <= (SELECT n.place, n.id FROM annotator_slot n WHERE n.id = up_to))
    AND (within IS NULL OR (i.bundle = within AND annotator_comes_together(f)))
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
--
-- `of_group`: the group that the slot is being given in, if it is shown together with others. Then
-- the check is about the same caption or clip, and is labelled twice if the slot's pair is, together
-- with it: one of a group that others are not asked about would stand out.
CREATE OR REPLACE FUNCTION annotator_give_check(
  of_campaign bigint, to_rater bigint, whole interval, of_slot bigint, key text,
  of_group uuid
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
  SELECT s.place, i.query_id, c."order" AS asked_by, c.double_share, c.items_count, c.without_clips,
    c.show, CASE WHEN of_group IS NOT NULL THEN i.bundle END AS bundle,
    (SELECT min(t.place) FROM annotator_slot t WHERE t.item_id = i.id AND t.state = 'waiting'
      AND (s.kind = 'first' AND t.kind = 'second'
        OR s.kind = 'gold' AND s.stage = 'first' AND t.chain = s.chain AND t.stage = 'second'))
      AS second_place
  INTO spot FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id
  JOIN annotator_campaign c ON c.id = s.campaign_id WHERE s.id = of_slot;
  SELECT k.id, k.query_id, k.video_id INTO known FROM annotator_knownanswer k
  WHERE k.campaign_id = of_campaign AND k.active AND k.use IN ('gold', 'both')
  -- No other pair whose clip does not play is given out, so one would stand out.
  AND (spot.without_clips OR EXISTS (SELECT FROM pooling_video v
    WHERE v.id = k.video_id AND v.state = 'ready'))
  -- Where pairs come caption by caption, one of another caption would stand out.
  AND (spot.show <> 'single' OR spot.asked_by <> 'caption' OR k.query_id = spot.query_id)
  AND (of_group IS NULL
    OR spot.bundle = CASE spot.show WHEN 'grid' THEN k.query_id ELSE k.video_id END)
  -- Not what is asked about in earnest, or waits as a check in the queue, or this rater has met, or
  -- given back; nor what is shown otherwise when its turn comes for others.
  AND NOT EXISTS (SELECT FROM annotator_item i WHERE i.campaign_id = k.campaign_id
    AND i.query_id = k.query_id AND i.video_id = k.video_id
    AND ((i.verdict IS NULL AND NOT i.gold) OR i.bundle IS DISTINCT FROM spot.bundle OR EXISTS (SELECT FROM annotator_slot s
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
    (campaign_id, query_id, video_id, position, doubled, labels_used, adjudicated, dispute, gold,
      bundle)
  VALUES (of_campaign, known.query_id, known.video_id, (1 << 30) + known.id, false, '{}', false, 0,
    true, spot.bundle)
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
    (campaign_id, item_id, kind, turn, place, state, rater_id, lease, lease_ends, chain, stage,
      shown_group)
  VALUES (of_campaign, of_item, 'gold', number, spot.place - 1, 'leased', to_rater,
    gen_random_uuid(), now() + whole, number, 'first', of_group)
  RETURNING id INTO root;
  -- The share of all pairs that is labelled twice is labelled twice here, too, anywhere behind.
  IF of_group IS NOT NULL THEN
    drawn_place := spot.second_place;
  ELSIF ('x' || substr(md5(concat_ws(':', key, 'doubled', root)), 1, 8))::bit(32)::bigint
      < spot.double_share * (1::bigint << 32) THEN
    drawn_place := mod(spot.place + front, later);
    drawn_place := drawn_place + 1
      + ('x' || substr(md5(concat_ws(':', key, 'place', root)), 1, 8))::bit(32)::bigint
      % greatest(spot.items_count - drawn_place, 1);
    drawn_place := drawn_place - CASE WHEN spot.place < 0 THEN front ELSE 0 END;
  END IF;
  IF drawn_place IS NOT NULL THEN
    INSERT INTO annotator_slot (campaign_id, item_id, kind, turn, place, state, chain, stage)
    VALUES (of_campaign, of_item, 'gold', number + 1, drawn_place, 'waiting', number, 'second');
  END IF;
  RETURN true;
END
$$
"""

FILL_GROUP = """
-- Give a rater a group: pairs of one bundle, which are shown together.
--
-- What is there of the bundle is cut into groups of about the same size, none above `size`; so no
-- pair is left over by itself. How large a group is must not tell whether a check is in it: a check
-- takes a pair's room, and that pair goes behind all others, as if it had been put off, where it
-- comes by itself. Each pair has its number, as in annotator_give_slots.
CREATE OR REPLACE FUNCTION annotator_fill_group(
  of_campaign bigint, to_rater bigint, whole interval, of_bundle bigint, size integer, drawn integer,
  checks boolean[], key text, INOUT number integer, OUT given integer
) LANGUAGE plpgsql AS $$
DECLARE
  later CONSTANT bigint := 1::bigint << 40;  -- as in annotator/slots/places.py
  front CONSTANT bigint := 1::bigint << 41;
  of_group CONSTANT uuid := gen_random_uuid();
  there integer;
  room integer;
  over integer := 0;
  following bigint;
BEGIN
  given := 0;
  SELECT count(*) INTO there FROM annotator_item i JOIN annotator_slot s ON s.item_id = i.id
  WHERE i.campaign_id = of_campaign AND i.bundle = of_bundle AND s.state = 'free'
  AND annotator_comes_together(s) AND NOT EXISTS (SELECT FROM annotator_slot met
    WHERE met.item_id = s.item_id AND met.rater_id = to_rater);
  room := ceil(there / ceil(there / size::numeric));
  WHILE room > 0 LOOP
    following := (
      SELECT s.id FROM annotator_item i JOIN annotator_slot s ON s.item_id = i.id
      WHERE i.campaign_id = of_campaign AND i.bundle = of_bundle AND s.state = 'free'
      AND annotator_comes_together(s) AND NOT EXISTS (SELECT FROM annotator_slot met
        WHERE met.item_id = s.item_id AND met.rater_id = to_rater)
      ORDER BY s.place, s.id LIMIT 1 FOR NO KEY UPDATE OF s SKIP LOCKED);
    IF cardinality(checks) > 0 THEN
      IF following IS NOT NULL THEN
        number := number + 1;
        IF checks[number - drawn] AND annotator_give_check(
            of_campaign, to_rater, whole, following, key, of_group) THEN
          given := given + 1;
          room := room - 1;
          over := over + 1;
          CONTINUE;
        END IF;
      END IF;
      PERFORM annotator_pass_checks(of_campaign, to_rater, following, of_bundle);
    END IF;
    EXIT WHEN following IS NULL;
    UPDATE annotator_slot t SET state = 'leased', rater_id = to_rater, lease = gen_random_uuid(),
      lease_ends = now() + whole, shown_group = of_group
    WHERE t.id = following AND t.state = 'free';
    IF FOUND THEN
      given := given + 1;
      room := room - 1;
    END IF;
  END LOOP;
  IF over > 0 THEN
    UPDATE annotator_slot t SET place = later + mod(t.place + front, later) WHERE t.id IN (
      SELECT s.id FROM annotator_item i JOIN annotator_slot s ON s.item_id = i.id
      WHERE i.campaign_id = of_campaign AND i.bundle = of_bundle AND s.state = 'free'
      AND annotator_comes_together(s) AND NOT EXISTS (SELECT FROM annotator_slot met
        WHERE met.item_id = s.item_id AND met.rater_id = to_rater)
      ORDER BY s.place, s.id LIMIT over FOR NO KEY UPDATE OF s SKIP LOCKED);
  END IF;
  -- What nothing is shown with is shown by itself.
  IF given = 1 THEN
    UPDATE annotator_slot t SET shown_group = NULL WHERE t.campaign_id = of_campaign
    AND t.rater_id = to_rater AND t.state = 'leased' AND t.shown_group = of_group;
  END IF;
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
--
-- `group_of`: up to how many pairs of a bundle are shown together; 0 where all come singly. Where it
-- is not 0, whole groups are given, so that it may become more than `wanted`; none is begun that
-- would go beyond `most`. What comes by itself then, a check or the share drawn to it, comes between
-- groups, and `alone` says whether each number is such a check.
CREATE OR REPLACE FUNCTION annotator_give_slots(
  of_campaign bigint, to_rater bigint, for_seconds integer, wanted integer, drawn integer,
  checks boolean[], key text, alone boolean[], group_of integer, most integer
) RETURNS TABLE (
  slot bigint, lease uuid, ends timestamptz, caption text, video bigint, path text, poster text,
  seconds float8, shown_group uuid
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  whole CONSTANT interval := make_interval(secs => for_seconds);
  has_checks CONSTANT boolean := cardinality(checks) > 0;
  held integer;
  following bigint;
  is_back boolean;
  of_bundle bigint;
  given integer;
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
  WHILE held < CASE WHEN group_of > 0 THEN most ELSE wanted END LOOP
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
    IF group_of > 0 THEN
      of_bundle := (SELECT i.bundle FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id
        WHERE s.id = following AND annotator_comes_together(s));
      EXIT WHEN of_bundle IS NOT NULL AND held > 0 AND held + group_of > most;
    END IF;
    IF has_checks THEN
      is_back := coalesce(
        (SELECT s.returned_by_id = to_rater FROM annotator_slot s WHERE s.id = following), false);
      IF following IS NOT NULL AND NOT is_back THEN
        number := number + 1;
        IF (CASE WHEN group_of > 0 THEN alone ELSE checks END)[number - drawn]
            AND annotator_give_check(of_campaign, to_rater, whole, following, key, NULL) THEN
          held := held + 1;
          CONTINUE;
        END IF;
      END IF;
      PERFORM annotator_pass_checks(of_campaign, to_rater, following, NULL);
    END IF;
    EXIT WHEN following IS NULL;
    IF of_bundle IS NOT NULL THEN
      SELECT f.number, f.given INTO number, given FROM annotator_fill_group(
        of_campaign, to_rater, whole, of_bundle, group_of, drawn, checks, key, number) f;
      held := held + given;
      CONTINUE;
    END IF;
    -- It may have been a check that has just been passed by.
    UPDATE annotator_slot t SET state = 'leased', rater_id = to_rater, lease = gen_random_uuid(),
      lease_ends = now() + whole, shown_group = NULL
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
    v.seconds::float8, s.shown_group
  FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id
  JOIN pooling_query q ON q.id = i.query_id JOIN pooling_video v ON v.id = i.video_id
  WHERE s.campaign_id = of_campaign AND s.rater_id = to_rater AND s.state = 'leased'
  AND s.lease_ends > now() AND s.kind <> 'adjudication'
  ORDER BY s.place, s.id LIMIT CASE WHEN group_of > 0 THEN most + group_of ELSE wanted END;
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
  can_be_seen boolean, chain smallint, shown text, shown_group uuid,
  -- Standing
  campaign_state text, lease_seconds integer, leases_per_rater smallint, member_state text,
  member_role text, confirmed_version integer, version integer, must_confirm integer, seed bigint,
  gold_share float8, drawn integer, group_of integer, single_share float8,
  show text,
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
    CASE WHEN s.shown_group IS NULL THEN 'single' ELSE c.show::text END, s.shown_group,
    c.state::text, c.lease_seconds, c.leases_per_rater, m.state::text, m.role::text,
    m.confirmed_version, g.version, g.must, c.seed::bigint, c.gold_share::float8, m.drawn,
    CASE WHEN c.show = 'single' THEN 0 ELSE c.group_size::int END, c.single_share::float8,
    c.show::text,
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

# Their parameters or columns are others, so they are made anew.
DROP_BEFORE = [
    "DROP FUNCTION annotator_give_slots(bigint, bigint, integer, integer, integer, boolean[], text)",
    "DROP FUNCTION annotator_give_check(bigint, bigint, interval, bigint, text)",
    "DROP FUNCTION annotator_pass_checks(bigint, bigint, bigint)",
    "DROP FUNCTION annotator_lock_answer_context(bigint, bigint, uuid)",
]
DROP_NOW = [
    "DROP FUNCTION annotator_give_slots(bigint, bigint, integer, integer, integer, boolean[], text, boolean[],"
    " integer, integer)",
    "DROP FUNCTION annotator_fill_group(bigint, bigint, interval, bigint, integer, integer, boolean[], text, integer)",
    "DROP FUNCTION annotator_give_check(bigint, bigint, interval, bigint, text, uuid)",
    "DROP FUNCTION annotator_pass_checks(bigint, bigint, bigint, bigint)",
    "DROP FUNCTION annotator_comes_together(annotator_slot)",
    "DROP FUNCTION annotator_lock_answer_context(bigint, bigint, uuid)",
]
NOW = [COMES_TOGETHER, PASS_CHECKS, GIVE_CHECK, FILL_GROUP, GIVE_SLOTS, ANSWER_CONTEXT]
BEFORE = [before.PASS_CHECKS, before.GIVE_CHECK, before.GIVE_SLOTS, before.ANSWER_CONTEXT]


class Migration(migrations.Migration):
    dependencies = [("annotator", "0023_remarks_are_read")]

    operations = [
        migrations.AddField(
            "campaign",
            "show",
            models.CharField(
                "pairs are shown",
                choices=[
                    ("single", "By itself"),
                    ("grid", "One caption with several clips"),
                    ("captions", "One clip with several captions"),
                ],
                db_default="single",
                default="single",
                help_text="One pair at a time, or those of a caption or of a clip together.",
                max_length=8,
            ),
        ),
        migrations.AddField(
            "campaign",
            "group_size",
            models.PositiveSmallIntegerField(
                "pairs shown together",
                db_default=9,
                default=9,
                help_text="How many pairs are shown together at most.",
                validators=[
                    django.core.validators.MinValueValidator(6),
                    django.core.validators.MaxValueValidator(12),
                ],
            ),
        ),
        migrations.AddField(
            "campaign",
            "single_share",
            models.FloatField(
                "share shown by itself all the same",
                db_default=0.05,
                default=0.05,
                help_text=(
                    "Share of pairs that come by themselves where others come together, drawn at random:"
                    " by them it is known what showing pairs together does."
                ),
                validators=[
                    django.core.validators.MinValueValidator(0.0),
                    django.core.validators.MaxValueValidator(1.0),
                    django.core.validators.MaxValueValidator(0.5),
                ],
            ),
        ),
        migrations.AddField(
            "campaign",
            "seen_ms",
            models.PositiveIntegerField(
                "on the screen before all others are irrelevant, in milliseconds",
                db_default=1000,
                default=1000,
                help_text=(
                    "How long each pair shown together must have been on the screen before all that are"
                    " left can be called irrelevant at once."
                ),
                validators=[django.core.validators.MaxValueValidator(60_000)],
            ),
        ),
        migrations.AddField("item", "bundle", models.BigIntegerField(editable=False, null=True)),
        migrations.AddField("slot", "shown_group", models.UUIDField(editable=False, null=True)),
        migrations.AddIndex(
            "item",
            models.Index(
                condition=models.Q(("bundle__isnull", False)),
                fields=["campaign", "bundle"],
                name="annotator_pairs_of_a_bundle",
            ),
        ),
        migrations.RunSQL([*DROP_BEFORE, *NOW], [*DROP_NOW, *BEFORE]),
    ]
