-- A label lives while it is neither superseded nor withdrawn.
CREATE OR REPLACE VIEW annotator_live_label AS
SELECT l.id, l.campaign_id, l.item_id, l.slot_id, l.rater_id, l.answer, s.kind,
  s.state AS slot_state, s.rater_id AS slot_rater, l.value, l.given_at
FROM annotator_label l JOIN annotator_slot s ON s.id = l.slot_id
WHERE l.answer <> 'withdrawn'
AND NOT EXISTS (SELECT FROM annotator_label n WHERE n.supersedes_id = l.id)
