"""A pair whose clip does not play is held back until it does; only campaigns without clips take its answers all the same."""

from importlib import import_module

from django.db import migrations, models

# As in 0009, and whether the pair can be seen: its clip plays, or the campaign shows its clips elsewhere.
FACE = """
CREATE FUNCTION annotator_face_slot(of_slot bigint, by_rater bigint, by_request uuid) RETURNS TABLE (
  campaign_id bigint, item_id bigint, kind text, turn smallint, state text, rater_id bigint, lease uuid,
  query_id bigint, video_id bigint, doubled boolean, had_verdict boolean, label_limit smallint, cannot_judge_limit smallint,
  too_fast_ms integer, can_be_seen boolean,
  campaign_state text, lease_seconds integer, leases_per_rater smallint, member_state text, member_role text,
  confirmed_version integer, version integer, must_confirm integer, seed bigint, gold_share float8,
  earlier bigint, earlier_slot bigint, earlier_answer text, earlier_reason text, earlier_comment text,
  live_labels bigint[], live_kinds text[], live_answers text[]
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  of_campaign bigint;
BEGIN
  SELECT s.campaign_id INTO of_campaign FROM annotator_slot s WHERE s.id = of_slot;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(7401, of_campaign::int), pg_advisory_xact_lock(of_campaign << 32 | by_rater);
  PERFORM FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id WHERE s.id = of_slot FOR NO KEY UPDATE OF i, s;
  RETURN QUERY
  SELECT s.campaign_id, s.item_id, s.kind::text, s.turn, s.state::text, s.rater_id, s.lease,
    i.query_id, i.video_id, i.doubled, i.verdict IS NOT NULL, c.label_limit, c.cannot_judge_limit, c.too_fast_ms,
    c.without_clips OR clip.state = 'ready',
    c.state::text, c.lease_seconds, c.leases_per_rater, m.state::text, m.role::text, m.confirmed_version,
    g.version, g.must, c.seed::bigint, c.gold_share::float8,
    e.id, e.slot_id, e.answer::text, e.reason::text, e.comment::text,
    live.labels, live.kinds, live.answers
  FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id JOIN annotator_campaign c ON c.id = s.campaign_id
  JOIN pooling_video clip ON clip.id = i.video_id
  LEFT JOIN annotator_member m ON m.campaign_id = c.id AND m.person_id = by_rater
  CROSS JOIN LATERAL (SELECT coalesce(max(v.version), 0) AS version, coalesce(max(v.version) FILTER (WHERE v.confirm), 0) AS must
    FROM annotator_guideline v WHERE v.campaign_id = c.id) g
  LEFT JOIN annotator_label e ON e.rater_id = by_rater AND e.request_id = by_request
  -- Before an item's first label there is none to look for.
  LEFT JOIN LATERAL (SELECT array_agg(l.id ORDER BY l.id) AS labels, array_agg(l.kind::text ORDER BY l.id) AS kinds,
    array_agg(l.answer::text ORDER BY l.id) AS answers FROM annotator_counting_label l
    WHERE l.item_id = i.id AND NOT (s.kind = 'first' AND s.turn = 1 OR s.kind = 'gold')) live ON true
  WHERE s.id = of_slot;
END
$$
"""
DROP_FACE = "DROP FUNCTION annotator_face_slot(bigint, bigint, uuid)"

# 7402 is the space of advisory locks for benchmarks: whoever opens a campaign holds its benchmark's alone while it looks which
# videos play, so that none begins to play unseen. 7401 is that of campaigns, as in annotator/actions/held.py.
RELEASE = """
CREATE FUNCTION annotator_release_held_back() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_campaign bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7402, NEW.benchmark_id::int);
  FOR of_campaign IN
    SELECT DISTINCT i.campaign_id FROM annotator_item i WHERE i.video_id = NEW.id AND i.held_back ORDER BY 1
  LOOP
    PERFORM pg_advisory_xact_lock_shared(7401, of_campaign::int);
    WITH released AS (
      UPDATE annotator_item SET held_back = false WHERE video_id = NEW.id AND campaign_id = of_campaign AND held_back
      RETURNING id)
    UPDATE annotator_slot s SET state = 'free' FROM released r
    WHERE s.item_id = r.id AND s.kind = 'first' AND s.turn = 1 AND s.state = 'waiting';
  END LOOP;
  RETURN NULL;
END
$$
"""
TRIGGER = """
CREATE TRIGGER a_clip_that_plays_releases_its_pairs AFTER UPDATE OF state ON pooling_video
FOR EACH ROW WHEN (NEW.state = 'ready' AND OLD.state <> 'ready') EXECUTE FUNCTION annotator_release_held_back()
"""

# Campaigns that were opened before none of whose clips plays go on as they were.
OPENED_WITHOUT_CLIPS = """
UPDATE annotator_campaign c SET without_clips = true WHERE c.source = 'here' AND c.state <> 'draft' AND NOT EXISTS (
  SELECT FROM annotator_item i JOIN pooling_video v ON v.id = i.video_id
  WHERE i.campaign_id = c.id AND NOT i.gold AND v.state = 'ready')
"""


FACE_BEFORE = import_module("annotator.migrations.0009_answers_take_three_statements").FACE


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0010_claiming_waits_for_nobody"),
        ("pooling", "0005_verdicts_know_their_newest_label"),
    ]
    operations = [
        migrations.AddField(
            "campaign",
            "without_clips",
            models.BooleanField(
                db_default=False,
                default=False,
                help_text="Raters see the clips elsewhere: pairs whose clips do not play here are given out and judged all the same.",
            ),
        ),
        migrations.AddField("item", "held_back", models.BooleanField(db_default=False, default=False, editable=False)),
        migrations.AddIndex(
            "item",
            models.Index(
                condition=models.Q(("held_back", True)), fields=["video", "campaign"], name="annotator_pairs_held_back"
            ),
        ),
        migrations.AddConstraint(
            "item",
            models.CheckConstraint(
                condition=models.Q(
                    models.Q(("held_back", True), _negated=True),
                    models.Q(("dispute", 0), ("gold", False), ("verdict__isnull", True)),
                    _connector="OR",
                ),
                name="annotator_a_pair_that_is_held_back_is_not_judged",
            ),
        ),
        migrations.AlterField(
            "slot",
            "state",
            models.CharField(
                choices=[
                    ("waiting", "Waiting for the slot before it, or for its clip"),
                    ("free", "Free"),
                    ("leased", "Leased"),
                    ("filled", "Filled"),
                ],
                default="free",
                max_length=8,
            ),
        ),
        migrations.RunSQL(DROP_FACE, FACE_BEFORE),
        migrations.RunSQL(FACE, DROP_FACE),
        migrations.RunSQL(RELEASE, "DROP FUNCTION annotator_release_held_back()"),
        migrations.RunSQL(TRIGGER, "DROP TRIGGER a_clip_that_plays_releases_its_pairs ON pooling_video"),
        migrations.RunSQL(OPENED_WITHOUT_CLIPS, migrations.RunSQL.noop),
    ]
