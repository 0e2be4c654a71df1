-- A pair whose clip does not play is held back. A trigger on videos calls this when one begins to
-- play, and its pairs are given out from then on.
--
-- 7402 is the space of advisory locks for benchmarks: an opening holds its benchmark's alone while
-- it looks which videos play, so that none begins to play unseen. 7401 is that of campaigns
-- (annotator/locks/campaign.py). Campaigns come in the order of their numbers, so that of two
-- videos that begin to play at once neither waits for the other in a circle; and so do the queries
-- of a campaign that stops at a caption's first positive. Where a caption's is there already, the
-- pair is not wanted any more.
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
$$
