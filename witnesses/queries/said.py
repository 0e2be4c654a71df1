"""What a witness said, in numbers."""

from collections import Counter

from foundation.database.rows import row_of, rows_of
from foundation.finding.fields import Found, found
from foundation.frozen import frozen
from pooling.histogram import Placed
from witnesses.models import Status, Witness

BINS = 20
OF_WITNESS = (
    "FROM witnesses_opinion o JOIN witnesses_hearing h ON h.id = o.hearing_id"
    " WHERE h.witness_id = %(witness)s"
)
GIVEN = f"{OF_WITNESS} AND o.status = 'given'"


@frozen
class Bin(Found, called="OpinionsBetween"):
    low: float = found()
    high: float = found("Only the last bin has what is just as high.")
    opinions: int = found()


@frozen
class Bar(Placed):
    """A bin as it is drawn."""

    bin: Bin


@frozen
class Said(Found, called="WitnessOpinions"):
    given: int = found("How many opinions have a value.")
    refused: int = found("How often the witness refused to answer.")
    unparsable: int = found("How often its answer could not be read.")
    failed: int = found("How often it could not be asked.")
    lowest: float | None = found("Null where nothing was given, as are the next two.")
    mean: float | None = found()
    highest: float | None = found()
    bins: list[Bin] = found(
        "How the values spread, from the lowest to the highest; from 0 to 1 where all are between."
    )

    @property
    def bars(self) -> list[Bar]:
        width = 100 / max(len(self.bins), 1)
        return [
            Bar(width * place, width, 100 * one.opinions / self.most, one)
            for place, one in enumerate(self.bins)
        ]

    @property
    def most(self) -> int:
        return max((one.opinions for one in self.bins), default=0)

    @property
    def ticks(self) -> list[tuple[float, float]]:
        """Places of an axis in per cent of its width, each with its value: edges of bins."""
        edges = [one.low for one in self.bins] + [one.high for one in self.bins[-1:]]
        return [(100 * n / len(self.bins), edges[n]) for n in range(0, len(edges), 4)]


def said_by(witness: Witness) -> Said:
    of = {"witness": witness.pk}
    counts = Counter(dict(rows_of(f"SELECT o.status, count(*) {OF_WITNESS} GROUP BY 1", of)))
    low, mean, high = row_of(f"SELECT min(value), avg(value), max(value) {GIVEN}", of)
    bins = [] if low is None else _bins(of, *_ends(low, high))
    given, refused, unparsable, failed = (counts[status.value] for status in Status)
    return Said(given, refused, unparsable, failed, low, mean, high, bins)


def _ends(low: float, high: float) -> tuple[float, float]:
    """Of probabilities the whole scale, whatever part of it is used."""
    return (0.0, 1.0) if low >= 0 and high <= 1 else (low, high)


def _bins(of: dict[str, int], low: float, high: float) -> list[Bin]:
    if low == high:
        ((count,),) = rows_of(f"SELECT count(*) {GIVEN}", of)
        return [Bin(low, high, count)]
    statement = (
        "SELECT least(width_bucket(value, %(low)s, %(high)s, %(bins)s), %(bins)s) - 1, count(*)"
        f" {GIVEN} GROUP BY 1"
    )
    counts = dict(rows_of(statement, of | {"low": low, "high": high, "bins": BINS}))
    edges = [low + (high - low) * place / BINS for place in range(BINS)] + [high]
    return [Bin(edges[n], edges[n + 1], counts.get(n, 0)) for n in range(BINS)]
