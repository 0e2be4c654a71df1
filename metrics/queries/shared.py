"""The pairs that two raters share, with what each of them answered and what became of it."""

from collections.abc import Sequence
from typing import Any

from django.db import connection

from annotator.labels.live import REGARDED
from annotator.models import Campaign, Mistake, Reason, Slot
from foundation.database.rows import rows_as
from foundation.frozen import frozen
from metrics.labels import ALL, KINDS, Filters, Which
from metrics.queries.labels import LIVING
from people.models import User

# How the two answers go together, in the order of the list.
DIFFER, ALIKE, NOT_COMPARED = range(3)

# The index annotator_labels_of_a_rater finds what either said. Of a rater who answered a pair twice
# the first label counts; one that judges counts before one that does not.
SAID = f"""
WITH said AS (
  SELECT DISTINCT ON (l.item_id, l.rater_id) l.item_id, l.rater_id, l.answer, l.kind, l.id
  FROM {LIVING}
  WHERE {REGARDED} AND l.rater_id IN (%(a)s, %(b)s) AND l.kind = ANY(%(kinds)s)
    AND (%(since)s::date IS NULL OR (l.given_at AT TIME ZONE 'UTC')::date >= %(since)s::date)
    AND (%(until)s::date IS NULL OR (l.given_at AT TIME ZONE 'UTC')::date <= %(until)s::date)
  ORDER BY l.item_id, l.rater_id, l.answer = 'cannot_judge', l.id),
together AS (
  SELECT a.item_id, a.id AS first, b.id AS second, a.kind AS first_kind, b.kind AS second_kind,
    CASE WHEN 'cannot_judge' IN (a.answer, b.answer) THEN {NOT_COMPARED}
      WHEN a.answer = b.answer THEN {ALIKE} ELSE {DIFFER} END AS place
  FROM said a JOIN said b ON b.item_id = a.item_id AND b.rater_id = %(b)s
  WHERE a.rater_id = %(a)s)
"""
SHARED = f"""{SAID}
SELECT i.id AS item, t.place, q.text AS caption, v.number AS video, v.key AS video_key,
  a.answer AS first_answer, t.first_kind, a.reason AS first_reason, a.comment AS first_comment,
  b.answer AS second_answer, t.second_kind, b.reason AS second_reason,
  b.comment AS second_comment, i.verdict, i.adjudicated, coalesce(d.mistake, '') AS mistake,
  coalesce(d.comment, '') AS decision_comment, c.name AS campaign
FROM together t JOIN annotator_item i ON i.id = t.item_id
JOIN annotator_label a ON a.id = t.first JOIN annotator_label b ON b.id = t.second
JOIN annotator_campaign c ON c.id = i.campaign_id
JOIN pooling_query q ON q.id = i.query_id JOIN pooling_video v ON v.id = i.video_id
LEFT JOIN annotator_label d ON i.adjudicated AND d.id = i.labels_used[1]
WHERE (t.place, i.id) > (%(place)s, %(after)s)
ORDER BY t.place, i.id LIMIT %(limit)s
"""
COUNTED = f"{SAID} SELECT place, count(*) AS pairs FROM together GROUP BY 1"


@frozen
class Said:
    """What one of the two answered, as which label, and why where they could not judge."""

    answer: str
    kind: str
    reason: str
    comment: str


@frozen
class SharedPair:
    """A pair that two raters answered, and what became of it. mistake, decision_comment: of the
    adjudicator's decision."""

    item: int
    place: int
    caption: str
    video: int
    video_key: str
    first_answer: str
    first_kind: str
    first_reason: str
    first_comment: str
    second_answer: str
    second_kind: str
    second_reason: str
    second_comment: str
    verdict: str | None
    adjudicated: bool
    mistake: str
    decision_comment: str
    campaign: str

    @property
    def both(self) -> tuple[Said, Said]:
        return (
            _said(self.first_answer, self.first_kind, self.first_reason, self.first_comment),
            _said(self.second_answer, self.second_kind, self.second_reason, self.second_comment),
        )

    @property
    def mistake_title(self) -> str:
        return str(Mistake(self.mistake).label) if self.mistake else ""


@frozen
class SharedCounts:
    """How many pairs the two share: on which they differ, agree, or are not compared, because one
    of them could not judge."""

    differ: int
    alike: int
    not_compared: int

    @property
    def compared(self) -> int:
        return self.differ + self.alike


@frozen
class Both:
    """Two raters, in which campaigns and by which of their labels."""

    campaigns: Sequence[Campaign]
    a: User
    b: User
    which: Which = "independent"
    filters: Filters = ALL

    @property
    def words(self) -> dict[str, Any]:
        return {
            "campaigns": [one.pk for one in self.campaigns],
            "a": self.a.pk,
            "b": self.b.pk,
            "kinds": [name for name, _ in KINDS[self.which]],
            "since": self.filters.since,
            "until": self.filters.until,
        }


def shared_pairs(both: Both, *, after: tuple[int, int], limit: int) -> list[SharedPair]:
    """Those on which the two differ first, and those that are not compared last. after: the place
    and the item of the last one known."""
    words = both.words | {"place": after[0], "after": after[1], "limit": limit}
    with connection.cursor() as cursor:
        cursor.execute(SHARED, words)
        return rows_as(cursor, SharedPair)


def count_shared(both: Both) -> SharedCounts:
    with connection.cursor() as cursor:
        cursor.execute(COUNTED, both.words)
        found = dict(cursor.fetchall())
    return SharedCounts(*(found.get(place, 0) for place in (DIFFER, ALIKE, NOT_COMPARED)))


def _said(answer: str, kind: str, reason: str, comment: str) -> Said:
    """The answer as people read it: kind and reason by their titles."""
    title = str(Reason(reason).label) if reason else ""
    return Said(answer, str(Slot.Kind(kind).label), title, comment)
