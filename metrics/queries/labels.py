"""What raters answered, as arrays, all of one moment: what agreement and studies of the labels'
errors are computed from, and what explains why a pair counts or does not."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import numpy as np
from django.db import connection

from annotator.formats.registry import FORMATS
from annotator.labels.live import UNREPLACED, WAS_DISREGARDED
from annotator.models import Campaign, LabelImport, Mistake, Reason
from annotator.queries.campaigns import log_position
from annotator.queries.patterns import LIVE
from annotator.scales import TWO_VALUES
from foundation.database.copy import read_integers
from foundation.database.snapshot import one_moment
from foundation.frozen import frozen
from measures import accounts
from measures.arrays import Integers, Mask
from measures.raters import DISAGREEMENT, IRRELEVANT, RELEVANT, UNKNOWN
from metrics.labels import (
    ALL,
    FIRST,
    SECOND,
    THIRD,
    Answers,
    Checks,
    Filters,
    Labels,
    WithoutRaters,
)
from metrics.queries.file_columns import columns_of_queries
from metrics.studies.label_evidence import LabelEvidence
from people.models import User
from pooling.models import Benchmark

BEGINNING = date(1970, 1, 1).toordinal()
NO_ANSWER = -2  # beside RELEVANT, IRRELEVANT and UNKNOWN: it was withdrawn
NOT_NAMED, NOT_DECIDED = -1, -2

# The columns, by their places.
LABEL, ITEM, VIDEO, RATER, KIND, VALUE, VERDICT = range(7)
SLOT, DAY, REASON, WORDS, DECIDED, DISREGARDED, CAMPAIGN, QUERY, GRADE = range(7, 16)
COLUMNS = 16


def _places(column: str, names: Sequence[str], otherwise: int) -> str:
    """SQL: the place of each name, by CASE, as arrays are searched one by one."""
    cases = " ".join(f"WHEN '{name}' THEN {place}" for place, name in enumerate(names))
    return f"CASE {column} {cases} ELSE {otherwise} END"


# A decided pair's verdict rests on the decision alone.
GIVEN = f"""
SELECT l.id, i.id, i.video_id, l.rater_id::int8,
  (CASE s.kind WHEN 'first' THEN {FIRST} WHEN 'second' THEN {SECOND} ELSE {THIRD} END)::int8,
  (CASE l.answer WHEN 'relevant' THEN {RELEVANT} WHEN 'irrelevant' THEN {IRRELEVANT}
    WHEN 'withdrawn' THEN {NO_ANSWER} ELSE {UNKNOWN} END)::int8,
  (CASE i.verdict WHEN 'relevant' THEN {RELEVANT} WHEN 'irrelevant' THEN {IRRELEVANT}
    WHEN 'disagreement' THEN {DISAGREEMENT} ELSE {UNKNOWN} END)::int8,
  l.slot_id, ((l.given_at AT TIME ZONE 'UTC')::date - DATE '1970-01-01')::int8,
  ({_places("l.reason", Reason.values, -1)})::int8, q.words::int8,
  (CASE WHEN NOT i.adjudicated THEN {NOT_DECIDED}
    ELSE {_places("d.mistake", Mistake.values, NOT_NAMED)} END)::int8,
  ({WAS_DISREGARDED})::int::int8, l.campaign_id::int8, i.query_id::int8,
  coalesce(l.value, {UNKNOWN})::int8
FROM annotator_label l
JOIN annotator_slot s ON s.id = l.slot_id
JOIN annotator_item i ON i.id = l.item_id
JOIN pooling_query q ON q.id = i.query_id
LEFT JOIN annotator_label d ON i.adjudicated AND d.id = i.labels_used[1]
WHERE l.campaign_id = ANY(%(campaigns)s) AND s.kind IN ('first', 'second', 'third')
  AND {UNREPLACED}
"""


@frozen
class GivenAnswers:
    """rows: (answers, COLUMNS), in the order in which they were given. nameless: campaigns of which
    nobody knows who answered."""

    rows: Integers
    nameless: tuple[int, ...] = ()

    def aside(self, filters: Filters) -> Mapping[str, Mask]:
        """(answers,) by step: whether it sets the answer aside. The other steps depend on which
        labels are asked for."""
        rows, days = self.rows, Filters(filters.since, filters.until)
        return {
            accounts.NO_RATERS: np.isin(rows[:, CAMPAIGN], self.nameless),
            accounts.WITHDRAWN: rows[:, VALUE] == NO_ANSWER,
            accounts.ASKED_AGAIN: rows[:, DISREGARDED] == 1,
            accounts.DATES: ~within(days, rows[:, RATER], rows[:, DAY]),
            accounts.RATERS: ~within(Filters(raters=filters.raters), rows[:, RATER], rows[:, DAY]),
        }


def read_answers(
    campaigns: Sequence[Campaign],
    nameless: Sequence[WithoutRaters] = (),
    extra: str = "",
    **words: Any,
) -> GivenAnswers:
    """extra: of SQL, to choose among them, with its words."""
    none_known = tuple(one.id for one in nameless)
    asked = {"campaigns": [*(one.pk for one in campaigns), *none_known], **words}
    rows = copied(GIVEN + extra, asked, COLUMNS)
    rows = rows[np.argsort(rows[:, LABEL])]  # sorted here, as it is quicker than there
    return GivenAnswers(rows[_last_of_slots(rows)], none_known)


def _last_of_slots(rows: Integers) -> Mask:
    """(answers,): all but what was withdrawn and then answered after all."""
    order = np.lexsort((rows[:, LABEL], rows[:, SLOT]))
    slot = rows[order, SLOT]
    last = np.ones(len(rows), bool)
    last[order[:-1]] = slot[1:] != slot[:-1]
    return last | (rows[:, VALUE] != NO_ANSWER)


def within(filters: Filters, rater: Integers, day: Integers) -> Mask:
    """Whether it is of these raters and these days."""
    chosen = np.ones(len(rater), bool)
    if filters.raters:
        chosen &= np.isin(rater, filters.raters)
    if filters.since:
        chosen &= day >= filters.since.toordinal() - BEGINNING
    if filters.until:
        chosen &= day <= filters.until.toordinal() - BEGINNING
    return chosen


def copied(statement: str, words: Mapping[str, Any] | Sequence[Any], columns: int) -> Integers:
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY ({statement}) TO STDOUT (FORMAT BINARY)", words) as copy,
    ):
        return read_integers(copy, columns)


# Those whose raters are known, and the others, counted.
Campaigns = tuple[list[Campaign], tuple[WithoutRaters, ...]]
# Files of these formats tell verdicts, and not who gave them.
WITHOUT_RATERS = tuple(name for name, one in FORMATS.items() if not one.has_pseudonyms)

# LIVE is of one campaign. Here it is asked of each of several, of which the planner makes one join.
LIVING = f"""
(SELECT l.* FROM annotator_campaign c CROSS JOIN LATERAL ({LIVE % {"campaign": "c.id"}}) l
  WHERE c.id = ANY(%(campaigns)s)) l
JOIN annotator_item i ON i.id = l.item_id
"""

# What was retired as a known answer checks nobody any more. An answer that was asked for again was
# still right or wrong.
CHECKED = f"""
SELECT l.rater_id::int8, (l.answer = 'relevant')::int::int8, (k.answer = 'relevant')::int::int8,
  ((l.given_at AT TIME ZONE 'UTC')::date - DATE '1970-01-01')::int8
FROM {LIVING} JOIN annotator_knownanswer k
  ON k.campaign_id = i.campaign_id AND k.query_id = i.query_id AND k.video_id = i.video_id
  AND k.active
WHERE l.kind = 'gold' AND l.answer IN ('relevant', 'irrelevant')
"""
# For labels and items by the hundred thousand, whose joins would go through files otherwise.
MEMORY = "SET LOCAL work_mem = '64MB'"


def read_labels(
    benchmark: Benchmark,
    campaign: Campaign | None = None,
    filters: Filters = ALL,
    *,
    but: Sequence[int] = (),
) -> Labels:
    """The labels of one campaign, or of all of the benchmark whose raters are known, but these."""
    with one_moment():
        with connection.cursor() as cursor:
            cursor.execute(MEMORY)
        return _read(campaigns_with_raters(benchmark, campaign, but), benchmark, filters)


def _read(campaigns: Campaigns, benchmark: Benchmark, filters: Filters) -> Labels:
    asked, left_out = campaigns
    given = read_answers(asked, left_out)
    rows, aside, scales = given.rows, given.aside(filters), {tuple(one.scale) for one in asked}
    scale = next(iter(scales)) if len(scales) == 1 else ()
    graded = len(scale) > len(TWO_VALUES)
    if graded:
        rows[:, KIND] = _asked_from_the_start(rows)
    standing = rows[~np.logical_or.reduce(list(aside.values()))]
    _, first, pair = np.unique(standing[:, ITEM], return_index=True, return_inverse=True)
    of_pairs = standing[first]
    items, place = np.unique(rows[:, ITEM], return_inverse=True)
    checks = copied(CHECKED, {"campaigns": [one.pk for one in asked]}, 4)
    return Labels(
        benchmark=benchmark.name,
        campaigns=tuple(found.name for found in asked),
        pair=pair.reshape(-1),
        rater=standing[:, RATER],
        kind=standing[:, KIND],
        value=standing[:, VALUE],
        verdicts=of_pairs[:, VERDICT],
        videos=of_pairs[:, VIDEO],
        gold=Checks(*checks[within(filters, checks[:, 0], checks[:, 3]), :3].T),
        names=_names(np.unique(np.append(standing[:, RATER], filters.raters)).tolist()),
        log_position=log_position(asked),
        day=standing[:, DAY],
        reason=standing[:, REASON],
        words=of_pairs[:, WORDS],
        decided=of_pairs[:, DECIDED],
        mistakes=tuple(Mistake.values),
        left_out=left_out,
        columns=columns_of_queries(benchmark, of_pairs[:, QUERY]),
        filters=filters,
        answers=Answers(place.reshape(-1), rows[:, RATER], rows[:, KIND], rows[:, VALUE], aside),
        answered=len(items),
        scale=scale if graded else (),
        grade=standing[:, GRADE] if graded else None,
        several_scales=len(scales) > 1,
        texts=of_pairs[:, QUERY] if graded else None,
    )


def _asked_from_the_start(rows: Integers) -> Integers:
    """(answers,): their kinds. Where all pairs of a campaign that have a second label have a third,
    nobody was asked because two differed: a third one is as independent as a second."""
    kind, item = rows[:, KIND], rows[:, ITEM]
    campaigns = np.unique(rows[:, CAMPAIGN])
    with_third = np.isin(item, item[kind == THIRD])
    conditional = np.isin(campaigns, rows[(kind == SECOND) & ~with_third, CAMPAIGN])
    from_start = np.isin(rows[:, CAMPAIGN], campaigns[~conditional])
    found: Integers = np.where(from_start & (kind == THIRD), SECOND, kind)
    return found


def campaigns_with_raters(
    benchmark: Benchmark, campaign: Campaign | None, but: Sequence[int] = ()
) -> Campaigns:
    """What is asked for, without imports of which nobody knows whose labels they are; and these,
    counted."""
    known = (
        Campaign.objects.filter(benchmark=benchmark)
        .exclude(state=Campaign.State.DRAFT)
        .exclude(pk__in=but)
        .order_by("pk")
    )
    asked = list(known if campaign is None else known.filter(pk=campaign.pk))
    nameless = dict(
        LabelImport.objects.filter(campaign__in=asked, format__in=WITHOUT_RATERS).values_list(
            "campaign_id", "pairs"
        )
    )
    left_out = [
        WithoutRaters(one.name, nameless[one.pk], one.pk) for one in asked if one.pk in nameless
    ]
    return [one for one in asked if one.pk not in nameless], tuple(left_out)


def _names(raters: list[int]) -> dict[int, str]:
    """Two who are called alike are told apart by the names they sign in with."""
    people = User.objects.in_bulk(raters)
    called = [str(person) for person in people.values()]
    return {
        number: f"{person} ({person.username})" if called.count(str(person)) > 1 else str(person)
        for number, person in people.items()
    }


ASKED = """
SELECT i.id, q.number::int8, v.number::int8, (c.source = 'import')::int::int8
FROM annotator_item i JOIN annotator_campaign c ON c.id = i.campaign_id
JOIN pooling_query q ON q.id = i.query_id JOIN pooling_video v ON v.id = i.video_id
WHERE i.campaign_id = ANY(%(campaigns)s) ORDER BY i.id
"""


def read_label_evidence(benchmark: Benchmark, videos: int | None = None) -> LabelEvidence:
    """videos: how many the benchmark has, as the snapshot counts them that this is for."""
    with one_moment():
        with connection.cursor() as cursor:
            cursor.execute(MEMORY)
        known = campaigns_with_raters(benchmark, None)
        return _evidence(known, benchmark.video_count if videos is None else videos)


def _evidence(campaigns: Campaigns, videos: int) -> LabelEvidence:
    asked, _ = campaigns
    words = {"campaigns": [one.pk for one in asked]}
    given = read_answers(asked)
    aside = given.aside(ALL)
    rows = given.rows[~np.logical_or.reduce(list(aside.values()))]
    rows = rows[rows[:, VALUE] != UNKNOWN]
    items = copied(ASKED, words, 4)
    place = np.searchsorted(items[:, 0], rows[:, ITEM])
    keys = items[place, 1] * videos + items[place, 2]
    gold = copied(CHECKED, words, 4)
    return LabelEvidence.of(
        keys,
        rows[:, RATER],
        rows[:, VALUE],
        _decisions(rows),
        (gold[:, 0], gold[:, 1], gold[:, 2]),
        items[place, 3] == 1,
    )


def _decisions(rows: Integers) -> Integers:
    """(labels,): what an adjudicator decided of the pair; -1 where none did, or could not."""
    verdict = rows[:, VERDICT]
    decided = (rows[:, DECIDED] != NOT_DECIDED) & (verdict != UNKNOWN) & (verdict != DISAGREEMENT)
    return np.where(decided, verdict, -1)
