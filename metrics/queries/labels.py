"""What raters said, as arrays, all of one moment; and the pairs that two raters share."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from annotator.labels.live import REGARDED
from annotator.models import Campaign, LabelImport
from annotator.queries.settled import LIVE
from foundation.database.copy import read_integers
from foundation.database.snapshot import one_moment
from metrics.labels import FIRST, KINDS, SECOND, THIRD, Checks, Labels, Which, WithoutRaters
from metrics.measures.raters import DISAGREEMENT, IRRELEVANT, RELEVANT, UNKNOWN
from metrics.queries.log import log_position
from people.models import User
from pooling.models import Benchmark

# Files of these formats tell verdicts, and not who gave them.
WITHOUT_RATERS = ("triplets", "qrels")

# LIVE is of one campaign. Here it is asked of each of several, of which the planner makes one join.
LIVING = f"""
(SELECT l.* FROM annotator_campaign c CROSS JOIN LATERAL ({LIVE % {"campaign": "c.id"}}) l WHERE c.id = ANY(%(campaigns)s)) l
JOIN annotator_item i ON i.id = l.item_id
"""

GIVEN = f"""
SELECT i.id, i.video_id, l.rater_id::int8,
  (CASE l.kind WHEN 'first' THEN {FIRST} WHEN 'second' THEN {SECOND} ELSE {THIRD} END)::int8,
  (CASE l.answer WHEN 'relevant' THEN {RELEVANT} WHEN 'irrelevant' THEN {IRRELEVANT} ELSE {UNKNOWN} END)::int8,
  (CASE i.verdict WHEN 'relevant' THEN {RELEVANT} WHEN 'irrelevant' THEN {IRRELEVANT} WHEN 'disagreement' THEN {DISAGREEMENT}
    ELSE {UNKNOWN} END)::int8, l.id
FROM {LIVING} WHERE {REGARDED} AND l.kind IN ('first', 'second', 'third')
"""
# What was retired as a known answer checks nobody any more. An answer that was asked for again was
# still right or wrong.
CHECKED = f"""
SELECT l.rater_id::int8, (l.answer = 'relevant')::int::int8, (k.answer = 'relevant')::int::int8
FROM {LIVING} JOIN annotator_knownanswer k
  ON k.campaign_id = i.campaign_id AND k.query_id = i.query_id AND k.video_id = i.video_id AND k.active
WHERE l.kind = 'gold' AND l.answer IN ('relevant', 'irrelevant')
"""
# For labels and items by the hundred thousand, whose joins would go through files otherwise.
MEMORY = "SET LOCAL work_mem = '64MB'"
# The index annotator_labels_of_a_rater finds what either said. Of a rater who labelled a pair twice
# the first label counts.
SHARED = f"""
WITH said AS (
  SELECT DISTINCT ON (l.item_id, l.rater_id) l.item_id, l.rater_id, l.answer FROM {LIVING}
  WHERE {REGARDED} AND l.rater_id IN (%(a)s, %(b)s) AND l.kind = ANY(%(kinds)s) AND l.answer IN ('relevant', 'irrelevant')
  ORDER BY l.item_id, l.rater_id, l.id)
SELECT i.id, q.text, v.number, v.key, a.answer, b.answer, i.verdict, i.adjudicated, c.name
FROM said a JOIN said b ON b.item_id = a.item_id AND b.rater_id = %(b)s JOIN annotator_item i ON i.id = a.item_id
JOIN annotator_campaign c ON c.id = i.campaign_id
JOIN pooling_query q ON q.id = i.query_id JOIN pooling_video v ON v.id = i.video_id
WHERE a.rater_id = %(a)s AND (a.answer = b.answer, i.id) > (%(agreeing)s, %(after)s)
ORDER BY a.answer = b.answer, i.id LIMIT %(limit)s
"""


@dataclass(frozen=True, slots=True)
class SharedPair:
    """A pair that two raters labelled, and what became of it."""

    item: int
    caption: str
    video: int
    video_key: str
    first: str  # what the first of the two said
    second: str
    verdict: str | None
    adjudicated: bool
    campaign: str

    @property
    def agree(self) -> bool:
        return self.first == self.second


def read_labels(benchmark: Benchmark, campaign: Campaign | None = None) -> Labels:
    """Of one campaign, or of all of the benchmark whose raters are known."""
    with one_moment():
        with connection.cursor() as cursor:
            cursor.execute(MEMORY)
        return _read(benchmark, campaign)


def _read(benchmark: Benchmark, campaign: Campaign | None) -> Labels:
    asked, left_out = campaigns_with_raters(benchmark, campaign)
    given = _copied(GIVEN, asked, 7)
    given = given[
        np.argsort(given[:, 6])
    ]  # in the order in which labels were given; sorted here, as it is quicker than there
    _, first, pair = np.unique(given[:, 0], return_index=True, return_inverse=True)
    return Labels(
        benchmark=benchmark.name,
        campaigns=tuple(found.name for found in asked),
        pair=pair.reshape(-1),
        rater=given[:, 2],
        kind=given[:, 3],
        value=given[:, 4],
        verdicts=given[first, 5],
        videos=given[first, 1],
        gold=Checks(*_copied(CHECKED, asked, 3).T),
        names=_names(np.unique(given[:, 2]).tolist()),
        log_position=log_position(asked),
        left_out=left_out,
    )


def campaigns_with_raters(
    benchmark: Benchmark, campaign: Campaign | None
) -> tuple[list[Campaign], tuple[WithoutRaters, ...]]:
    """What is asked for, without imports of which nobody knows whose labels they are; and these,
    counted."""
    known = (
        Campaign.objects.filter(benchmark=benchmark)
        .exclude(state=Campaign.State.DRAFT)
        .order_by("pk")
    )
    asked = list(known if campaign is None else known.filter(pk=campaign.pk))
    nameless = dict(
        LabelImport.objects.filter(campaign__in=asked, format__in=WITHOUT_RATERS).values_list(
            "campaign_id", "pairs"
        )
    )
    left_out = [WithoutRaters(one.name, nameless[one.pk]) for one in asked if one.pk in nameless]
    return [one for one in asked if one.pk not in nameless], tuple(left_out)


def shared_pairs(
    campaigns: Sequence[Campaign],
    a: User,
    b: User,
    which: Which = "independent",
    *,
    after: tuple[bool, int],
    limit: int,
) -> list[SharedPair]:
    """Those on which the two disagree first. after: whether they agree on the last one known, and
    its item."""
    words: dict[str, Any] = {"campaigns": [one.pk for one in campaigns], "a": a.pk, "b": b.pk}
    words |= {
        "kinds": [name for name, _ in KINDS[which]],
        "agreeing": after[0],
        "after": after[1],
        "limit": limit,
    }
    with connection.cursor() as cursor:
        cursor.execute(SHARED, words)
        return [SharedPair(*row) for row in cursor.fetchall()]


def _names(raters: list[int]) -> dict[int, str]:
    """Two who are called alike are told apart by the names they sign in with."""
    people = User.objects.in_bulk(raters)
    called = [str(person) for person in people.values()]
    return {
        number: f"{person} ({person.username})" if called.count(str(person)) > 1 else str(person)
        for number, person in people.items()
    }


def _copied(statement: str, campaigns: Sequence[Campaign], columns: int) -> NDArray[np.int64]:
    words = {"campaigns": [one.pk for one in campaigns]}
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY ({statement}) TO STDOUT (FORMAT BINARY)", words) as copy,
    ):
        return read_integers(copy, columns)
