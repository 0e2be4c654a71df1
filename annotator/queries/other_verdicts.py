"""What a pair's verdict would be by another rule than the majority's, and how likely each pair is
to be relevant, given who said what of it. The verdicts themselves stay the majority's."""

from collections.abc import Mapping
from contextlib import closing

import numpy as np

from annotator.formats.format import Rows
from annotator.formats.registry import FORMATS
from annotator.labels.live import COUNTING, LIVE
from annotator.models import LabelImport
from annotator.queries.exported import Scope, verdict_rows
from foundation.database.rows import copied_integers
from foundation.refused import Refused
from measures.posterior import OPEN, Evidence, fit, why_unknown

RELEVANT, IRRELEVANT = "relevant", "irrelevant"
DIGITS = 6
# Nobody knows whose labels these are: their files tell verdicts alone.
NAMELESS = tuple(name for name, one in FORMATS.items() if not one.has_pseudonyms)

SAID = f"""
SELECT i.query_id, i.video_id, l.rater_id::int8, (l.answer = 'relevant')::int::int8,
  (CASE WHEN NOT i.adjudicated THEN -1 WHEN i.verdict = 'relevant' THEN 1
    WHEN i.verdict = 'irrelevant' THEN 0 ELSE -1 END)::int8,
  coalesce((SELECT min(rank) FROM annotator_campaign c JOIN pooling_poolpair p
    ON p.pool_id = c.pool_id AND p.query_id = i.query_id AND p.video_id = i.video_id,
    unnest(p.ranks) rank WHERE c.id = i.campaign_id AND rank > 0), 0)::int8, l.id
FROM {COUNTING} l JOIN annotator_item i ON i.id = l.item_id
WHERE l.campaign_id = ANY(%(campaigns)s) AND l.kind <> 'adjudication'
  AND l.answer IN ('relevant', 'irrelevant')
"""
GOLD = f"""
SELECT l.rater_id::int8, (l.answer = 'relevant')::int::int8, (k.answer = 'relevant')::int::int8
FROM {LIVE} l JOIN annotator_item i ON i.id = l.item_id JOIN annotator_knownanswer k
  ON k.campaign_id = i.campaign_id AND k.query_id = i.query_id AND k.video_id = i.video_id
  AND k.active
WHERE l.campaign_id = ANY(%(campaigns)s) AND l.kind = 'gold'
  AND l.answer IN ('relevant', 'irrelevant')
"""


def other_verdict_rows(scope: Scope, rule: str) -> Rows:
    """Caption, video, verdict by the rule (unanimous or any), of each pair with a verdict. A pair
    without a label that says relevant or irrelevant keeps its verdict. Such a verdict has no
    grade, for it is not that of the labels' middle."""
    sentence = _said(scope)
    for pair, caption, video, verdict, *grade in _verdicts(scope):
        relevant, given = sentence.get(pair, (0, 0))
        found = relevant == given if rule == "unanimous" else relevant > 0
        none = [None] * len(grade)
        yield caption, video, (RELEVANT if found else IRRELEVANT) if given else verdict, *none


def probability_rows(scope: Scope) -> Rows:
    """Caption, video, verdict, its grade if any, probability: none where nobody knows who labelled
    the pair."""
    likely = probabilities(scope)
    for pair, *verdict in _verdicts(scope):
        yield *verdict, f"{likely[pair]:.{DIGITS}f}" if pair in likely else None


def _verdicts(scope: Scope) -> Rows:
    """Query and video by their numbers; caption, video, verdict."""
    with closing(verdict_rows(scope, ", p.query_id, p.video_id")) as rows:
        for *verdict, query_id, video_id in rows:
            yield (int(query_id), int(video_id)), *verdict


def probabilities(scope: Scope) -> Mapping[tuple[int, int], float]:
    """Probabilities by query and video. Refused where nothing tells how often raters err."""
    nameless = LabelImport.objects.filter(campaign__in=scope.campaigns, format__in=NAMELESS)
    unknown = set(nameless.values_list("campaign_id", flat=True))
    words = {"campaigns": [one.pk for one in scope.campaigns if one.pk not in unknown]}
    rows, gold = copied_integers(SAID, words, 7), copied_integers(GOLD, words, 3)
    pairs, evidence = _evidence(rows[np.argsort(rows[:, 6])], gold)
    if why := why_unknown(evidence):
        raise Refused(f"There are no probabilities: {why}.", field="verdict")
    found = fit(evidence).posterior.tolist()
    return dict(zip(map(tuple, pairs.tolist()), found, strict=True))


def _evidence(rows: np.ndarray, gold: np.ndarray) -> tuple[np.ndarray, Evidence]:
    """And the pairs: query and video of each. Pairs that a run ranks first, second or third, fourth
    to tenth, and further down or nowhere share a prevalence each."""
    pairs, pair = np.unique(rows[:, :2], axis=0, return_inverse=True)
    raters = np.unique(np.concatenate([rows[:, 2], gold[:, 0]]))
    rater, pair = np.searchsorted(raters, rows[:, 2]), pair.reshape(-1)
    _, first = np.unique(pair * max(len(raters), 1) + rater, return_index=True)
    known, best = np.full(len(pairs), OPEN), np.full(len(pairs), 1 << 30)
    np.maximum.at(known, pair, rows[:, 4])
    np.minimum.at(best, pair, np.where(rows[:, 5] > 0, rows[:, 5], 1 << 30))
    checks = np.zeros((len(raters), 2, 2))
    np.add.at(checks, (np.searchsorted(raters, gold[:, 0]), gold[:, 2], gold[:, 1]), 1)
    return pairs, Evidence.of(
        pair[first],
        rater[first],
        rows[first, 3],
        pairs=len(pairs),
        raters=len(raters),
        known=known,
        stratum=np.select([best == 1, best <= 3, best <= 10], [0, 1, 2], 3),
        checks=checks,
    )


def _said(scope: Scope) -> dict[tuple[int, int], tuple[int, int]]:
    """How many labels say relevant, and how many there are, by query and video."""
    rows = copied_integers(SAID, scope.words, 7)
    pairs, pair = np.unique(rows[:, :2], axis=0, return_inverse=True)
    given = np.bincount(pair.reshape(-1), minlength=len(pairs))
    relevant = np.bincount(pair.reshape(-1), rows[:, 3], minlength=len(pairs)).astype(int)
    counted = zip(relevant.tolist(), given.tolist(), strict=True)
    return dict(zip(map(tuple, pairs.tolist()), counted, strict=True))
