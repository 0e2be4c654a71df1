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
  scale_words text[], relevant_from smallint, far smallint,
  too_fast_ms integer, can_be_seen boolean, chain smallint, shown text, shown_group uuid,
  -- Standing
  campaign_state text, lease_seconds integer, leases_per_rater smallint, member_state text,
  member_role text, confirmed_version integer, version integer, must_confirm integer, seed bigint,
  gold_share float8, drawn integer, group_of integer, single_share float8,
  show text,
  -- The label that the same request made before
  earlier bigint, earlier_slot bigint, earlier_answer text, earlier_value smallint,
  earlier_reason text, earlier_comment text,
  -- The labels that count already
  live_labels bigint[], live_kinds text[], live_answers text[], live_values smallint[]
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
    i.escalated AND s.chain IS NULL, c.stop <> 'never',
    c.scale::text[], c.relevant_from, c.far, c.too_fast_ms,
    c.without_clips OR clip.state = 'ready', s.chain,
    CASE WHEN s.shown_group IS NULL THEN 'single' ELSE c.show::text END, s.shown_group,
    c.state::text, c.lease_seconds, c.leases_per_rater, m.state::text, m.role::text,
    m.confirmed_version, g.version, g.must, c.seed::bigint, c.gold_share::float8, m.drawn,
    CASE WHEN c.show = 'single' THEN 0 ELSE c.group_size::int END, c.single_share::float8,
    c.show::text,
    e.id, e.slot_id, e.answer::text, e.value, e.reason::text, e.comment::text,
    live.labels, live.kinds, live.answers, live.given
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
      array_agg(l.answer::text ORDER BY l.id) AS answers,
      array_agg(l.value ORDER BY l.id) AS given FROM (
        SELECT l.id, l.kind, l.answer, l.value FROM annotator_counting_label l
        WHERE l.item_id = i.id AND s.kind <> 'gold' AND NOT (s.kind = 'first' AND s.turn = 1)
        UNION ALL SELECT l.id, l.kind, l.answer, l.value FROM annotator_counting_check l
        WHERE l.item_id = i.id AND s.kind = 'gold' AND s.turn <> s.chain AND l.chain = s.chain) l
    ) live ON true
  WHERE s.id = of_slot;
END
$$
