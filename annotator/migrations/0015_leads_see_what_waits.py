"""Leads see what waits for them: pairs that nobody is left to ask, which they may send to adjudication; comments; broken clips."""

from importlib import import_module

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import migrations, models

# As in 0014, and whether the pair was sent to adjudication.
FACE = """
CREATE FUNCTION annotator_face_slot(of_slot bigint, by_rater bigint, by_request uuid) RETURNS TABLE (
  campaign_id bigint, item_id bigint, kind text, turn smallint, state text, rater_id bigint, lease uuid,
  query_id bigint, video_id bigint, doubled boolean, had_verdict boolean, label_limit smallint, cannot_judge_limit smallint,
  escalated boolean, too_fast_ms integer, can_be_seen boolean, chain smallint,
  campaign_state text, lease_seconds integer, leases_per_rater smallint, member_state text, member_role text,
  confirmed_version integer, version integer, must_confirm integer, seed bigint, gold_share float8, drawn integer,
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
    i.query_id, i.video_id, CASE WHEN s.chain IS NULL THEN i.doubled ELSE EXISTS (SELECT FROM annotator_slot t
      WHERE t.item_id = i.id AND t.chain = s.chain AND t.stage = 'second') END,
    i.verdict IS NOT NULL, c.label_limit, c.cannot_judge_limit,
    i.escalated AND s.chain IS NULL, c.too_fast_ms,
    c.without_clips OR clip.state = 'ready', s.chain,
    c.state::text, c.lease_seconds, c.leases_per_rater, m.state::text, m.role::text, m.confirmed_version,
    g.version, g.must, c.seed::bigint, c.gold_share::float8, m.drawn,
    e.id, e.slot_id, e.answer::text, e.reason::text, e.comment::text,
    live.labels, live.kinds, live.answers
  FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id JOIN annotator_campaign c ON c.id = s.campaign_id
  JOIN pooling_video clip ON clip.id = i.video_id
  LEFT JOIN annotator_member m ON m.campaign_id = c.id AND m.person_id = by_rater
  CROSS JOIN LATERAL (SELECT coalesce(max(v.version), 0) AS version, coalesce(max(v.version) FILTER (WHERE v.confirm), 0) AS must
    FROM annotator_guideline v WHERE v.campaign_id = c.id) g
  LEFT JOIN annotator_label e ON e.rater_id = by_rater AND e.request_id = by_request
  -- Before an item's first label, or a chain's, there is none to look for.
  LEFT JOIN LATERAL (SELECT array_agg(l.id ORDER BY l.id) AS labels, array_agg(l.kind::text ORDER BY l.id) AS kinds,
    array_agg(l.answer::text ORDER BY l.id) AS answers FROM (
      SELECT l.id, l.kind, l.answer FROM annotator_counting_label l
      WHERE l.item_id = i.id AND s.kind <> 'gold' AND NOT (s.kind = 'first' AND s.turn = 1)
      UNION ALL SELECT l.id, l.kind, l.answer FROM annotator_counting_check l
      WHERE l.item_id = i.id AND s.kind = 'gold' AND s.turn <> s.chain AND l.chain = s.chain) l) live ON true
  WHERE s.id = of_slot;
END
$$
"""
DROP_FACE = "DROP FUNCTION annotator_face_slot(bigint, bigint, uuid)"
FACE_BEFORE = import_module("annotator.migrations.0014_pairs_wait_for_their_clips").FACE


class Migration(migrations.Migration):
    dependencies = [("annotator", "0014_pairs_wait_for_their_clips")]
    operations = [
        migrations.AddField("item", "escalated", models.BooleanField(db_default=False, default=False, editable=False)),
        migrations.AddIndex(
            "slot",
            models.Index(
                condition=models.Q(
                    ("state", "free"),
                    models.Q(("kind__in", ["adjudication", "gold"]), _negated=True),
                    models.Q(("kind", "first"), ("turn", 1), _negated=True),
                ),
                fields=["campaign"],
                name="annotator_slots_of_pairs_met",
            ),
        ),
        migrations.AddIndex(
            "label",
            models.Index(
                condition=models.Q(("comment", ""), _negated=True), fields=["campaign", "-id"], name="annotator_comments"
            ),
        ),
        migrations.AddIndex(
            "label",
            models.Index(
                condition=models.Q(("reason", "does_not_play")), fields=["campaign", "-id"], name="annotator_reports_of_clips"
            ),
        ),
        migrations.RunSQL(DROP_FACE, FACE_BEFORE),
        migrations.RunSQL(FACE, DROP_FACE),
        # What the fields of a policy mean, in other words.
        migrations.AlterField(
            model_name="campaign",
            name="cannot_judge_limit",
            field=models.PositiveSmallIntegerField(
                default=2,
                help_text="After this many 'cannot judge' answers, an adjudicator decides.",
                validators=[MinValueValidator(1), MaxValueValidator(9)],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="change_minutes",
            field=models.PositiveIntegerField(default=60, help_text="How long raters may change an answer after giving it."),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="gold_bar",
            field=models.FloatField(
                default=0.7,
                help_text="Raters with a smaller share of correct gold answers are paused.",
                validators=[MinValueValidator(0.0), MaxValueValidator(1.0)],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="gold_minimum",
            field=models.PositiveSmallIntegerField(
                default=20,
                help_text="Nobody is paused before this many gold answers.",
                validators=[MinValueValidator(1), MaxValueValidator(500)],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="gold_window",
            field=models.PositiveSmallIntegerField(
                default=50,
                help_text="Counted over this many most recent answers.",
                validators=[MinValueValidator(1), MaxValueValidator(500)],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="label_limit",
            field=models.PositiveSmallIntegerField(
                default=3,
                help_text="After this many labels without a verdict, whatever they say, an adjudicator decides.",
                validators=[MinValueValidator(1), MaxValueValidator(9)],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="lease_follows_pace",
            field=models.BooleanField(
                default=True, help_text="Once 100 answers have been timed, the lease follows from how long they took."
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="pass_mark",
            field=models.FloatField(
                default=0.8,
                help_text="Share of correct answers required to pass the training.",
                validators=[MinValueValidator(0.0), MaxValueValidator(1.0)],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="pass_window",
            field=models.PositiveSmallIntegerField(
                default=20,
                help_text="Counted over this many most recent answers.",
                validators=[MinValueValidator(1), MaxValueValidator(500)],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="too_fast_ms",
            field=models.PositiveIntegerField(
                default=700, help_text="Answers in less active time are marked as too fast; they still count."
            ),
        ),
    ]
