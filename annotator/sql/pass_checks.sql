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
