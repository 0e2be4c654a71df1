"""Agreement on grades: 227,808 labels of 113,904 pairs, with all figures and intervals.

Seconds are of the processor. The peak is of this process alone, which does nothing else before. The
peer finds alpha at three levels from the same counts, without intervals, and comes to the same
numbers, or the benchmark fails.
"""

import time
from collections.abc import Callable

import krippendorff
import numpy as np

from bench.stage.child import peak_megabytes
from bench.table import Goal, Row, arguments, machine, row, show
from measures.agreement import count_values
from measures.agreement_grades import ALPHAS
from measures.arrays import Counts
from metrics.labels import Checks, Labels
from metrics.studies.agreement import AgreementStudy, agreement

LABELS, VIDEOS, CAPTIONS, RATERS, GRADES = 227_808, 670, 4_000, 12, 5
ROUNDS = 3
LIMIT = Goal(seconds=3, megabytes=300)


def graded_labels() -> Labels:
    random, pairs = np.random.default_rng(1), LABELS // 2
    worth = random.normal(size=pairs)
    seen = worth[:, None] + random.normal(0, 0.6, (pairs, 2))
    grade = np.searchsorted([-0.8, 0.2, 0.9, 1.6], seen).ravel()
    first = random.integers(0, RATERS, pairs)
    second = (first + random.integers(1, RATERS, pairs)) % RATERS
    value = (grade >= 3).astype(np.int64)
    return Labels(
        benchmark="made up",
        campaigns=("one",),
        pair=np.repeat(np.arange(pairs), 2),
        rater=np.stack([first, second], axis=1).ravel(),
        kind=np.tile([1, 2], pairs),
        value=value,
        verdicts=value[::2],
        videos=random.integers(0, VIDEOS, pairs),
        gold=Checks(*np.zeros((3, 0), np.int64)),
        names={number: f"rater {number}" for number in range(RATERS)},
        log_position=LABELS,
        day=np.repeat(np.arange(pairs) // 4_000, 2),
        reason=np.full(LABELS, -1),
        words=random.integers(3, 20, pairs),
        decided=np.full(pairs, -2),
        scale=tuple("abcde"),
        grade=grade,
        texts=random.integers(0, CAPTIONS, pairs),
    )


def timed(call: Callable[[], object]) -> float:
    began = time.process_time()
    call()
    return time.process_time() - began


def by_peer(counts: Counts) -> list[float]:
    return [
        float(
            krippendorff.alpha(
                value_counts=counts, value_domain=range(GRADES), level_of_measurement=level
            )
        )
        for level in ALPHAS.values()
    ]


def measure() -> list[Row]:
    labels, found = graded_labels(), list[AgreementStudy]()
    ours = [timed(lambda: found.append(agreement(labels))) for _ in range(ROUNDS)]
    peak = [peak_megabytes()]
    counts = count_values(labels.pair, labels.said, labels.pairs, GRADES)
    theirs = [timed(lambda: by_peer(counts)) for _ in range(ROUNDS)]
    values = [found[0].figures[name].value or 0.0 for name in ALPHAS]
    np.testing.assert_allclose(values, by_peer(counts), atol=1e-9)
    peer = "krippendorff.alpha at three levels, no intervals"
    what = f"agreement of {LABELS:,} graded labels: every figure, slice, rater and interval"
    return [row(what, ours, peer, theirs, megabytes=peak, goal=LIMIT), row(f"peer: {peer}", theirs)]


if __name__ == "__main__":
    asked = arguments()
    show(f"Agreement on grades ({machine()})", measure(), asked)
