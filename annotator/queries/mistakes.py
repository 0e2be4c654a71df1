"""What adjudicators found wrong: decisions by kind of mistake, and by rater, with n and intervals.

All of it is about pairs that were disputed and decided, which are the hard ones: no share here is
one of a rater's whole work.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.utils.translation import gettext as _

from annotator.labels.live import COUNTING
from annotator.models import Campaign, Mistake
from annotator.pseudonyms import pseudonym
from annotator.queries.statements import knows_names
from annotator.scales import MOST_VALUES
from foundation.asking.questions import asked
from foundation.database.rows import objects_of, rows_of
from foundation.finding.fields import SPREAD, Found, computed, derived, found, unshown
from foundation.frozen import frozen
from measures.accuracy import wilson
from people.models import User

NOT_NAMED = ""
KINDS = (*Mistake.values, NOT_NAMED)


@frozen
class MistakesWanted:
    """Which decisions are counted."""

    grade: int | None = asked(
        "Only decisions that gave this value of the scale.",
        default=None,
        at_least=0,
        at_most=MOST_VALUES - 1,
    )


EVERY = MistakesWanted()


@frozen
class CountedShare(Found, called="Part"):
    """A count of n."""

    count: int = found()
    n: int = found()
    share = computed(float | None, lambda one: one.count / one.n if one.n else None)
    interval = computed(
        tuple[float, float] | None,
        lambda one: wilson(one.count, one.n) if one.n else None,
        "Wilson's, of 95 %.",
    )


@frozen
class OfKind(Found, called="MistakeOfKind"):
    kind: str = found("Empty where the decision names none.")
    title: str = unshown()
    decisions: CountedShare = found()
    overruled: int = found("Labels that these decisions overruled.")


def signed(off: Mapping[int, int]) -> list[tuple[str, int]]:
    return [(f"{by:+d}", many) for by, many in off.items()]


@frozen
class OfRater(Found, called="MistakesOfRater"):
    """off: of grades, overruled labels by how many grades they were above the decision, the most
    below it first; None of two values."""

    rater: str = found("The rater's pseudonym.")
    name: str = found("The rater's name; empty for adjudicators.")
    overruled: CountedShare = found("The n labels are those whose pair was decided.")
    called_relevant: int = found("Overruled: decided as irrelevant.")
    called_irrelevant: int = found("Overruled: decided as relevant.")
    kinds: dict[str, int] = found("Overruled labels by kind of mistake.", default_factory=dict)
    off: Mapping[int, int] | None = None
    of_grades = computed(
        Mapping,
        lambda one: {} if one.off is None else {"grades_off": dict(signed(one.off))},
        key=SPREAD,
    )

    @property
    def in_words(self) -> str:
        """As a sentence of the rater's page ends: -2: 1, +1: 4."""
        return ", ".join(f"{by}: {many}" for by, many in signed(self.off or {}))


@frozen
class Mistakes(Found):
    """Of disputed pairs alone: no share here is one of a rater's whole work."""

    decisions: int = found()

    @property
    @derived("Decisions that name a kind of mistake.")
    def named(self) -> CountedShare:
        count = sum(row.decisions.count for row in self.kinds if row.kind != NOT_NAMED)
        return CountedShare(count, self.decisions)

    kinds: list[OfKind] = found()
    raters: list[OfRater] = found()

    @property
    def distances(self) -> list[int]:
        """By how many grades labels were off, of all raters; none of two values."""
        return sorted({by for one in self.raters for by in one.off or ()})

    @property
    def distances_shown(self) -> list[str]:
        return [f"{by:+d}" for by in self.distances]

    @property
    def by_distance(self) -> list[tuple[OfRater, list[int]]]:
        """Each rater, with how many labels were off by each of the distances."""
        return [(one, [(one.off or {}).get(by, 0) for by in self.distances]) for one in self.raters]

    def of(self, person: int, campaign: int) -> OfRater | None:
        named = pseudonym(campaign, person)
        return next((one for one in self.raters if one.rater == named), None)


# The label that a decided pair's verdict rests on is the decision. One that left the pair without a
# verdict overruled nobody.
DECIDED = """
SELECT i.id AS item, d.answer, d.value, d.mistake FROM annotator_item i
JOIN annotator_label d ON d.id = i.labels_used[1]
WHERE i.campaign_id = %(campaign)s AND i.adjudicated AND i.verdict IS NOT NULL
  AND (%(grade)s::int IS NULL OR d.value = %(grade)s)
"""
DECISIONS = f"SELECT mistake, count(*) AS count FROM ({DECIDED}) d GROUP BY 1"
LABELS = f"""
SELECT l.rater_id AS rater, u.username, u.name, l.answer, l.answer <> d.answer AS turned,
  l.value IS DISTINCT FROM d.value AS overruled, l.value - d.value AS off, d.mistake,
  count(*) AS count
FROM ({DECIDED}) d JOIN {COUNTING} l ON l.item_id = d.item AND l.kind <> 'adjudication'
  AND l.answer IN ('relevant', 'irrelevant')
JOIN people_user u ON u.id = l.rater_id
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
"""


@frozen
class _Labels:
    rater: int
    username: str
    name: str
    answer: str
    turned: bool  # relevant and irrelevant
    overruled: bool
    off: int | None  # by how many grades; None where the decision gave none
    mistake: str
    count: int


def mistakes_in(asking: User, campaign: Campaign, wanted: MistakesWanted = EVERY) -> Mistakes:
    """Raters by the share of their labels that were overruled, the largest first."""
    of = {"campaign": campaign.pk, "grade": wanted.grade}
    decisions = Counter[str](dict(rows_of(DECISIONS, of)))
    labels = objects_of(_Labels, LABELS, of)
    overruled = _overruled(labels, attrgetter("mistake"))
    kinds = [
        OfKind(
            kind,
            str(Mistake(kind).label) if kind else _("Not named"),
            CountedShare(decisions[kind], decisions.total()),
            overruled[kind],
        )
        for kind in KINDS
    ]
    named = knows_names(asking)
    by_rater = groupby(sorted(labels, key=attrgetter("rater")), key=attrgetter("rater"))
    raters = [_of_rater(campaign, list(rows), named=named) for _rater, rows in by_rater]
    raters.sort(key=lambda row: (-(row.overruled.share or 0), -row.overruled.n, row.rater))
    return Mistakes(decisions.total(), kinds, raters)


def _of_rater(campaign: Campaign, rows: list[_Labels], *, named: bool) -> OfRater:
    kinds = _overruled(rows, attrgetter("mistake"))
    turned = _overruled([row for row in rows if row.turned], attrgetter("answer"))
    off = _overruled([row for row in rows if row.off is not None], attrgetter("off"))
    of = rows[0]
    return OfRater(
        pseudonym(campaign.pk, of.rater),
        (of.name or of.username) if named else "",
        CountedShare(kinds.total(), sum(row.count for row in rows)),
        turned["relevant"],
        turned["irrelevant"],
        {kind: kinds[kind] for kind in KINDS},
        {by: off[by] for by in sorted(off) if off[by]} if campaign.on_scale.is_graded else None,
    )


def _overruled(rows: list[_Labels], by: Callable[[_Labels], Any]) -> Counter[Any]:
    """How many labels were overruled, by what they or their decisions say."""
    counts = Counter[Any]()
    for row in rows:
        counts[by(row)] += row.count * row.overruled
    return counts


# As files for spreadsheets

ESTIMATE = ("share", "low", "high")
KIND_COLUMNS = ("kind", "decisions", "n", *ESTIMATE, "labels_overruled")
RATER_COLUMNS = (
    "rater",
    "name",
    "overruled",
    "n",
    *ESTIMATE,
    "said_relevant",
    "said_irrelevant",
    *(kind or "not_named" for kind in KINDS),
)
Rows = list[tuple[object, ...]]


def tables_of(found: Mistakes) -> dict[str, tuple[tuple[str, ...], Rows]]:
    """Columns and rows of each table, by what its file is called."""
    kinds: Rows = [
        (one.kind or "not_named", *_cells(one.decisions), one.overruled) for one in found.kinds
    ]
    raters: Rows = [
        (
            one.rater,
            one.name,
            *_cells(one.overruled),
            one.called_relevant,
            one.called_irrelevant,
            *one.kinds.values(),
            *off,
        )
        for one, off in found.by_distance
    ]
    columns = (*RATER_COLUMNS, *(f"off_{by}" for by in found.distances_shown))
    return {"kinds": (KIND_COLUMNS, kinds), "raters": (columns, raters)}


def _cells(part: CountedShare) -> tuple[object, ...]:
    return (part.count, part.n, part.share, *(part.interval or (None, None)))
