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
