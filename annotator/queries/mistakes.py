"""What adjudicators found wrong: decisions by kind of mistake, and by rater, with n and intervals.

All of it is about pairs that were disputed and decided, which are the hard ones: no share here is
one of a rater's whole work.
"""

from collections import Counter
from collections.abc import Callable
from itertools import groupby
from operator import attrgetter

from django.utils.translation import gettext as _

from annotator.labels.live import COUNTING
from annotator.models import Campaign, Mistake
from annotator.pseudonyms import pseudonym
from annotator.queries.statements import knows_names
from foundation.database.rows import objects_of, rows_of
from foundation.finding.fields import Found, computed, derived, found, unshown
from foundation.frozen import frozen
from measures.accuracy import wilson
from people.models import User

NOT_NAMED = ""
KINDS = (*Mistake.values, NOT_NAMED)


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


@frozen
class OfRater(Found, called="MistakesOfRater"):
    rater: str = found("The rater's pseudonym.")
    name: str = found("The rater's name; empty for adjudicators.")
    overruled: CountedShare = found("The n labels are those whose pair was decided.")
    called_relevant: int = found("Overruled: decided as irrelevant.")
    called_irrelevant: int = found("Overruled: decided as relevant.")
    kinds: dict[str, int] = found("Overruled labels by kind of mistake.", default_factory=dict)


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


# The label that a decided pair's verdict rests on is the decision. One that left the pair without a
# verdict overruled nobody.
DECIDED = """
SELECT i.id AS item, d.answer, d.mistake FROM annotator_item i
JOIN annotator_label d ON d.id = i.labels_used[1]
WHERE i.campaign_id = %(campaign)s AND i.adjudicated AND i.verdict IS NOT NULL
"""
DECISIONS = f"SELECT mistake, count(*) AS count FROM ({DECIDED}) d GROUP BY 1"
LABELS = f"""
SELECT l.rater_id AS rater, u.username, u.name, l.answer, l.answer <> d.answer AS overruled,
  d.mistake, count(*) AS count
FROM ({DECIDED}) d JOIN {COUNTING} l ON l.item_id = d.item AND l.kind <> 'adjudication'
  AND l.answer IN ('relevant', 'irrelevant')
JOIN people_user u ON u.id = l.rater_id
GROUP BY 1, 2, 3, 4, 5, 6
"""


@frozen
class _Labels:
    rater: int
    username: str
    name: str
    answer: str
    overruled: bool
    mistake: str
    count: int


def mistakes_in(asking: User, campaign: Campaign) -> Mistakes:
    """Raters by the share of their labels that were overruled, the largest first."""
    of = {"campaign": campaign.pk}
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
    sentence = _overruled(rows, attrgetter("answer"))
    kinds = _overruled(rows, attrgetter("mistake"))
    of = rows[0]
    return OfRater(
        pseudonym(campaign.pk, of.rater),
        (of.name or of.username) if named else "",
        CountedShare(sentence.total(), sum(row.count for row in rows)),
        sentence["relevant"],
        sentence["irrelevant"],
        {kind: kinds[kind] for kind in KINDS},
    )


def _overruled(rows: list[_Labels], by: Callable[[_Labels], str]) -> Counter[str]:
    """How many labels were overruled, by what they or their decisions say."""
    counts = Counter[str]()
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
        (one.rater, one.name, *_cells(one.overruled), *sentence, *one.kinds.values())
        for one in found.raters
        for sentence in [(one.called_relevant, one.called_irrelevant)]
    ]
    return {"kinds": (KIND_COLUMNS, kinds), "raters": (RATER_COLUMNS, raters)}


def _cells(part: CountedShare) -> tuple[object, ...]:
    return (part.count, part.n, part.share, *(part.interval or (None, None)))
