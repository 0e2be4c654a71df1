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
