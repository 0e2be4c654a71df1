"""Facts of a benchmark's captions for the explorer, as they were kept, or computed where that takes
no time (docs/decisions/0035)."""

from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256

import numpy as np

from explorer.facts import (
    CaptionFacts,
    Judged,
    PlainArray,
    RunFacts,
    RunScore,
    array_of,
    best_first,
    caption_facts,
    judged_of,
    run_facts,
    share_right,
)
from foundation.frozen import frozen
from metrics.queries.kept import Kept, LogState, Question, find_kept, log_state
from metrics.queries.snapshot import take_snapshot
from pooling.models import Benchmark, Run
from pooling.queries.axes import read_targets

VERSION = 2
# What is computed while somebody waits: ranks of all runs, and labels.
RANKS_AT_ONCE, LABELS_AT_ONCE = 200_000, 20_000
ANY_STATE = LogState(0, 0, "")


@frozen
class KeptArrays:
    """The facts of captions with the scores of all runs, or the facts of one run; arrays: theirs,
    one by one."""

    arrays: list[PlainArray]
    scores: list[RunScore]


@frozen
class Facts:
    """best: ids of the runs from text to video, the best first. run: of one of them, by its id;
    None where it has not been computed yet."""

    captions: CaptionFacts
    best: list[int]
    run: Callable[[int], RunFacts | None]


def all_runs(benchmark: Benchmark) -> list[Run]:
    """Runs from text to video, those that not everybody may see included: what is shown of the
    facts is of runs that were offered to the person who asks."""
    runs = benchmark.runs.filter(direction=Run.Direction.TEXT_TO_VIDEO)
    return list(runs.select_related("model").order_by("pk"))


def best_runs(benchmark: Benchmark) -> list[int]:
    """The best runs as found when the facts were last kept, of whatever state: for pages that need
    no more of them. Nothing is computed for it but where that takes no time."""
    kept = kept_of_captions(benchmark, ANY_STATE)
    if kept is not None:
        return best_first(kept.result.scores)
    runs = all_runs(benchmark)
    return compute(benchmark, runs).best if _ranks_of(benchmark, runs) <= RANKS_AT_ONCE else []


def state_of(benchmark: Benchmark, runs: Sequence[Run]) -> LogState:
    """The state of the log, and of what else the facts follow from: rankings never change, but runs
    and captions come."""
    log = log_state(list(benchmark.campaigns.only("pk")))
    counts = benchmark.caption_count, benchmark.query_count, benchmark.video_count
    parts = [log.digest, *counts, *(run.pk for run in runs)]
    return LogState(
        log.labels, log.position, sha256("|".join(map(str, parts)).encode()).hexdigest()
    )


def at_once(benchmark: Benchmark, runs: Sequence[Run], state: LogState) -> bool:
    return _ranks_of(benchmark, runs) <= RANKS_AT_ONCE and state.labels <= LABELS_AT_ONCE


def _ranks_of(benchmark: Benchmark, runs: Sequence[Run]) -> int:
    return benchmark.caption_count * sum(run.depth for run in runs)


def compute(benchmark: Benchmark, runs: Sequence[Run]) -> Facts:
    judged, captions = read_judged(benchmark)
    by_run = {run.pk: facts_of_run(benchmark, run, judged) for run in runs}
    scores = [RunScore(key, share_right(captions, facts)) for key, facts in by_run.items()]
    return Facts(captions, best_first(scores), by_run.get)


def kept_of_captions(benchmark: Benchmark, state: LogState) -> Kept[KeptArrays] | None:
    return find_kept(of_captions(benchmark), KeptArrays, state)


def read_judged(benchmark: Benchmark) -> tuple[Judged, CaptionFacts]:
    snapshot = take_snapshot(benchmark, [])
    judged = judged_of(snapshot)
    return judged, caption_facts(snapshot.words, judged)


def facts_of_run(benchmark: Benchmark, run: Run, judged: Judged) -> RunFacts:
    """The run's facts, as many rows as the snapshot has captions, should some have come since."""
    rankings = read_targets(run, run.depth, max(benchmark.caption_count, judged.original.rows))
    return run_facts(rankings[: judged.original.rows], judged)


def of_captions(benchmark: Benchmark) -> Question:
    return Question(benchmark, "explorer: captions", {}, VERSION)


def of_one(benchmark: Benchmark, run: int) -> Question:
    return Question(benchmark, "explorer: run", {"run": run}, VERSION)


def kept_facts(benchmark: Benchmark, kept: Kept[KeptArrays], state: LogState) -> Facts:
    captions = CaptionFacts(*map(array_of, kept.result.arrays))
    return Facts(
        captions, best_first(kept.result.scores), partial(_kept_run, benchmark, captions, state)
    )


def _kept_run(
    benchmark: Benchmark, captions: CaptionFacts, state: LogState, run: int
) -> RunFacts | None:
    kept = find_kept(of_one(benchmark, run), KeptArrays, state)
    if kept is None:
        return None
    facts = RunFacts(*map(array_of, kept.result.arrays))
    return facts if np.shape(facts.original) == (len(captions),) else None
