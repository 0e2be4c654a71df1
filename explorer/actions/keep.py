"""Facts of a benchmark's captions for the explorer: at once where they are quickly computed, else
from what was kept, while a job computes what is newer (docs/decisions/0035)."""

import time
from collections.abc import Callable

from explorer.facts import RunScore, plain_array, share_right
from explorer.queries.kept import (
    Facts,
    KeptArrays,
    all_runs,
    at_once,
    compute,
    facts_of_run,
    kept_facts,
    kept_of_captions,
    of_captions,
    of_one,
    read_judged,
    state_of,
)
from foundation.frozen import frozen
from jobs.models import Job
from metrics.actions.compute_once import has_rested, job_for, keep_result
from people.actor import Actor
from pooling.models import Benchmark

JOB = "metrics.explorer"


@frozen
class Answer:
    """facts: None where they are being computed for the first time. newer: labels given since then.
    job: what computes newer ones, where that is under way."""

    facts: Facts | None
    job: Job | None = None
    newer: int = 0


def find_facts(actor: Actor, benchmark: Benchmark) -> Answer:
    runs = all_runs(benchmark)
    state = state_of(benchmark, runs)
    if at_once(benchmark, runs, state):
        return Answer(compute(benchmark, runs))
    kept = kept_of_captions(benchmark, state)
    if kept is not None and kept.current:
        return Answer(kept_facts(benchmark, kept, state))
    job = None
    if has_rested(kept):
        title = f"Look at all captions of {benchmark}"
        job = job_for(actor, benchmark, JOB, title, {"benchmark": benchmark.pk})
    if kept is None:
        return Answer(None, job)
    return Answer(kept_facts(benchmark, kept, state), job, kept.newer)


def keep_facts(benchmark: Benchmark, report: Callable[[int, int, str], None]) -> None:
    """One run's rankings are in memory at a time, however many there are. The captions' row comes
    last: once it is there, all runs are."""
    began = time.perf_counter()
    runs = all_runs(benchmark)
    state = state_of(benchmark, runs)
    report(0, len(runs) + 1, "Reading labels")
    judged, captions = read_judged(benchmark)
    scores = []
    for done, run in enumerate(runs, start=1):
        report(done, len(runs) + 1, "Looking at rankings")
        facts, since = facts_of_run(benchmark, run, judged), time.perf_counter()
        arrays = [plain_array(one) for one in (facts.original, facts.corrected, facts.unjudged)]
        keep_result(
            of_one(benchmark, run.pk), state, KeptArrays(arrays, []), time.perf_counter() - since
        )
        scores.append(RunScore(run.pk, share_right(captions, facts)))
    counts = (captions.words, captions.original, captions.corrected)
    found = KeptArrays([plain_array(one) for one in counts], scores)
    keep_result(of_captions(benchmark), state, found, time.perf_counter() - began)
