"""From labels to corrected scores at the size of MSVD's test split: 27,763 captions of 670 videos.

Resampling and testing: 5 runs x 8 measures. The peer is scipy, asked for one cell and once whole:
its figure is seconds per cell, and so is ours beside it. scipy knows no clusters, so it is held
against ours with each caption alone; ours by video is what reports use. ranx's Fisher test is asked
for fewer permutations, and its seconds are multiplied: each takes it as long.

Scoring: from rankings and labels in PostgreSQL to the means of two runs. Peers start from the same
arrays, and come to the same numbers, or the benchmark fails.
"""

import argparse
import resource
from functools import partial
from itertools import combinations

import krippendorff
import numpy as np
from numpy.typing import NDArray
from ranx.statistical_tests import fisher_randomization_test
from scipy import stats

from bench.bare import intervals_of_means, sign_flip
from bench.cells.scores import like_msvd
from bench.stage import scorers
from bench.stage.corpus import simulate_labels, simulate_snapshot
from bench.stage.judged import judged_stage
from bench.stage.scoring_child import measured_report
from bench.stage.signs import corrected, floors, seconds_of
from bench.stage.world import migrated_database
from bench.table import Goal, Row, arguments, machine, row, show
from measures.agreement import alpha
from measures.agreement_intervals import bootstrap
from measures.dependence import Dependence
from measures.estimate import Interval
from measures.resampling import difference, percentiles, resample
from metrics.queries.snapshot import take_snapshot
from metrics.snapshot import Snapshot
from metrics.studies.evaluation import evaluate

CAPTIONS, VIDEOS = 27_763, 670
RUNS, MEASURES = 5, 8
CELLS = RUNS * MEASURES
TIMES = 10_000
BATCH = 200  # scipy holds so many resamples at once; all of them would take 2 GB
ROUNDS = 5
DEPTH = 10
FISHER = 100  # permutations that ranx is asked for
DOUBLED = 57_000  # pairs with two labels
ALPHAS = 50  # resamples for which alpha's peer is asked
GROWTH = (1_000, 10_000, 100_000, 1_000_000)
GROWN_VIDEOS, LARGE_VIDEOS = 673, 10_007  # prime, as made-up rankings want
LARGE = 1_000_000, LARGE_VIDEOS, 100
PAIRS = [
    (m * RUNS + a, m * RUNS + b) for m in range(MEASURES) for a, b in combinations(range(RUNS), 2)
]

LARGEST, SLOPE = 90, 0.5  # captions of the most frequent text, and how the others fall off

Scores = NDArray[np.float64]


def simulate(rng: np.random.Generator) -> tuple[Scores, NDArray[np.int64]]:
    """Half the measures are right or wrong, half lie between; a video's captions are alike."""
    videos = rng.integers(0, VIDEOS, CAPTIONS)
    latent = rng.normal(0, 1, (CELLS, CAPTIONS)) + rng.normal(0, 0.6, VIDEOS)[videos]
    scores = 1 / (1 + np.exp(-latent))
    scores[::2] = scores[::2] > 0.4
    return scores, videos


def peak_megabytes() -> float:
    """Of all that this process did so far: no less than what was just measured took."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def scipy_interval(values: Scores) -> object:
    rng = np.random.default_rng(1)
    return stats.bootstrap(
        (values,), np.mean, n_resamples=TIMES, batch=BATCH, method="percentile", rng=rng
    )


def scipy_permutations(differences: Scores) -> object:
    """The sign flips of one pair; for one sample, "samples" turns signs."""
    return stats.permutation_test(
        (differences,),
        np.mean,
        permutation_type="samples",
        vectorized=True,
        n_resamples=TIMES,
        batch=BATCH,
        rng=np.random.default_rng(1),
    )


def compared(
    what: str, by_video: Row, alone: Row, cells: int, peer: str, theirs: float
) -> list[Row]:
    each = alone.seconds / cells
    named = f"{what}, captions alone, per cell: {theirs / each:,.0f} times as fast as the peer"
    return [by_video, alone, row(named, [each], peer, [theirs]), row(f"peer: {peer}", [theirs])]


def resampling(scores: Scores, videos: NDArray[np.int64]) -> list[Row]:
    what = f"{TIMES:,} resamples, {CELLS} cells and {len(PAIRS)} differences"
    cells = np.concatenate([scores, difference(scores, PAIRS)])

    def ours(dependence: Dependence) -> list[Interval]:
        found = resample(cells, dependence, resamples=TIMES, seed=1)
        each = zip(found.means, found.clusters.tolist(), strict=True)
        return [percentiles(means, clusters) for means, clusters in each]

    of_videos, of_none = Dependence.of(CAPTIONS, videos), Dependence.of(CAPTIONS)
    by_video = [seconds_of(lambda: ours(of_videos)) for _ in range(3)]
    alone = [seconds_of(lambda: ours(of_none)) for _ in range(3)]
    texts = like_msvd(LARGEST, SLOPE).texts
    crossed = Dependence.of(CAPTIONS, videos, texts)
    by_both = [seconds_of(lambda: ours(crossed)) for _ in range(3)]
    of_means = [seconds_of(lambda: intervals_of_means(scores, crossed)) for _ in range(3)]
    peak, limit = [peak_megabytes()], Goal(megabytes=1_000)
    peer = "scipy.stats.bootstrap of one cell, percentile"
    more = [
        row(f"{what}, by video and shared text", by_both),
        row(f"two-way t intervals of {CELLS} cells, nothing drawn", of_means),
    ]
    return more + compared(
        "resamples",
        row(f"{what}, by video", by_video),
        row(f"{what}, captions alone", alone, megabytes=peak, goal=limit),
        CELLS + len(PAIRS),
        peer,
        seconds_of(lambda: scipy_interval(scores[1])),
    )


def testing(scores: Scores, videos: NDArray[np.int64]) -> list[Row]:
    what = f"{TIMES:,} sign flips, {len(PAIRS)} pairs"
    differences = difference(scores, PAIRS)
    ours = partial(sign_flip, differences, permutations=TIMES, seed=1)
    by_video = [seconds_of(lambda: ours(clusters=videos)) for _ in range(3)]
    alone = [seconds_of(ours) for _ in range(3)]
    peak, limit = [peak_megabytes()], Goal(megabytes=1_000)
    return [
        *floors(differences, videos, TIMES),
        *compared(
            "sign flips",
            row(f"{what}, by video", by_video),
            row(f"{what}, captions alone", alone, megabytes=peak, goal=limit),
            len(PAIRS),
            "scipy.stats.permutation_test of one pair",
            seconds_of(lambda: scipy_permutations(differences[0])),
        ),
    ]


def testing_by_ranx(scores: Scores, videos: NDArray[np.int64]) -> list[Row]:
    """Per pair and for as many permutations as ours: ours is asked for all pairs at once."""
    differences = difference(scores, PAIRS)
    ours = partial(sign_flip, differences, permutations=TIMES, seed=1)
    fisher = partial(fisher_randomization_test, scores[1], scores[3], random_seed=1)
    fisher(n_permutations=1)  # compiled
    theirs = [seconds_of(lambda: fisher(n_permutations=FISHER)) * TIMES / FISHER for _ in range(3)]
    each = [seconds_of(lambda: ours(clusters=videos)) / len(PAIRS) for _ in range(3)]
    alone = [seconds_of(ours) / len(PAIRS) for _ in range(3)]
    peer = f"ranx's Fisher test of one pair, from {FISHER} permutations"
    return [
        times_as_fast("sign flips per pair, by video", each, peer, theirs, 50),
        times_as_fast("sign flips per pair, captions alone", alone, peer, theirs, 50),
        row(f"peer: {peer}", theirs),
    ]


def times_as_fast(
    what: str, ours: list[float], peer: str, theirs: list[float], wanted: float
) -> Row:
    """The goal is a share of the peer's own time, which is taken in the same run."""
    middle = float(np.median(theirs))
    named = (
        f"{what}: {middle / float(np.median(ours)):,.0f} times as fast as the peer, {wanted:g}"
        " wanted"
    )
    return row(named, ours, peer, theirs, goal=Goal(seconds=middle / wanted))


def agreeing() -> list[Row]:
    """The peer computes alpha alone, from counts that are drawn for it."""
    counts, videos = simulate_labels(np.random.default_rng(1), DOUBLED, VIDEOS)
    ours = [
        seconds_of(lambda: (alpha(counts), bootstrap(counts, videos, seed=1, resamples=TIMES)))
        for _ in range(ROUNDS)
    ]
    peer = f"krippendorff.alpha of each resample, from {ALPHAS}"
    theirs = [seconds_of(lambda: resampled_alphas(counts)) * TIMES / ALPHAS for _ in range(ROUNDS)]
    what = f"alpha and {TIMES:,} resamples of {DOUBLED:,} doubled pairs, by video"
    return [row(what, ours, peer, theirs, goal=Goal(seconds=1)), row(f"peer: {peer}", theirs)]


def resampled_alphas(counts: NDArray[np.int64]) -> None:
    rng = np.random.default_rng(1)
    for _ in range(ALPHAS):
        krippendorff.alpha(
            value_counts=counts[rng.integers(0, len(counts), len(counts))],
            level_of_measurement="nominal",
        )


def scoring() -> list[Row]:
    with migrated_database():
        stage = judged_stage()
        read = partial(take_snapshot, stage.benchmark, list(stage.runs), DEPTH)
        reading = [seconds_of(read) for _ in range(ROUNDS)]
        whole = [seconds_of(lambda: scorers.our_means(read())) for _ in range(ROUNDS)]
        snapshot = read()
    size = f"{len(snapshot.positives('all').keys):,} positives, 2 runs, depth {DEPTH}, 4 measures"
    return [
        row(f"from PostgreSQL to means: {size}", whole, goal=Goal(seconds=0.6)),
        row("of this, reading it as arrays", reading),
        *from_arrays(snapshot),
    ]


def from_arrays(snapshot: Snapshot) -> list[Row]:
    """Libraries start from dictionaries: pytrec_eval is given them ready-made, the others have to
    make them."""
    scorers.means_of_ranx(simulate_snapshot(20, 31, DEPTH))  # compiled
    ours = scorers.our_means(snapshot)
    scorers.check_equal(ours, scorers.means_of_pytrec_eval(snapshot))
    qrels, runs = scorers.as_dictionaries(snapshot)
    call = partial(scorers.evaluate_by_pytrec_eval, scorers.pytrec_evaluator(qrels), runs)
    mine, of_pytrec_eval = [], []
    for _ in range(ROUNDS):
        mine.append(seconds_of(lambda: scorers.our_means(snapshot)))
        of_pytrec_eval.append(seconds_of(call))
    of_ir_measures = [
        seconds_of(lambda: scorers.check_equal(ours, scorers.means_of_ir_measures(snapshot)))
    ]
    of_ranx = [seconds_of(lambda: scorers.check_equal(ours, scorers.means_of_ranx(snapshot)))]
    both = [seconds_of(lambda: evaluate(snapshot, scorers.MEASURES, "both")) for _ in range(3)]
    what, middle = "from arrays to means", [float(np.median(mine))]
    return [
        row(what, mine, goal=Goal(seconds=0.08)),
        row("the same with original positives too, A (B + C)", both),
        times_as_fast(what, mine, "pytrec_eval's evaluate on ready-made dicts", of_pytrec_eval, 1),
        times_as_fast(what, middle, "ir-measures from the same arrays", of_ir_measures, 10),
        times_as_fast(what, middle, "ranx from the same arrays", of_ranx, 10),
        row("peer: pytrec_eval", of_pytrec_eval),
        row("peer: ir-measures", of_ir_measures),
        row("peer: ranx", of_ranx),
    ]


def growing() -> list[Row]:
    """Seconds for each thousand captions should stay; the goal is twice those of the smaller
    sizes."""
    rows: list[Row] = []
    for captions in GROWTH:
        score = partial(scorers.our_means, simulate_snapshot(captions, GROWN_VIDEOS, DEPTH))
        seconds = [seconds_of(score) for _ in range(3)]
        before = rows[-1].seconds * 10 if rows else None
        what = (
            f"from arrays to means: {captions:,} captions, {1e6 * min(seconds) / captions:.2f} ms"
            " per 1,000"
        )
        rows.append(row(what, seconds, goal=None if before is None else Goal(seconds=2 * before)))
    return rows


def reporting_large() -> list[Row]:
    captions, _, depth = LARGE
    seconds, megabytes = measured_report(*LARGE)
    what = f"Table 1 with intervals: 2 runs, {captions:,} captions, depth {depth}"
    return [row(what, [seconds], megabytes=[megabytes], goal=Goal(megabytes=4_000))]


def measure(asked: argparse.Namespace) -> list[Row]:
    """What is held against a limit of memory comes first: the figure is that of all that went
    before."""
    scores, videos = simulate(np.random.default_rng(1))
    rows = [
        taken for part in (resampling, testing, testing_by_ranx) for taken in part(scores, videos)
    ]
    rows += [taken for part in (corrected, agreeing, growing, scoring) for taken in part()]
    return rows + reporting_large() if asked.full else rows


if __name__ == "__main__":
    asked = arguments(
        full="also a report over 1,000,000 captions to depth 100, in a process of its own"
    )
    show(f"Metrics ({machine()})", measure(asked), asked)
