"""A campaign may stop at a caption's first positive, and have a goal that it is asked until.

docs/decisions/0055 says why. The columns have constant defaults, so that no table is rewritten.

The texts of the functions and the view are frozen copies of annotator/sql/ as it was then.
"""

from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models

before = import_module("annotator.migrations.0024_shown_together")
older = import_module("annotator.migrations.0017_labels_have_values")

NEEDLESS_PAIR = """
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
"""

STOP_OR_GO = """
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
"""

RELEASE_HELD_BACK = """
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
"""

ANSWER_CONTEXT = """
-- The locks of an answer, in their one order, and then all that it is judged by, in one round trip.
--
-- A function and not one statement: a statement sees the rows as they were when it began, and would
-- go on with what it saw before it waited for a lock. Here each statement sees what was committed
-- until then, so what is read at the end is as it is under the locks.
--
-- annotator/locks/answer_context.py makes objects of the row by its columns' names.
CREATE OR REPLACE FUNCTION annotator_lock_answer_context(
  of_slot bigint, by_rater bigint, by_request uuid
) RETURNS TABLE (
  -- LockedSlot
  campaign_id bigint, item_id bigint, kind text, turn smallint, state text, rater_id bigint,
  lease uuid, query_id bigint, video_id bigint, doubled boolean, had_verdict boolean,
  label_limit smallint, cannot_judge_limit smallint, escalated boolean, stops boolean,
  too_fast_ms integer, can_be_seen boolean, chain smallint, shown text, shown_group uuid,
  -- Standing
  campaign_state text, lease_seconds integer, leases_per_rater smallint, member_state text,
  member_role text, confirmed_version integer, version integer, must_confirm integer, seed bigint,
  gold_share float8, drawn integer, group_of integer, single_share float8,
  show text,
  -- The label that the same request made before
  earlier bigint, earlier_slot bigint, earlier_answer text, earlier_reason text,
  earlier_comment text,
  -- The labels that count already
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
  -- The campaign, shared with all who work in it; and its rater, whose own requests follow each
  -- other. As annotator/locks/campaign.py does.
  PERFORM pg_advisory_xact_lock_shared(7401, of_campaign::int),
    pg_advisory_xact_lock(of_campaign << 32 | by_rater);
  -- Where the answer to one pair of a caption decides whether others are asked, the query.
  PERFORM pg_advisory_xact_lock(-(i.campaign_id << 32 | i.query_id))
  FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id
  JOIN annotator_campaign c ON c.id = s.campaign_id WHERE s.id = of_slot AND c.stop <> 'never';
  -- The item, then its slot: from here on nobody else can fill or lease it.
  PERFORM FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id WHERE s.id = of_slot
  FOR NO KEY UPDATE OF i, s;
  RETURN QUERY
  SELECT s.campaign_id, s.item_id, s.kind::text, s.turn, s.state::text, s.rater_id, s.lease,
    i.query_id, i.video_id,
    CASE WHEN s.chain IS NULL THEN i.doubled ELSE EXISTS (SELECT FROM annotator_slot t
      WHERE t.item_id = i.id AND t.chain = s.chain AND t.stage = 'second') END,
    i.verdict IS NOT NULL, c.label_limit, c.cannot_judge_limit,
    i.escalated AND s.chain IS NULL, c.stop <> 'never', c.too_fast_ms,
    c.without_clips OR clip.state = 'ready', s.chain,
    CASE WHEN s.shown_group IS NULL THEN 'single' ELSE c.show::text END, s.shown_group,
    c.state::text, c.lease_seconds, c.leases_per_rater, m.state::text, m.role::text,
    m.confirmed_version, g.version, g.must, c.seed::bigint, c.gold_share::float8, m.drawn,
    CASE WHEN c.show = 'single' THEN 0 ELSE c.group_size::int END, c.single_share::float8,
    c.show::text,
    e.id, e.slot_id, e.answer::text, e.reason::text, e.comment::text,
    live.labels, live.kinds, live.answers
  FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id
  JOIN annotator_campaign c ON c.id = s.campaign_id
  JOIN pooling_video clip ON clip.id = i.video_id
  LEFT JOIN annotator_member m ON m.campaign_id = c.id AND m.person_id = by_rater
  CROSS JOIN LATERAL (SELECT coalesce(max(v.version), 0) AS version,
      coalesce(max(v.version) FILTER (WHERE v.confirm), 0) AS must
    FROM annotator_guideline v WHERE v.campaign_id = c.id) g
  LEFT JOIN annotator_label e ON e.rater_id = by_rater AND e.request_id = by_request
  -- Before an item's first label, or a chain's, there is none to look for.
  LEFT JOIN LATERAL (SELECT array_agg(l.id ORDER BY l.id) AS labels,
      array_agg(l.kind::text ORDER BY l.id) AS kinds,
      array_agg(l.answer::text ORDER BY l.id) AS answers FROM (
        SELECT l.id, l.kind, l.answer FROM annotator_counting_label l
        WHERE l.item_id = i.id AND s.kind <> 'gold' AND NOT (s.kind = 'first' AND s.turn = 1)
        UNION ALL SELECT l.id, l.kind, l.answer FROM annotator_counting_check l
        WHERE l.item_id = i.id AND s.kind = 'gold' AND s.turn <> s.chain AND l.chain = s.chain) l
    ) live ON true
  WHERE s.id = of_slot;
END
$$
"""

DROP_CONTEXT = "DROP FUNCTION annotator_lock_answer_context(bigint, bigint, uuid)"
NOW = [NEEDLESS_PAIR, STOP_OR_GO, RELEASE_HELD_BACK, DROP_CONTEXT, ANSWER_CONTEXT]
BEFORE = [
    DROP_CONTEXT,
    before.ANSWER_CONTEXT,
    older.RELEASE_HELD_BACK,
    "DROP FUNCTION annotator_stop_or_go(bigint, bigint)",
    "DROP VIEW annotator_needless_pair",
]


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0024_shown_together"),
        ("pooling", "0012_runs_have_provenance"),
    ]

    operations = [
        migrations.AddField(
            "campaign",
            "stop",
            models.CharField(
                "a caption is done",
                choices=[
                    ("never", "Never: all pairs are asked"),
                    ("first_positive", "At a caption's first positive"),
                ],
                db_default="never",
                default="never",
                help_text=(
                    "At its first positive, pairs that can change no run's C@K any more are not asked. P@K,"
                    " AP and recall then have bounds only."
                ),
                max_length=14,
            ),
        ),
        migrations.AddField(
            "campaign",
            "until",
            models.CharField(
                "asked until",
                blank=True,
                db_default="",
                default="",
                help_text=(
                    "A measure, two runs of the pool and points, as in C@1:CLIP4CLIP,TeachText:2. The"
                    " campaign's page says when the difference of the runs is known to these points, either"
                    " way. Without it all pairs are asked."
                ),
                max_length=320,
            ),
        ),
        migrations.CreateModel(
            name="Look",
            fields=[
                (
                    "campaign",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="look",
                        serialize=False,
                        to="annotator.campaign",
                    ),
                ),
                (
                    "captions",
                    models.PositiveIntegerField(help_text="Texts of captions whose pairs are all done."),
                ),
                ("population", models.PositiveIntegerField(help_text="Texts that the difference is about.")),
                ("difference", models.FloatField(null=True)),
                ("low", models.FloatField(null=True)),
                ("high", models.FloatField(null=True)),
                ("to_go", models.PositiveIntegerField(help_text="About how many more texts.", null=True)),
                ("reached", models.BooleanField(default=False)),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("looked_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("high__isnull", True), ("low__isnull", True)),
                            models.Q(("high__gte", models.F("low")), ("low__isnull", False)),
                            _connector="OR",
                        ),
                        name="annotator_a_look_has_both_ends_or_neither",
                    )
                ],
            },
        ),
        migrations.RunSQL(NOW, BEFORE),
    ]
