"""What a campaign's pairs and labels are on the scale that a map leads to: each label by the map,
and the verdicts by the rule of consensus again. Rows like those of other exports."""

from collections.abc import Iterator
from contextlib import closing

from annotator.consensus import Outcome, Pattern, Policy, settle_many
from annotator.formats.format import Rows
from annotator.models import GradeMap
from annotator.queries.exported import FIRST_CAPTIONS, rows_sent
from annotator.queries.patterns import labels_of_pattern

# Each pair with what its labels say together, as patterns.py collects it.
PAIRS = f"""
WITH collected AS MATERIALIZED (
  SELECT item_id, string_agg(concat_ws(' ', kind, answer, value), ',' ORDER BY id) AS pattern
  FROM annotator_counting_label WHERE campaign_id = %(campaign)s GROUP BY item_id)
SELECT c.key, v.key, coalesce(p.stratum, 0), i.doubled, i.escalated, coalesce(n.pattern, '')
FROM annotator_item i LEFT JOIN collected n ON n.item_id = i.id
JOIN annotator_campaign a ON a.id = i.campaign_id
LEFT JOIN pooling_poolpair p ON p.pool_id = a.pool_id AND p.query_id = i.query_id
  AND p.video_id = i.video_id
JOIN ({FIRST_CAPTIONS}) c ON c.query_id = i.query_id JOIN pooling_video v ON v.id = i.video_id
WHERE i.campaign_id = %(campaign)s AND NOT i.gold ORDER BY c.number, v.number
"""


def rescaled_verdicts(grade_map: GradeMap) -> Rows:
    """Caption, video, verdict, and its grade where the new scale has more than two values."""
    graded = grade_map.target.is_graded
    for caption, video, _, outcome in _outcomes(grade_map):
        if outcome.verdict is not None:
            grade = None if outcome.grade is None else str(outcome.grade)
            yield caption, video, outcome.verdict, *((grade,) if graded else ())


def rescaled_pairs(grade_map: GradeMap) -> Rows:
    """Caption, video, verdict, stratum, grade or None."""
    for caption, video, stratum, outcome in _outcomes(grade_map):
        grade = None if outcome.grade is None else str(outcome.grade)
        yield caption, video, outcome.verdict, stratum, grade


def rescaled_answer(grade_map: GradeMap, value: str | None) -> tuple[str, str]:
    """The answer and the value that a label's becomes. value: as the database sends it."""
    mapped = grade_map.values[int(value or 0)]
    return grade_map.target.answer_of(mapped), str(mapped)


def _outcomes(grade_map: GradeMap) -> Iterator[tuple[str, str, str, Outcome]]:
    campaign, known = grade_map.campaign, dict[tuple[str, ...], Outcome]()
    words = {"campaign": campaign.pk, "benchmark": campaign.benchmark_id}
    with closing(rows_sent(PAIRS, words)) as rows:
        for caption, video, stratum, *pattern in rows:
            key = tuple(pattern)
            if key not in known:
                known[key] = _settled(grade_map, *key)
            yield caption, video, stratum, known[key]


def _settled(grade_map: GradeMap, doubled: str, escalated: str, pattern: str) -> Outcome:
    campaign, target = grade_map.campaign, grade_map.target
    policy = Policy(
        doubled == "t", campaign.label_limit, campaign.cannot_judge_limit, escalated == "t", target
    )
    labels = tuple(
        (kind, answer, None)
        if value is None
        else (kind, target.answer_of(grade_map.values[value]), grade_map.values[value])
        for kind, answer, value in labels_of_pattern(pattern)
    )
    (outcome,) = settle_many([Pattern(labels, policy)])
    return outcome
