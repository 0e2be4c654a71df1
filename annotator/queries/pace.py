"""How long answers took, as arrays; and what was measured of them."""

import numpy as np
from django.db.models import QuerySet

from annotator.models import Campaign, MeasuredPace, RaterDay
from annotator.pacing import ENOUGH, Measured, Seconds, measure, per_hour
from foundation.database.rows import rows_of
from foundation.frozen import frozen
from pooling.models import Benchmark
from pooling.queries.pace import PACE

# Of each rater the last so many count: nobody outweighs the others, and it costs the same in a
# campaign of any size. The index annotator_labels_of_a_rater finds them.
OF_EACH = 200
# What supersedes another label is a change of mind, or takes it back: neither answers a pair that
# was given out.
TIMES = """
SELECT extract(epoch FROM a.given_at - a.before)::float8, a.active_ms / 1000.0::float8
FROM unnest(%(raters)s::bigint[]) r (id) CROSS JOIN LATERAL (
  SELECT l.*, lag(l.given_at) OVER (ORDER BY l.given_at, l.id) AS before FROM (
    SELECT id, slot_id, given_at, active_ms, supersedes_id FROM annotator_label
    WHERE campaign_id = %(campaign)s AND rater_id = r.id ORDER BY id DESC LIMIT %(of_each)s) l) a
JOIN annotator_slot s ON s.id = a.slot_id
WHERE a.supersedes_id IS NULL AND s.kind <> 'adjudication'
"""

# Of the same answers: how many there are, how many of them have an active time, and all of that
# time. None says how long the others took, so they are not counted with it. Each slot is looked up
# by its key: joined, a campaign's slots might all be read.
ACTIVE = """
SELECT r.id, count(*), count(a.active_ms), coalesce(sum(a.active_ms), 0)::float8
FROM unnest(%(raters)s::bigint[]) r (id) CROSS JOIN LATERAL (
  SELECT slot_id, active_ms, supersedes_id, given_at FROM annotator_label
  WHERE campaign_id = %(campaign)s AND rater_id = r.id ORDER BY id DESC LIMIT %(of_each)s) a
WHERE a.supersedes_id IS NULL
  AND (NOT %(today)s::boolean OR a.given_at >= date_trunc('day', now(), 'UTC'))
  AND (SELECT kind FROM annotator_slot s WHERE s.id = a.slot_id) <> 'adjudication' GROUP BY r.id
"""


@frozen
class ActiveTime:
    """A rater's last answers: how many, how many of them were timed, and for how long these
    took."""

    answers: int
    timed: int
    milliseconds: float

    @property
    def per_hour(self) -> float | None:
        """None where fewer than half were timed: those few may be of another kind than the rest."""
        shown = self.milliseconds > 0 and 2 * self.timed >= self.answers
        return 3_600_000 * self.timed / self.milliseconds if shown else None


NO_TIME = ActiveTime(0, 0, 0.0)


def active_times(
    campaign_id: int, raters: list[int], *, today: bool = False
) -> dict[int, ActiveTime]:
    """Times by the rater's number; those who have not answered lately are left out. `today`: of the
    same answers, those since midnight in UTC."""
    of = {"campaign": campaign_id, "raters": raters, "of_each": OF_EACH, "today": today}
    return {rater: ActiveTime(*shown) for rater, *shown in rows_of(ACTIVE, of)}


def times_of(campaign_id: int, raters: list[int]) -> tuple[Seconds, Seconds]:
    """(n,), (n,): of each answer, seconds since its rater's one before, and active seconds; nan
    where not known.

    A change of mind is no answer to a pair that was given out, and adjudicators hold no leases.
    """
    words = {"campaign": campaign_id, "raters": raters, "of_each": OF_EACH + 1}
    rows = np.array(rows_of(TIMES, words), np.float64).reshape(-1, 2)
    return rows[:, 0], rows[:, 1]


def measure_campaign(campaign_id: int) -> Measured | None:
    raters = (
        RaterDay.objects.filter(campaign=campaign_id)
        .values_list("rater_id", flat=True)
        .order_by("rater_id")
        .distinct()
    )
    return measure(*times_of(campaign_id, list(raters)))


def measure_rater(campaign_id: int, rater_id: int) -> Measured | None:
    return measure(*times_of(campaign_id, [rater_id]))


def measured_pace(campaign: Campaign) -> MeasuredPace | None:
    return MeasuredPace.objects.filter(campaign=campaign).first()


def last_pace_in(benchmark_id: int) -> MeasuredPace | None:
    """The pace of the campaign in this benchmark that was measured last over enough answers: the
    best guess for the next one."""
    paces = MeasuredPace.objects.filter(campaign__benchmark=benchmark_id, answers__gte=ENOUGH)
    return paces.order_by("-measured_at", "-pk").first()


def last_per_hour_in(benchmark: Benchmark) -> float | None:
    measured = last_pace_in(benchmark.pk)
    return None if measured is None else per_hour(measured.mean_seconds)


PACE.register(last_per_hour_in)


def campaigns_to_measure() -> QuerySet[Campaign]:
    return Campaign.objects.filter(state=Campaign.State.OPEN).order_by("pk")
