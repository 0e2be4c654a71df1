-- Pairs that can change no run's C@K any more, in campaigns that stop at a caption's first positive:
-- each run of the pool that found the pair has a pair of the same caption that is relevant, at the
-- same rank or before. A pair that no run found is never one of them.
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
      AND NOT f.gold AND g.ranks[r.run] BETWEEN 1 AND r.rank))
