"""The scale of a benchmark's verdicts, where they are of more than two values, and their grades:
those of campaigns, and those that graded qrels brought in."""

from collections.abc import Callable
from typing import Any

import numpy as np

from annotator.models import LabelImport
from annotator.queries.grades import graded_campaigns
from measures.arrays import Integers
from measures.hits import Pairs
from metrics.queries.file_columns import arrays
from metrics.snapshot import Grades
from pooling.models import Benchmark

# Words worst first, and the value from which a pair is relevant.
Scale = tuple[tuple[str, ...], int]

GRADES = (
    "SELECT array_agg(j.query_id), array_agg(j.video_id), array_agg(j.grade::int8)"
    " FROM pooling_judgedpair j JOIN pooling_query q ON q.id = j.query_id"
    " WHERE q.benchmark_id = %s AND j.grade IS NOT NULL"
)
# Those that came as facts of pairs, while the verdict rests on them. A disagreement has none.
OF_FACTS = (
    "SELECT array_agg(i.query_id), array_agg(i.video_id), array_agg((f.facts->>'grade')::int8)"
    " FROM annotator_labelimport m JOIN annotator_item i ON i.campaign_id = m.campaign_id"
    " JOIN annotator_foreignpair f ON f.item_id = i.id"
    " JOIN pooling_judgedpair j ON j.query_id = i.query_id AND j.video_id = i.video_id"
    " AND j.rests_on = i.labels_used[cardinality(i.labels_used)]"
    " WHERE m.benchmark_id = %s AND m.format = 'qrels' AND j.verdict <> 'disagreement'"
    " AND j.grade IS NULL AND f.facts ? 'grade'"
)


def read_grades(
    benchmark: Benchmark,
    collected: Pairs,
    keys_of: Callable[[Integers, Integers], Integers],
) -> tuple[Grades | None, str]:
    """None where every verdict is of two values, or where scales differ: the text then says which.
    keys_of: the keys of pairs from the ids of queries and videos."""
    scales = _scales(benchmark)
    if len(set(scales.values())) != 1:
        return None, _why_not(scales)
    (words, relevant_from) = next(iter(scales.values()))
    read = [arrays(statement, (benchmark.pk,), 3) for statement in (GRADES, OF_FACTS)]
    query, video, grade = (np.concatenate(columns) for columns in zip(*read, strict=True))
    keys = keys_of(query, video)
    order = np.argsort(keys)
    keys, gains = keys[order], grade[order].astype(np.float64)
    shape = collected.rows, collected.columns
    of = Pairs(keys, gains, *shape, collected.rule)
    # A verdict of two values is known to be relevant, and no more.
    others = collected.without(of, collected.rule)
    others = Pairs(others.keys, np.full(len(others.keys), float(relevant_from)), *shape)
    counted = np.bincount(grade, minlength=len(words))
    every = of.only(gains > 0).joined(others, collected.rule)
    return Grades(words, relevant_from, every, tuple(counted.tolist())), ""


def has_grades(benchmark: Benchmark) -> bool:
    """Also where scales differ."""
    return bool(_scales(benchmark))


def scale_of(benchmark: Benchmark) -> Scale | None:
    """None where there is none of more than two values, or several that differ."""
    scales = set(_scales(benchmark).values())
    return scales.pop() if len(scales) == 1 else None


def _scales(benchmark: Benchmark) -> dict[str, Scale]:
    """By campaign. Qrels name no words: where a campaign has as many values, theirs are its."""
    scales = {
        campaign.name: (scale.words, scale.relevant_from)
        for campaign, scale in graded_campaigns(benchmark)
    }
    imports = LabelImport.objects.filter(benchmark=benchmark, about__has_key="highest_grade")
    for one in imports.select_related("campaign").order_by("pk"):
        if one.campaign.name not in scales:
            scales[one.campaign.name] = _of_qrels(one.about, list(scales.values()))
    return scales


def _of_qrels(about: dict[str, Any], others: list[Scale]) -> Scale:
    values, relevant_from = about["highest_grade"] + 1, about["relevant_from"]
    named = (words for words, _ in others if len(words) == values)
    return next(named, tuple(map(str, range(values)))), relevant_from


def _why_not(scales: dict[str, Scale]) -> str:
    if not scales:
        return ""
    listed = "; ".join(
        f"{name}: {', '.join(words)}, relevant from {relevant_from}"
        for name, (words, relevant_from) in scales.items()
    )
    return f"Grades of different scales do not meet, so all scores are of verdicts ({listed})."
