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
