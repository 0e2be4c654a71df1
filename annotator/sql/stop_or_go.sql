-- After a verdict of a caption's pair has come or gone, where the campaign stops at a caption's first
-- positive: pairs of its text that nobody has met and that can change no run's C@K any more become
-- unwanted, and those that can again come free.
--
-- The query is locked (annotator/locks/campaign.py). A slot that a claim is taking at this moment is
-- waited for: it is leased afterwards, and stays. A lease that has ended leaves nothing: the token
-- goes with it. A pair whose clip does not play yet waits as before.
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
$$
