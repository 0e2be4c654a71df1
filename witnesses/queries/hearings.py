"""A witness's hearings in numbers: what was asked, what it cost, and what probes say of the
witness."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from foundation.database.rows import rows_of
from foundation.finding.fields import Found, found
from foundation.frozen import frozen
from measures.accuracy import wilson
from pooling.models import Benchmark
from witnesses.models import Hearing, Probe, Witness
from witnesses.queries.work import HearingState, standings

# Of each pair that was asked, the newest opinion with a value beside the probe's.
PAIRED = """
    SELECT p.hearing_id, p.kind, count(*), count(e.value), avg(p.value - e.value),
      avg(abs(p.value - e.value)),
      count(*) FILTER (WHERE round(p.value) = round(e.value)),
      count(*) FILTER (WHERE p.value > %(highest)s - .5)
    FROM witnesses_probe p JOIN witnesses_hearing h ON h.id = p.hearing_id
    LEFT JOIN LATERAL (
      SELECT o.value FROM witnesses_opinion o JOIN witnesses_hearing g ON g.id = o.hearing_id
      WHERE g.witness_id = h.witness_id AND o.query_id = p.query_id AND o.video_id = p.video_id
        AND o.status = 'given' AND p.value IS NOT NULL ORDER BY g.id DESC LIMIT 1) e ON true
    WHERE h.witness_id = %(witness)s GROUP BY 1, 2"""
# Of opinions with a value, and how many of them are the highest grade.
HIGHEST = """
    SELECT count(*), count(*) FILTER (WHERE o.value > %(highest)s - .5)
    FROM witnesses_opinion o JOIN witnesses_hearing h ON h.id = o.hearing_id
    WHERE h.witness_id = %(witness)s AND o.status = 'given'"""
ENOUGH_CANARIES = 8
COUNTED = ("probes", "followed")
LEFT = """
    SELECT h.witness_id, count(*) FROM (
      SELECT h.witness_id, o.query_id, o.video_id FROM witnesses_opinion o
      JOIN witnesses_hearing h ON h.id = o.hearing_id
      JOIN witnesses_witness w ON w.id = h.witness_id
      WHERE w.benchmark_id = %s GROUP BY 1, 2, 3 HAVING bool_and(o.status <> 'given')) h
    GROUP BY 1"""
SPENT = """
    SELECT h.witness_id, sum(h.spent_money),
      coalesce(max(h.id) FILTER (WHERE h.is_open), max(h.id))
    FROM witnesses_hearing h JOIN witnesses_witness w ON w.id = h.witness_id
    WHERE w.benchmark_id = %s GROUP BY 1"""


@frozen
class Twice(Found, called="WitnessAskedTwice"):
    probes: int = found("How many pairs were asked a second time in this way.")
    pairs: int = found("How many of them have a value both times.")
    same: int = found("How many of these got the same grade.")
    shift: float | None = found("How much higher the second value is, in the mean.")
    distance: float | None = found("How far the two are apart, in the mean.")


@frozen
class Canaries(Found, called="WitnessCanaries"):
    probes: int = found("How many captions told it which grade to give.")
    followed: int = found("How often it gave that.")
    chance: float | None = found(
        "The share of its opinions that are this grade: how often it would give it by chance."
    )


@frozen
class HearingFound(Found, called="WitnessHearing"):
    id: int = found()
    purpose: str = found("What it asked about: `read` for an import.")
    state: str = found(
        "Whether it is `open`, `done`, was `stopped` before all was asked, or has ended as a job"
        " that was `cancelled` or `failed` and can be tried again."
    )
    job: int | None = found("The job that goes on with it where it is tried again.")
    why: str = found("Why it was stopped, in a sentence.")
    given: int = found("How many opinions have a value.")
    failed: int = found("How many have none.")
    reused: int = found("How many were known from the same clip and text.")
    lost: int = found("Questions whose answers were lost with an attempt.")
    money: float = found("What it cost, in the money of the prices.")
    tokens: int = found("Tokens sent and answered.")
    minutes: float = found("Minutes of asking.")
    budget: dict[str, float | None] = found("The most of money, tokens and minutes.")
    canaries: Canaries = found("Captions that tell it what to answer.")
    repeated: Twice = found("Pairs that were asked twice.")
    turned: Twice = found("Pairs asked with frames and scale the other way round.")
    later: Twice = found("Pairs asked again later, beside what was said before.")


@frozen
class Steering:
    """Whether captions steer a witness, over its hearings. low, high: of the share followed."""

    probes: int
    followed: int
    low: float
    high: float
    chance: float | None
    enough: int = ENOUGH_CANARIES

    @property
    def is_known(self) -> bool:
        return self.probes >= ENOUGH_CANARIES and self.chance is not None

    @property
    def steers(self) -> bool:
        """Beyond what it would give by chance."""
        return self.is_known and self.chance is not None and self.low > self.chance


def steering(canaries: Sequence[Canaries]) -> Steering | None:
    """None where no caption told it what to answer."""
    probes, followed = (sum(getattr(one, name) for one in canaries) for name in COUNTED)
    if not probes:
        return None
    return Steering(probes, followed, *wilson(followed, probes), canaries[0].chance)


def going_on(hearings: Sequence[HearingFound]) -> dict[str, Any]:
    """What a form begins with that goes on with the newest: the same again."""
    if not hearings:
        return {}
    asked = {"purpose": hearings[0].purpose, **hearings[0].budget}
    return {name: value for name, value in asked.items() if value is not None}


def all_probes(hearings: Sequence[HearingFound]) -> list[tuple[Any, Twice]]:
    """Over a witness's hearings, as its page calls them."""
    of = {
        "repeated": _("Asked twice"),
        "turned": _("Frames and scale the other way round"),
        "later": _("Asked again later"),
    }
    return [(words, _sum([getattr(one, name) for one in hearings])) for name, words in of.items()]


def _sum(parts: Sequence[Twice]) -> Twice:
    pairs = sum(one.pairs for one in parts)

    def mean(name: str) -> float | None:
        total = sum(one.pairs * (getattr(one, name) or 0.0) for one in parts)
        return total / pairs if pairs else None

    probes, same = sum(one.probes for one in parts), sum(one.same for one in parts)
    return Twice(probes, pairs, same, mean("shift"), mean("distance"))


@frozen
class Asking:
    """Of a witness in a list."""

    failures: int = 0
    money: float = 0.0
    state: str = ""
    why: str = ""

    @property
    def may_go_on(self) -> bool:
        return self.state in ("stopped", "cancelled", "failed")


def hearings_of(witness: Witness) -> list[HearingFound]:
    """Newest first."""
    scale = witness.config.get("scale") or []
    rows = rows_of(PAIRED, {"witness": witness.pk, "highest": len(scale) - 1})
    probes = {(hearing, kind): counts for hearing, kind, *counts in rows}
    ((opinions, highest),) = rows_of(HIGHEST, {"witness": witness.pk, "highest": len(scale) - 1})
    chance = highest / opinions if opinions else None
    hearings = list(witness.hearings.order_by("-pk"))
    stand = standings(hearings)
    return [_found(row, stand[row.pk], probes, chance) for row in hearings]


def _found(
    row: Hearing,
    stands: HearingState,
    probes: Mapping[tuple[int, str], list[Any]],
    chance: float | None,
) -> HearingFound:
    def twice(kind: str) -> Twice:
        count, pairs, shift, distance, same, _ = probes.get(
            (row.pk, kind), (0, 0, None, None, 0, 0)
        )
        return Twice(count, pairs, same, shift, distance)

    canaries = probes.get((row.pk, Probe.Kind.CANARY), [0] * 6)
    return HearingFound(
        id=row.pk,
        purpose=row.purpose,
        state=stands.state,
        job=stands.job,
        why=stands.why,
        given=row.given,
        failed=row.failed,
        reused=row.reused,
        lost=row.lost,
        money=row.spent_money,
        tokens=row.spent_tokens,
        minutes=row.spent_minutes,
        budget={
            "money": row.budget_money,
            "tokens": row.budget_tokens,
            "minutes": row.budget_minutes,
        },
        canaries=Canaries(canaries[0], canaries[5], chance),
        repeated=twice(Probe.Kind.REPEATED),
        turned=twice(Probe.Kind.TURNED),
        later=twice(Probe.Kind.LATER),
    )


def without_value(witness: Witness) -> int:
    """Pairs that were asked about, and have no value yet."""
    left = dict(rows_of(LEFT, [witness.benchmark_id]))
    return int(left.get(witness.pk, 0))


def askings(benchmark: Benchmark) -> dict[int, Asking]:
    """By witness."""
    left = dict(rows_of(LEFT, [benchmark.pk]))
    spent = rows_of(SPENT, [benchmark.pk])
    stand = standings(Hearing.objects.filter(pk__in=[newest for _, _, newest in spent]))
    return {
        witness: Asking(left.get(witness, 0), money, stand[newest].state, stand[newest].why)
        for witness, money, newest in spent
    }
