-- The views, functions and triggers of the first release: annotator/sql/ as it was then, frozen.

CREATE OR REPLACE VIEW annotator_live_label AS
SELECT l.id, l.campaign_id, l.item_id, l.slot_id, l.rater_id, l.answer, s.kind,
  s.state AS slot_state, s.rater_id AS slot_rater, l.value, l.given_at
FROM annotator_label l JOIN annotator_slot s ON s.id = l.slot_id
WHERE l.answer <> 'withdrawn'
AND NOT EXISTS (SELECT FROM annotator_label n WHERE n.supersedes_id = l.id);

CREATE OR REPLACE VIEW annotator_counting_label AS
SELECT l.id, l.campaign_id, l.item_id, l.slot_id, l.rater_id, l.answer, l.kind, l.slot_state,
  l.slot_rater, l.value, l.given_at
FROM annotator_live_label l
WHERE l.kind <> 'gold'
AND NOT EXISTS (SELECT FROM annotator_disregardedlabel d WHERE d.label_id = l.id);

CREATE OR REPLACE VIEW annotator_counting_check AS
SELECT l.id, l.campaign_id, l.item_id, l.slot_id, l.rater_id, l.answer, l.kind, l.slot_state,
  l.slot_rater, o.chain, l.value, l.given_at
FROM annotator_live_label l JOIN annotator_slot o ON o.id = l.slot_id
WHERE l.kind = 'gold'
AND NOT EXISTS (SELECT FROM annotator_disregardedlabel d WHERE d.label_id = l.id);

CREATE OR REPLACE VIEW annotator_needless_pair AS
SELECT i.campaign_id, i.query_id, i.id AS item_id
FROM annotator_campaign c JOIN annotator_item i ON i.campaign_id = c.id
JOIN pooling_poolpair p ON p.pool_id = c.pool_id AND p.query_id = i.query_id
  AND p.video_id = i.video_id
WHERE c.stop = 'first_positive' AND NOT i.gold AND 0 < ANY (p.ranks)
AND NOT EXISTS (
  SELECT FROM unnest(p.ranks) WITH ORDINALITY AS r(rank, run)
  WHERE r.rank > 0 AND NOT EXISTS (
    SELECT FROM annotator_item f JOIN pooling_poolpair g ON g.pool_id = c.pool_id
      AND g.query_id = f.query_id AND g.video_id = f.video_id
    WHERE f.campaign_id = c.id AND f.query_id = i.query_id AND f.verdict = 'relevant'
      AND NOT f.gold AND g.ranks[r.run] BETWEEN 1 AND r.rank));

CREATE OR REPLACE FUNCTION annotator_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'labels are appended, never changed or deleted'
    USING ERRCODE = 'integrity_constraint_violation';
END
$$;

CREATE OR REPLACE FUNCTION annotator_comes_together(of annotator_slot) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT of.place < 1::bigint << 40 AND (of.kind IN ('first', 'second') AND of.turn = 1
    OR of.kind = 'gold' AND (of.stage = 'first' AND of.turn = of.chain
      OR of.stage = 'second' AND of.turn = of.chain + 1))
$$;

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
$$;

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
$$;

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
$$;

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
$$;

CREATE OR REPLACE FUNCTION annotator_lock_answer_context(
  of_slot bigint, by_rater bigint, by_request uuid
) RETURNS TABLE (
  -- LockedSlot
  campaign_id bigint, item_id bigint, kind text, turn smallint, state text, rater_id bigint,
  lease uuid, query_id bigint, video_id bigint, doubled boolean, had_verdict boolean,
  label_limit smallint, cannot_judge_limit smallint, escalated boolean, stops boolean,
  too_fast_ms integer, can_be_seen boolean, chain smallint, shown text, shown_group uuid,
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
  -- Where the answer to one pair of a caption decides whether others are asked, the query.
  PERFORM pg_advisory_xact_lock(-(i.campaign_id << 32 | i.query_id))
  FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id
  JOIN annotator_campaign c ON c.id = s.campaign_id WHERE s.id = of_slot AND c.stop <> 'never';
  -- The item, then its slot: from here on nobody else can fill or lease it.
  PERFORM FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id WHERE s.id = of_slot
  FOR NO KEY UPDATE OF i, s;
  RETURN QUERY
  SELECT s.campaign_id, s.item_id, s.kind::text, s.turn, s.state::text, s.rater_id, s.lease,
    i.query_id, i.video_id,
    CASE WHEN s.chain IS NULL THEN i.doubled ELSE EXISTS (SELECT FROM annotator_slot t
      WHERE t.item_id = i.id AND t.chain = s.chain AND t.stage = 'second') END,
    i.verdict IS NOT NULL, c.label_limit, c.cannot_judge_limit,
    i.escalated AND s.chain IS NULL, c.stop <> 'never', c.too_fast_ms,
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
$$;

CREATE OR REPLACE FUNCTION annotator_stop_or_go(of_campaign bigint, of_query bigint) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id
  WHERE i.campaign_id = of_campaign AND i.query_id = of_query AND s.kind = 'first' AND s.turn = 1
  AND s.state IN ('free', 'unwanted') ORDER BY s.id FOR NO KEY UPDATE OF s;
  UPDATE annotator_slot s SET state = w.state,
    lease = CASE WHEN w.state = 'free' THEN s.lease END, lease_ends = NULL
  FROM (SELECT i.id, CASE WHEN n.item_id IS NULL THEN 'free' ELSE 'unwanted' END AS state
    FROM annotator_item i LEFT JOIN annotator_needless_pair n ON n.item_id = i.id
      AND n.campaign_id = of_campaign AND n.query_id = of_query
    WHERE i.campaign_id = of_campaign AND i.query_id = of_query AND NOT i.gold) w
  WHERE s.item_id = w.id AND s.kind = 'first' AND s.turn = 1 AND s.state IN ('free', 'unwanted')
  AND s.state <> w.state;
END
$$;

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
    PERFORM pg_advisory_xact_lock(-(q.campaign_id << 32 | q.query_id)) FROM (
      SELECT i.campaign_id, i.query_id FROM annotator_item i
      JOIN annotator_campaign c ON c.id = i.campaign_id AND c.stop <> 'never'
      WHERE i.video_id = NEW.id AND i.campaign_id = of_campaign AND i.held_back
      ORDER BY i.query_id) q;
    WITH released AS (
      UPDATE annotator_item SET held_back = false
      WHERE video_id = NEW.id AND campaign_id = of_campaign AND held_back RETURNING id)
    UPDATE annotator_slot s SET state = CASE WHEN EXISTS (
        SELECT FROM annotator_needless_pair n WHERE n.item_id = s.item_id) THEN 'unwanted'
      ELSE 'free' END FROM released r
    WHERE s.item_id = r.id AND s.kind = 'first' AND s.turn = 1 AND s.state = 'waiting';
  END LOOP;
  RETURN NULL;
END
$$;

CREATE TRIGGER labels_are_appended_only BEFORE UPDATE OR DELETE ON annotator_label
FOR EACH STATEMENT EXECUTE FUNCTION annotator_refuse_change();

CREATE TRIGGER disregarding_is_appended_only BEFORE UPDATE OR DELETE ON annotator_disregardedlabel
FOR EACH STATEMENT EXECUTE FUNCTION annotator_refuse_change();

CREATE TRIGGER a_clip_that_plays_releases_its_pairs AFTER UPDATE OF state ON pooling_video
FOR EACH ROW WHEN (NEW.state = 'ready' AND OLD.state <> 'ready')
EXECUTE FUNCTION annotator_release_held_back();
