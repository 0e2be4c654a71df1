-- A label that lives counts towards its pair's verdict, unless it answers a check or was asked for
-- again.
CREATE OR REPLACE VIEW annotator_counting_label AS
SELECT l.id, l.campaign_id, l.item_id, l.slot_id, l.rater_id, l.answer, l.kind, l.slot_state,
  l.slot_rater, l.value, l.given_at
FROM annotator_live_label l
WHERE l.kind <> 'gold'
AND NOT EXISTS (SELECT FROM annotator_disregardedlabel d WHERE d.label_id = l.id)
