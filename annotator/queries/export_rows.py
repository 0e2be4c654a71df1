"""All that formats ask for of one benchmark's labels, under one set of pseudonyms."""

import json
from collections.abc import Collection, Mapping, Sequence
from contextlib import closing
from functools import lru_cache
from typing import Any

from annotator.cards.croissant import About
from annotator.formats.fire import FirePair
from annotator.formats.fire_blocks import FACTS
from annotator.formats.format import Rows
from annotator.labels.live import COUNTING
from annotator.models import GradeMap
from annotator.queries.exported import ENOUGH, FIRST_CAPTIONS, Scope, rows_sent, verdict_rows
from annotator.queries.other_verdicts import other_verdict_rows, probability_rows
from annotator.queries.rescaled import rescaled_answer, rescaled_pairs, rescaled_verdicts
from annotator.scales import Scale
from foundation.frozen import frozen

FIRE_FACTS = frozenset(FACTS)
MIDNIGHT = "T00:00:00.000000Z"

# Of pairs whose verdict came from graded qrels that were imported before verdicts had a grade.
GRADES = """
SELECT DISTINCT ON (i.query_id, i.video_id) i.query_id, i.video_id, f.facts->>'grade' AS grade
FROM annotator_labelimport m JOIN annotator_item i ON i.campaign_id = m.campaign_id
JOIN annotator_foreignpair f ON f.item_id = i.id
LEFT JOIN pooling_judgedpair j ON j.query_id = i.query_id AND j.video_id = i.video_id
WHERE m.format = 'qrels' AND m.campaign_id = ANY(%(campaigns)s)
AND (%(campaign)s::bigint IS NOT NULL OR j.rests_on = i.labels_used[cardinality(i.labels_used)])
"""

# Half of the answers say so, and half do not. On a scale of more than two values a disagreement may
# be of another kind; a FIRE release is of two, and goes by more than half of them.
TIED = (
    "(i.verdict = 'disagreement' AND (cardinality(c.scale) = 2"
    " OR 2 * cardinality(array_positions(answers, 'relevant')) = cardinality(answers)))"
)
# Materialized, or each of the server's parallel workers collects all votes anew.
VOTES = f"""
WITH votes AS MATERIALIZED (
  SELECT l.item_id, array_agg(l.rater_id ORDER BY l.id) AS raters,
    array_agg(l.answer ORDER BY l.id) AS answers
  FROM {COUNTING} l
  WHERE l.campaign_id = ANY(%(campaigns)s) AND l.kind <> 'adjudication'
  AND l.answer IN ('relevant', 'irrelevant') GROUP BY l.item_id)
SELECT {TIED} AS tied, i.campaign_id, q.text, v.key, array_to_json(raters),
  array_to_json(answers), f.facts,
  array_to_json(p.ranks), decision.rater_id, decision.answer
FROM annotator_item i LEFT JOIN votes ON votes.item_id = i.id
LEFT JOIN annotator_label decision ON i.adjudicated AND decision.id = i.labels_used[1]
JOIN annotator_campaign c ON c.id = i.campaign_id
JOIN pooling_query q ON q.id = i.query_id JOIN pooling_video v ON v.id = i.video_id
LEFT JOIN annotator_foreignpair f ON f.item_id = i.id
LEFT JOIN pooling_poolpair p ON p.pool_id = c.pool_id AND p.query_id = i.query_id
  AND p.video_id = i.video_id
WHERE i.campaign_id = ANY(%(campaigns)s) AND i.verdict IS NOT NULL
AND (%(least)s <= 1 OR {ENOUGH})
AND NOT EXISTS (SELECT FROM annotator_item o WHERE o.campaign_id = ANY(%(campaigns)s)
  AND o.campaign_id > i.campaign_id
  AND o.query_id = i.query_id AND o.video_id = i.video_id AND o.verdict IS NOT NULL)
ORDER BY tied, i.campaign_id, i.position
"""

LOG = f"""
WITH said AS MATERIALIZED (
  SELECT *, row_number() OVER (ORDER BY id) AS number FROM annotator_label
  WHERE campaign_id = ANY(%(campaigns)s))
SELECT l.number, c.key, v.key, l.rater_id, s.kind, l.answer, l.reason, l.comment,
  to_char(l.given_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), l.active_ms, l.plays,
  CASE WHEN l.too_fast THEN 'true' ELSE 'false' END, l.guideline_version, old.number,
  CASE WHEN newer.id IS NULL THEN 'false' ELSE 'true' END, a.name,
  CASE WHEN d.label_id IS NULL OR s.kind = 'gold' THEN 'false' ELSE 'true' END, l.mistake{{value}}
FROM said l JOIN annotator_slot s ON s.id = l.slot_id JOIN annotator_item i ON i.id = l.item_id
JOIN annotator_campaign a ON a.id = l.campaign_id
JOIN ({FIRST_CAPTIONS}) c ON c.query_id = i.query_id JOIN pooling_video v ON v.id = i.video_id
LEFT JOIN said old ON old.id = l.supersedes_id LEFT JOIN said newer ON newer.supersedes_id = l.id
LEFT JOIN annotator_disregardedlabel d ON d.label_id = l.id
ORDER BY l.number
"""


@frozen
class ExportRows:
    """names: of raters, by their keys. fire: what a FIRE release says of itself. comments: whether
    what raters wrote goes out, which may tell who they are. days: whether times are those at which
    their days began, in UTC. shown_runs: those that may be named; all of them if not given."""

    scope: Scope
    names: Mapping[int, str]
    fire: Mapping[str, Any]
    card: About
    comments: bool = True
    days: bool = False
    shown_runs: Collection[str] | None = None
    verdict: str = "majority"

    def scale(self) -> Scale:
        return self.scope.scale

    def verdicts(self) -> Rows:
        if self.scope.grade_map:
            return rescaled_verdicts(self.scope.grade_map)
        if self.verdict == "majority":
            return verdict_rows(self.scope)
        if self.verdict == "probability":
            return probability_rows(self.scope)
        return other_verdict_rows(self.scope, self.verdict)

    def pooled(self) -> Rows:
        if self.scope.grade_map:
            return rescaled_pairs(self.scope.grade_map)
        scale, known = self.scale(), "p.grade::text, g.grade"
        if scale.is_graded:  # what was judged on two values alone is relevant, and no more
            known += f", CASE p.verdict WHEN 'relevant' THEN '{scale.relevant_from}'"
            known += " WHEN 'irrelevant' THEN '0' END"
        return self._sent(
            f"SELECT c.key, v.key, p.verdict, p.stratum, coalesce({known})"
            f" FROM ({self.scope.pairs}) p"
            f" LEFT JOIN ({GRADES}) g ON g.query_id = p.query_id AND g.video_id = p.video_id"
            f" JOIN ({FIRST_CAPTIONS}) c ON c.query_id = p.query_id"
            " JOIN pooling_video v ON v.id = p.video_id ORDER BY c.number, v.number"
        )

    def log(self) -> Rows:
        by, graded = self.scope.grade_map, self.scale().is_graded
        value = ", l.value" if graded or by else ""
        with closing(self._sent(LOG.format(value=value))) as rows:
            for number, caption, video, rater, kind, answer, reason, comment, at, *rest in rows:
                if by:
                    answer, *rest = _rescaled(by, answer, rest, graded=graded)  # noqa: PLW2901
                kept = comment if self.comments else ""
                given = f"{at[:10]}{MIDNIGHT}" if self.days and at else at
                name = self.names[int(rater)]
                yield number, caption, video, name, kind, answer, reason, kept, given, *rest

    def judged(self) -> Rows:
        """Those that are decided first."""
        campaigns = {
            one.pk: (queue, one.pool.parameters.get("run_names", []) if one.pool else [])
            for queue, one in enumerate(self.scope.campaigns, start=1)
        }
        shown, names = self.shown_runs, self.names
        response = 1  # labels are numbered through the whole release
        with closing(self._sent(VOTES)) as rows:
            for _, of, text, video, raters, answers, facts, ranks, adjudicator, decision in rows:
                labels = _array(answers)
                # What only the imported release knew of a pair is given back as it was.
                known = _decode(facts)[0] if facts else {}
                if not known.keys() >= FIRE_FACTS:
                    queue, runs = campaigns[int(of)]
                    # The runs that rank the pair; none for a pair that is in no pool.
                    ranked = zip(runs, _array(ranks), strict=False)
                    known = {
                        "response_ids": list(range(response, response + len(labels))),
                        "queue_ids": [queue] * len(labels),
                        "models": [
                            name
                            for name, rank in ranked
                            if rank and (shown is None or name in shown)
                        ],
                        "dataset": self.scope.benchmark.name,
                    } | known
                yield FirePair(
                    text,
                    video,
                    [int(names[rater]) for rater in _array(raters)],
                    labels,
                    known["response_ids"],
                    known["queue_ids"],
                    known["models"],
                    known["dataset"],
                    int(names[int(adjudicator)]) if adjudicator else None,
                    decision,
                )
                response += len(labels)

    def queries(self) -> Rows:
        return self._sent(
            f"SELECT c.key, q.text, v.key FROM ({FIRST_CAPTIONS}) c"
            " JOIN pooling_query q ON q.id = c.query_id"
            " LEFT JOIN pooling_caption own"
            " ON own.benchmark_id = %(benchmark)s AND own.number = c.number"
            " LEFT JOIN pooling_video v ON v.id = own.video_id ORDER BY c.number"
        )

    def videos(self) -> Rows:
        return self._sent(
            "SELECT key FROM pooling_video WHERE benchmark_id = %(benchmark)s ORDER BY number"
        )

    def captions(self) -> Rows:
        return self._sent(
            "SELECT c.key, v.key, q.text, f.key FROM pooling_caption c"
            " JOIN pooling_query q ON q.id = c.query_id"
            f" JOIN ({FIRST_CAPTIONS}) f ON f.query_id = c.query_id"
            " LEFT JOIN pooling_video v ON v.id = c.video_id"
            " WHERE c.benchmark_id = %(benchmark)s ORDER BY c.number"
        )

    def about(self) -> dict[str, Any]:
        return dict(self.fire)

    def described(self) -> About:
        return self.card

    def _sent(self, statement: str) -> Rows:
        return rows_sent(statement, self.scope.words)


# json.loads, without its looks at what is before and behind: the database prints neither.
_decode = json.JSONDecoder().raw_decode


@lru_cache(maxsize=10_000)
def _array(written: str | None) -> Sequence[Any]:
    """Many pairs have the same raters, answers or ranks."""
    return tuple(json.loads(written or "[]"))


def _rescaled(by: GradeMap, answer: str, rest: list[Any], *, graded: bool) -> list[Any]:
    """The answer and what follows it in a row, with the value last, if the new scale has any."""
    *others, value = rest
    if value is not None:
        answer, value = rescaled_answer(by, value)
    return [answer, *others, *([value] if graded else [])]
