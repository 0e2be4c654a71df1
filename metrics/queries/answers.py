"""Every answer to the pairs of some campaigns, as one array: what agreement is computed from, and
what explains why a pair counts in it or does not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
from django.db import connection

from annotator.labels.live import UNREPLACED, WAS_DISREGARDED
from annotator.models import Campaign, Mistake, Reason
from foundation.database.copy import read_integers
from measures import accounts
from measures.arrays import Integers, Mask
from measures.raters import DISAGREEMENT, IRRELEVANT, RELEVANT, UNKNOWN
from metrics.labels import FIRST, SECOND, THIRD, Filters, WithoutRaters

BEGINNING = date(1970, 1, 1).toordinal()
NO_ANSWER = -2  # beside RELEVANT, IRRELEVANT and UNKNOWN: it was withdrawn
NOT_NAMED, NOT_DECIDED = -1, -2

# The columns, by their places.
LABEL, ITEM, VIDEO, RATER, KIND, VALUE, VERDICT = range(7)
SLOT, DAY, REASON, WORDS, DECIDED, DISREGARDED, CAMPAIGN = range(7, 14)
COLUMNS = 14


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
  ({WAS_DISREGARDED})::int::int8, l.campaign_id::int8
FROM annotator_label l
JOIN annotator_slot s ON s.id = l.slot_id
JOIN annotator_item i ON i.id = l.item_id
JOIN pooling_query q ON q.id = i.query_id
LEFT JOIN annotator_label d ON i.adjudicated AND d.id = i.labels_used[1]
WHERE l.campaign_id = ANY(%(campaigns)s) AND s.kind IN ('first', 'second', 'third')
  AND {UNREPLACED}
"""


@dataclass(frozen=True, slots=True)
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
