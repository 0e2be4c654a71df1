"""Known answers drawn from what the benchmark and the campaigns tell: seeded, so that the same call
draws the same pairs.

Original positives are relevant, with the highest grade of a longer scale; they are taken from pairs
that the campaign does not ask about. A far-away pair is one that no run of the pool ranks within
the depth that was imported of it: irrelevant, of grade 0, as far as all the models together can
tell. Both come without an explanation: nobody has looked at the clip yet, and training does not ask
them until a lead has, and has written one. Pairs that an adjudicator decided have their answer from
there, and the adjudicator's reason as the explanation; a longer scale takes those that were decided
on the same one.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.actions.know_answers import KnownPair, know_answers
from annotator.asked.known_answers import MOST_DRAWN
from annotator.models import Campaign, KnownAnswer
from foundation.database.rows import column_of, row_of, rows_of
from foundation.refused import Refused
from people.actor import Actor

# For each pair wanted, and beside: nearly all pairs of a benchmark are far ones.
TRIES, MORE_TRIES = 4, 1_000


class NothingToDraw(Refused):
    """Nothing left to draw."""


def draw_known_answers(
    actor: Actor,
    campaign: Campaign,
    origin: KnownAnswer.Origin,
    count: int,
    use: KnownAnswer.Use,
    seed: int = 1,
) -> list[KnownAnswer]:
    """Draws at most `count`: fewer where there are fewer."""
    count = max(0, min(count, MOST_DRAWN))
    known = DRAWS[origin](campaign, _words(campaign, count, seed))
    if not known:
        raise NothingToDraw(_why_nothing(campaign, origin))
    return know_answers(actor, campaign.pk, known, origin, use)


# Captions that the campaign asks about come first: as checks, others would stand out.
ORIGINAL_PAIRS = """
SELECT c.query_id, c.video_id
FROM (SELECT DISTINCT query_id, video_id FROM pooling_caption
  WHERE benchmark_id = %(benchmark)s AND video_id IS NOT NULL) c
WHERE NOT EXISTS (SELECT FROM pooling_poolpair p
    WHERE p.pool_id = %(pool)s AND p.query_id = c.query_id AND p.video_id = c.video_id)
  AND NOT EXISTS (SELECT FROM annotator_knownanswer k
    WHERE k.campaign_id = %(campaign)s AND k.query_id = c.query_id AND k.video_id = c.video_id)
ORDER BY EXISTS (SELECT FROM pooling_poolpair p
    WHERE p.pool_id = %(pool)s AND p.query_id = c.query_id) DESC,
  md5(concat_ws(':', %(seed)s::bigint, c.query_id, c.video_id)), c.query_id, c.video_id
LIMIT %(count)s
"""


def _originals(campaign: Campaign, words: dict[str, Any]) -> list[KnownPair]:
    return _at_the_end(campaign, KnownAnswer.Truth.RELEVANT, rows_of(ORIGINAL_PAIRS, words))


def _at_the_end(campaign: Campaign, truth: KnownAnswer.Truth, pairs: Any) -> list[KnownPair]:
    """All at one end of the scale."""
    scale = campaign.on_scale
    grade = scale.grade_of(scale.highest if truth == KnownAnswer.Truth.RELEVANT else 0)
    return [KnownPair(query, video, truth, grade=grade) for query, video in pairs]


SAME_SCALE = """
c.benchmark_id = %(benchmark)s AND (NOT %(graded)s
  OR c.scale = %(scale)s::varchar[] AND c.relevant_from = %(relevant_from)s)
"""
# Of a pair that several campaigns have decided, the decision with the newest label.
ADJUDICATED_PAIRS = f"""
SELECT query_id, video_id, answer, comment, CASE WHEN %(graded)s THEN grade END FROM (
  SELECT DISTINCT ON (i.query_id, i.video_id) i.query_id, i.video_id, l.answer, l.comment, i.grade,
    l.id
  FROM annotator_item i
  JOIN annotator_campaign c ON c.id = i.campaign_id AND {SAME_SCALE}
  JOIN annotator_label l ON l.id = i.labels_used[1]
  WHERE i.adjudicated AND i.verdict IN ('relevant', 'irrelevant')
    AND NOT EXISTS (SELECT FROM annotator_knownanswer k
      WHERE k.campaign_id = %(campaign)s AND k.query_id = i.query_id AND k.video_id = i.video_id)
  ORDER BY i.query_id, i.video_id, l.id DESC) decided
ORDER BY md5(concat_ws(':', %(seed)s::bigint, query_id, video_id)), query_id, video_id
LIMIT %(count)s
"""


def _adjudicated(_: Campaign, words: dict[str, Any]) -> list[KnownPair]:
    """Pairs of all campaigns of this benchmark."""
    return [
        KnownPair(query, video, answer, comment, grade=grade)
        for query, video, answer, comment, grade in rows_of(ADJUDICATED_PAIRS, words)
    ]


# Their numbers.
CAPTIONS_OF_POOL = """
SELECT q.number FROM pooling_query q WHERE q.benchmark_id = %(benchmark)s AND EXISTS (
  SELECT FROM pooling_poolpair p WHERE p.pool_id = %(pool)s AND p.query_id = q.id)
ORDER BY q.number
"""


def _far(campaign: Campaign, words: dict[str, Any]) -> list[KnownPair]:
    """Pairs of captions that the campaign asks about; only if these give too few, of any."""
    asked = np.array(column_of(CAPTIONS_OF_POOL, words), np.int64)
    known, wanted = _far_of(campaign, words, asked), words["count"]
    if len(known) < wanted:
        others = _far_of(campaign, words, np.arange(campaign.benchmark.query_count))
        known = list(dict.fromkeys(known + others))[:wanted]
    return known


# The pairs drawn, in that order, without the benchmark's own, those that a run ranks, those of the
# pool, and those whose answer is known already.
FAR_PAIRS = """
SELECT q.id, v.id
FROM (SELECT query, video, min(place) AS place
  FROM unnest(%(queries)s::bigint[], %(videos)s::bigint[])
    WITH ORDINALITY AS d (query, video, place)
  GROUP BY query, video) d
JOIN pooling_query q ON q.benchmark_id = %(benchmark)s AND q.number = d.query
JOIN pooling_video v ON v.benchmark_id = %(benchmark)s AND v.number = d.video
WHERE NOT EXISTS (SELECT FROM pooling_caption c WHERE c.query_id = q.id AND c.video_id = v.id)
  AND NOT EXISTS (SELECT FROM pooling_caption c
    JOIN pooling_ranking r ON r.run_id = ANY(%(runs)s) AND r.item = c.number
      AND v.number = ANY(r.targets)
    WHERE c.query_id = q.id)
  AND NOT EXISTS (SELECT FROM pooling_poolpair p
    WHERE p.pool_id = %(pool)s AND p.query_id = q.id AND p.video_id = v.id)
  AND NOT EXISTS (SELECT FROM annotator_knownanswer k
    WHERE k.campaign_id = %(campaign)s AND k.query_id = q.id AND k.video_id = v.id)
ORDER BY d.place LIMIT %(count)s
"""


def _far_of(
    campaign: Campaign, words: dict[str, Any], captions: NDArray[np.int64]
) -> list[KnownPair]:
    """Pairs are drawn anywhere and those that some run finds are thrown away."""
    video_count = campaign.benchmark.video_count
    if not len(captions) or not video_count:
        return []
    tries = words["count"] * TRIES + MORE_TRIES
    raw = np.random.PCG64([words["seed"], 4]).random_raw(2 * tries)
    drawn = {
        "queries": captions[(raw[:tries] % np.uint64(len(captions))).astype(np.int64)].tolist(),
        "videos": (raw[tries:] % np.uint64(video_count)).tolist(),
        "runs": list(campaign.pool.parameters["runs"]) if campaign.pool else [],
    }
    pairs = rows_of(FAR_PAIRS, words | drawn)
    return _at_the_end(campaign, KnownAnswer.Truth.IRRELEVANT, pairs)


# Of all pairs that could be drawn if nothing spoke against it: how many have a known answer; of the
# others, how many the campaign still asks about, and how many it has judged.
WHY_NOTHING = """
SELECT count(*), count(*) FILTER (WHERE known),
  count(*) FILTER (WHERE pooled AND NOT judged AND NOT known),
  count(*) FILTER (WHERE pooled AND judged AND NOT known)
FROM (SELECT EXISTS (SELECT FROM annotator_knownanswer k WHERE k.campaign_id = %(campaign)s
    AND k.query_id = c.query_id AND k.video_id = c.video_id) AS known,
  EXISTS (SELECT FROM pooling_poolpair p WHERE p.pool_id = %(pool)s
    AND p.query_id = c.query_id AND p.video_id = c.video_id) AS pooled,
  EXISTS (SELECT FROM annotator_item i WHERE i.campaign_id = %(campaign)s
    AND i.query_id = c.query_id AND i.video_id = c.video_id AND i.verdict IS NOT NULL) AS judged
  FROM ({candidates}) c) candidate
"""
CANDIDATES = {
    KnownAnswer.Origin.ORIGINAL: (
        "SELECT DISTINCT query_id, video_id FROM pooling_caption"
        " WHERE benchmark_id = %(benchmark)s AND video_id IS NOT NULL"
    ),
    KnownAnswer.Origin.ADJUDICATED: (
        "SELECT DISTINCT i.query_id, i.video_id FROM annotator_item i JOIN annotator_campaign c ON"
        f" c.id = i.campaign_id AND {SAME_SCALE} WHERE i.adjudicated AND i.verdict"
        " IN ('relevant', 'irrelevant')"
    ),
}
NONE_THERE = {
    KnownAnswer.Origin.ORIGINAL: "this benchmark has no original positives.",
    KnownAnswer.Origin.FAR: (
        "no pair outside the pool was found that every run leaves out and that has no known answer"
        " yet."
    ),
    KnownAnswer.Origin.ADJUDICATED: "no adjudicator has decided about a pair of this benchmark.",
}


def _why_nothing(campaign: Campaign, origin: KnownAnswer.Origin) -> str:
    counts = [0]
    if origin in CANDIDATES:
        statement = WHY_NOTHING.format(candidates=CANDIDATES[origin])
        counts = row_of(statement, _words(campaign, 0, 0))
    total, *parts = counts
    if not total:
        return f"Nothing to draw: {NONE_THERE[origin]}"
    reasons = ("known already", "still being asked in this campaign", "judged in this campaign")
    there = [(number, reason) for number, reason in zip(parts, reasons, strict=True) if number]
    if len(there) == 1:
        which = "the one candidate is" if total == 1 else f"all {total:,} candidates are"
        return f"Nothing left to draw: {which} {there[0][1]}."
    shown = ", ".join(f"{number:,} are {reason}" for number, reason in there)
    return f"Nothing left to draw: of {total:,} candidates {shown}."


def _words(campaign: Campaign, count: int, seed: int) -> dict[str, Any]:
    return {
        "benchmark": campaign.benchmark_id,
        "campaign": campaign.pk,
        "pool": campaign.pool_id,
        "count": count,
        "seed": seed,
        "graded": campaign.on_scale.is_graded,
        "scale": campaign.scale,
        "relevant_from": campaign.relevant_from,
    }


DRAWS = {
    KnownAnswer.Origin.ORIGINAL: _originals,
    KnownAnswer.Origin.FAR: _far,
    KnownAnswer.Origin.ADJUDICATED: _adjudicated,
}
