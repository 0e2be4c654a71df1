-- As annotator_counting_label for verdicts: what counts for what is asked next about a check. A
-- check that was imported has no chain.
CREATE OR REPLACE VIEW annotator_counting_check AS
SELECT l.id, l.campaign_id, l.item_id, l.slot_id, l.rater_id, l.answer, l.kind, l.slot_state,
  l.slot_rater, o.chain, l.value, l.given_at
FROM annotator_live_label l JOIN annotator_slot o ON o.id = l.slot_id
WHERE l.kind = 'gold'
AND NOT EXISTS (SELECT FROM annotator_disregardedlabel d WHERE d.label_id = l.id)
