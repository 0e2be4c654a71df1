"""A rater who comes back after their leases have ended may find others freeing them at that moment: those are passed over."""

from django.db import migrations

# As in 0009, but for the locks of what the rater holds, and that a lease which has ended is nobody's.
GIVE = """
CREATE OR REPLACE FUNCTION annotator_give_slots(of_campaign bigint, to_rater bigint, for_seconds integer, wanted integer) RETURNS TABLE (
  slot bigint, lease uuid, ends timestamptz, caption text, video bigint, path text, poster text, seconds float8
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  whole CONSTANT interval := make_interval(secs => for_seconds);
  held integer;
BEGIN
  UPDATE annotator_slot s SET lease_ends = now() + whole WHERE s.id IN (
    SELECT mine.id FROM annotator_slot mine
    WHERE mine.campaign_id = of_campaign AND mine.rater_id = to_rater AND mine.state = 'leased'
    AND mine.lease_ends < now() + whole / 2 FOR NO KEY UPDATE SKIP LOCKED);
  SELECT count(*) INTO held FROM annotator_slot s
  WHERE s.campaign_id = of_campaign AND s.rater_id = to_rater AND s.state = 'leased' AND s.lease_ends > now()
  AND s.kind <> 'adjudication';
  WHILE held < wanted LOOP
    UPDATE annotator_slot t SET state = 'leased', rater_id = to_rater, lease = gen_random_uuid(), lease_ends = now() + whole
    WHERE t.id = (
      SELECT s.id FROM annotator_slot s WHERE s.campaign_id = of_campaign AND s.state = 'free' AND s.kind <> 'adjudication'
      AND NOT EXISTS (SELECT FROM annotator_slot met WHERE met.item_id = s.item_id AND met.rater_id = to_rater)
      ORDER BY s.place, s.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED);
    EXIT WHEN NOT FOUND;
    held := held + 1;
  END LOOP;
  RETURN QUERY
  SELECT s.id, s.lease, s.lease_ends, q.text::text, i.video_id, v.path::text, v.poster::text, v.seconds::float8
  FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id
  JOIN pooling_query q ON q.id = i.query_id JOIN pooling_video v ON v.id = i.video_id
  WHERE s.campaign_id = of_campaign AND s.rater_id = to_rater AND s.state = 'leased' AND s.lease_ends > now()
  AND s.kind <> 'adjudication'
  ORDER BY s.place, s.id LIMIT wanted;
END
$$
"""


class Migration(migrations.Migration):
    dependencies = [("annotator", "0009_answers_take_three_statements")]
    operations = [migrations.RunSQL(GIVE, migrations.RunSQL.noop)]
