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
