"""What a lead sees of one rater: agreement, checks, pace, and the shares of answers that were too
fast or could not be judged; all of it, and week by week.


Agreement is how often two raters who labelled the same pair gave the same answer, or the same
grade: of pairs that were drawn to be labelled twice, and their first two labels. A third is asked
only where two disagree, and would count disagreements twice. Agreement corrected for chance is on
the agreement pages.
"""

from collections.abc import Callable, Collection
from datetime import date, datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeVar

import numpy as np
from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import TruncWeek

from annotator.labels.live import COUNTING
from annotator.models import Campaign, Member, RaterDay
from annotator.pacing import Measured, measure
from annotator.queries.gold import accuracy_of, gold_answers
from annotator.queries.kept import kept
from foundation.database.rows import row_of, rows_of
from foundation.finding.fields import Found, computed, found, unshown
from foundation.frozen import frozen
from measures.accuracy import Accuracy

# Counting the pairs of a large campaign that have two labels takes seconds, and an hour more of
# labels hardly moves their share.
ALIKE_SECONDS = 600

JUDGED = "answer IN ('relevant', 'irrelevant')"  # these have a value, the grade where there are
OF_ALL = f"""
SELECT count(*) FILTER (WHERE a.value = b.value), count(*)
FROM {COUNTING} b JOIN {COUNTING} a ON a.item_id = b.item_id AND a.kind = 'first' AND a.{JUDGED}
WHERE b.campaign_id = %(campaign)s AND b.kind = 'second' AND b.{JUDGED}
"""
# Begins with the rater's own labels, which the index annotator_labels_of_a_rater finds.
OF_RATER = f"""
SELECT date_trunc('week', m.given_at AT TIME ZONE 'UTC')::date,
  count(*) FILTER (WHERE m.value = o.value), count(*)
FROM {COUNTING} m JOIN {COUNTING} o ON o.item_id = m.item_id AND o.rater_id <> m.rater_id
WHERE m.campaign_id = %(campaign)s AND m.rater_id = %(rater)s
AND m.kind IN ('first', 'second') AND o.kind IN ('first', 'second') AND m.{JUDGED} AND o.{JUDGED}
GROUP BY 1 ORDER BY 1
"""


@kept("alike", ALIKE_SECONDS)
def agreement_of(campaign: Campaign) -> Accuracy:
    """Alike, of the pairs with two labels."""
    return Accuracy(*row_of(OF_ALL, {"campaign": campaign.pk}))


Made = TypeVar("Made")

MOST = 20_000  # answers looked at for the pace: the last ones
SHOWN_WEEKS = 26
KEPT_SECONDS = 60

# As TIMES in annotator/queries/pace.py, with the week of each answer.
TIMES = """
SELECT date_trunc('week', a.given_at AT TIME ZONE 'UTC')::date,
  extract(epoch FROM a.given_at - a.before)::float8, a.active_ms / 1000.0::float8
FROM (SELECT l.*, lag(l.given_at) OVER (ORDER BY l.given_at, l.id) AS before FROM (
  SELECT id, slot_id, given_at, active_ms, supersedes_id FROM annotator_label
  WHERE campaign_id = %(campaign)s AND rater_id = %(rater)s ORDER BY id DESC LIMIT %(most)s) l) a
WHERE a.supersedes_id IS NULL
  AND (SELECT kind FROM annotator_slot s WHERE s.id = a.slot_id) <> 'adjudication'
ORDER BY 1
"""


@frozen
class Figures(Found):
    answers: int = found()
    agreement: Accuracy = found()
    checks: Accuracy = found()
    unable: Accuracy = found("The share of all answers that say Cannot judge.")
    fast: Accuracy = found("The share of all answers that were given too fast.")
    pace: Measured | None = found()


@frozen
class FiguresOfWeek(Figures, called="Week"):
    monday: date = unshown()
    week = computed(
        str, lambda one: f"{one.monday:%G-W%V}", "The ISO week in UTC, written as in 2026-W07."
    )


@frozen
class RaterFigures:
    all: Figures
    others: Figures  # of the campaign without this rater; its agreement is of all pairs
    weeks: list[FiguresOfWeek]  # the oldest first


def figures_of(member: Member) -> RaterFigures:
    """The figures; of a large campaign as they were up to a minute ago."""
    read = kept(f"rater_figures.{member.pk}", KEPT_SECONDS)(lambda _: _read(member))
    return read(member.campaign)


def _read(member: Member) -> RaterFigures:
    of_all = RaterDay.objects.filter(campaign=member.campaign_id)
    days = _days(of_all.filter(rater=member.person_id))
    agreed = {week: Accuracy(alike, n) for week, alike, n in rows_of(OF_RATER, member.words)}
    answers = gold_answers(member.campaign_id, member.person_id)
    times = rows_of(TIMES, member.words | {"most": MOST})
    checks = _by_week(answers, lambda one: _monday_of(one.given_at), accuracy_of)
    paces = _by_week(times, itemgetter(0), _measured)
    weeks = [
        _figures(
            FiguresOfWeek,
            days.get(week, NONE),
            agreed.get(week, NO),
            checks.get(week, NO),
            paces.get(week),
            monday=week,
        )
        for week in sorted({*days, *agreed, *checks, *paces})[-SHOWN_WEEKS:]
    ]
    total = total_of(agreed.values())
    own = _figures(Figures, _sum(days), total, accuracy_of(answers), _measured(times))
    rest = _sum(_days(of_all.filter(~Q(rater=member.person_id))))
    agreement = agreement_of(Campaign.objects.get(pk=member.campaign_id))
    others = _figures(Figures, rest, agreement, NO, None)
    return RaterFigures(own, others, weeks)


def _monday_of(moment: datetime) -> date:
    return moment.date() - timedelta(days=moment.weekday())


def _by_week(
    rows: list[Any], week_of: Callable[[Any], date], made: Callable[[list[Any]], Made]
) -> dict[date, Made]:
    """rows: those of a week follow each other."""
    return {week: made(list(some)) for week, some in groupby(rows, key=week_of)}


# labels, cannot_judge, too_fast
Counts = tuple[int, ...]
NONE: Counts = (0, 0, 0)
NO = Accuracy(0, 0)


def _days(days: QuerySet[RaterDay]) -> dict[date, Counts]:
    rows = days.annotate(week=TruncWeek("day")).values_list("week").order_by("week")
    summed = rows.annotate(Sum("labels"), Sum("cannot_judge"), Sum("too_fast"))
    return {week: tuple(counts) for week, *counts in summed}


def _figures(
    kind: Callable[..., Made],
    counts: Counts,
    agreement: Accuracy,
    checks: Accuracy,
    pace: Measured | None,
    **more: Any,
) -> Made:
    """An answer that was taken back is counted no more, but it was too fast all the same."""
    answers, *parts = counts
    shares = (Accuracy(min(part, answers), answers) for part in parts)
    return kind(answers, agreement, checks, *shares, pace, **more)


def _sum(weeks: dict[date, Counts]) -> Counts:
    return tuple(map(sum, zip(NONE, *weeks.values(), strict=True)))


def total_of(some: Collection[Accuracy]) -> Accuracy:
    return Accuracy(sum(one.right for one in some), sum(one.n for one in some))


def _measured(answers: list[Any]) -> Measured | None:
    rows = np.array([times for _, *times in answers], np.float64).reshape(-1, 2)
    return measure(rows[:, 0], rows[:, 1])
