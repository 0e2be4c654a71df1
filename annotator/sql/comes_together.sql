-- Whether a free slot may be given out together with others of its bundle: the first and the second
-- label of a pair, as they were drawn. What is asked once more, because somebody could not judge or
-- two disagree, comes by itself, and so does what was put off: a group of a few would tell why.
CREATE OR REPLACE FUNCTION annotator_comes_together(of annotator_slot) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT of.place < 1::bigint << 40 AND (of.kind IN ('first', 'second') AND of.turn = 1
    OR of.kind = 'gold' AND (of.stage = 'first' AND of.turn = of.chain
      OR of.stage = 'second' AND of.turn = of.chain + 1))
$$
