"""Which labels live, and which of them count: the two definitions that all who read labels go by.

**Live**: neither superseded nor withdrawn. It is what its rater's answer is at this moment.
**Counts**: lives, answers no check, and was not asked for again. The pair's verdict rests on these.
Of checks the same is asked within their chain: what counts for what is asked next.

The definitions themselves are the database's views; these are their names, their faces in Django,
and what both are read by. Nothing outside this package spells either of them out.
"""

from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from annotator.consensus import Given
from annotator.locks.item import LockedItem
from annotator.models import Answer, DisregardedLabel, Label, Slot
from foundation.database.rows import rows_as

LIVE = "annotator_live_label"
COUNTING = "annotator_counting_label"
COUNTING_CHECK = "annotator_counting_check"

# Of statements that read all live labels of a campaign at once, and call them l: was not asked for
# again. NOT IN, as these are few and kept in one hash: NOT EXISTS is looked up label by label where
# the planner expects none.
REGARDED = "l.id NOT IN (SELECT label_id FROM annotator_disregardedlabel)"
# Of statements that also want to know what was withdrawn, and call labels l: no later label of the
# same chain took its place.
UNREPLACED = "NOT EXISTS (SELECT FROM annotator_label n WHERE n.supersedes_id = l.id)"
WAS_DISREGARDED = "l.id IN (SELECT label_id FROM annotator_disregardedlabel)"


def live(labels: QuerySet[Label]) -> QuerySet[Label]:
    """Those of them that live, for the ORM."""
    return labels.filter(superseded_by=None).exclude(answer=Answer.WITHDRAWN)


def not_withdrawn(labels: QuerySet[Label]) -> QuerySet[Label]:
    """Those that gave an answer, though another may have taken its place since."""
    return labels.exclude(answer=Answer.WITHDRAWN)


def counting(labels: QuerySet[Label]) -> QuerySet[Label]:
    """Those that count, for the ORM."""
    given = live(labels).exclude(slot__kind=Slot.Kind.GOLD)
    return given.exclude(Exists(DisregardedLabel.objects.filter(label=OuterRef("pk"))))


def with_what_followed(labels: QuerySet[Label]) -> QuerySet[Label]:
    """Each says in `superseded` whether another took its place, and in `disregarded_since` whether
    it was asked for again: for the three functions below."""
    again = DisregardedLabel.objects.filter(label=OuterRef("pk"))
    newer = Label.objects.filter(supersedes=OuterRef("pk"))
    return labels.annotate(superseded=Exists(newer), disregarded_since=Exists(again))


def is_live(label: Label) -> bool:
    return not label.superseded and label.answer != Answer.WITHDRAWN  # type: ignore[attr-defined]


def is_unquestioned(label: Label) -> bool:
    """Lives, and was not asked for again: its rater may still change it, a check too."""
    return is_live(label) and not label.disregarded_since  # type: ignore[attr-defined]


def does_count(label: Label) -> bool:
    return is_unquestioned(label) and label.slot.kind != Slot.Kind.GOLD


# An item's, but for its checks; or those of one chain of them.
OF_AN_ITEM = f"""
SELECT id AS label, kind, answer, value FROM {COUNTING}
WHERE item_id = %(item)s AND %(chain)s::int IS NULL
UNION ALL SELECT id, kind, answer, value FROM {COUNTING_CHECK}
WHERE item_id = %(item)s AND chain = %(chain)s::int ORDER BY label
"""


def counting_labels(cursor: Any, item: LockedItem) -> list[Given]:
    """In the order in which they were given."""
    cursor.execute(OF_AN_ITEM, item.words)
    return rows_as(cursor, Given)
