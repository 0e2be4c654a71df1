"""What the standing of a judge from outside is computed from, and what of it whom is shown."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

import numpy as np

from foundation.database.snapshot import one_moment
from foundation.masks import drawn_share
from measures.arrays import Integers
from metrics.queries.kept import LogState, log_state
from metrics.queries.opinions import read_opinions
from metrics.queries.snapshot import take_snapshot
from metrics.studies.held_witness import HeldWitness
from metrics.studies.outside_judge import (
    AuthorsStanding,
    JudgeFigure,
    JudgeStanding,
    RunFlattered,
    for_author,
    judge_standing,
    worth_of,
)
from metrics.studies.witness_study import DEPTH
from people.models import User
from pooling.models import Benchmark, Run
from pooling.queries.axes import disputed_pairs, read_axes
from pooling.queries.benchmarks import runs_of
from pooling.queries.visible import readers_pools
from witnesses.models import JudgeSubmission
from witnesses.queries.judges import listed_pairs

MOST_PUBLISHED = 50


def published_runs(benchmark: Benchmark) -> list[Run]:
    """Those that everybody who hands in may know of."""
    runs = runs_of(benchmark, Run.Direction.TEXT_TO_VIDEO).filter(state=Run.State.PUBLISHED)
    return list(runs[:MOST_PUBLISHED])


def take_standing(judge: JudgeSubmission, runs: Sequence[Run]) -> JudgeStanding:
    of, witness = judge.witness.benchmark, judge.witness
    with one_moment():
        snapshot, axes = take_snapshot(of, runs, DEPTH), read_axes(of)
        (said,) = read_opinions(of, [witness], (snapshot.queries, snapshot.videos))
        disputed, listed = axes.as_codes(disputed_pairs(of)), listed_pairs(axes, of)
    title = witness.get_kind_display()
    held = HeldWitness(witness.name, title, judge.family, said.keys, said.values)
    unresolved, asked = (_as_keys(one, snapshot.videos) for one in (disputed, listed))
    return judge_standing(snapshot, held, unresolved, asked)


def _as_keys(codes: Integers, videos: int) -> Integers:
    return np.sort((codes >> 32) * videos + (codes & 0xFFFFFFFF))


def standing_state(judge: JudgeSubmission, runs: Sequence[Run]) -> LogState:
    """The state of all that a standing follows from but the opinions, which never change."""
    of = judge.witness.benchmark
    log = log_state(list(of.campaigns.all()))
    pools = list(readers_pools().filter(benchmark=of).order_by("pk").values_list("pk", flat=True))
    parts = [log.digest, pools, [(run.pk, run.name, run.model.family) for run in runs]]
    return replace(log, digest=sha256(repr(parts).encode()).hexdigest())


def authors_standing(found: JudgeStanding, judge: JudgeSubmission) -> AuthorsStanding:
    about = judge.sha256, str(judge.number)
    return for_author(
        found,
        drawn_share("metrics.figures of a judge", *about),
        drawn_share("metrics.least share of a judge", *about),
    )


def standing_as_json(found: JudgeStanding, asking: User, judge: JudgeSubmission) -> dict[str, Any]:
    """Exactly for leads, in steps for its author."""
    if asking.is_lead:
        return exact_as_json(found, judge)
    shown = authors_standing(found, judge)
    hidden = dict.fromkeys(("labelled", "covered", "share"))
    return _as_json(shown) | hidden | {"enough": shown.enough}


def exact_as_json(found: JudgeStanding, judge: JudgeSubmission) -> dict[str, Any]:
    counts = {"labelled": found.labelled, "covered": found.covered, "share": found.share}
    return _as_json(found) | counts | {"enough": authors_standing(found, judge).enough}


def _as_json(of: JudgeStanding | AuthorsStanding) -> dict[str, Any]:
    worth, low, high = worth_of(of.saved)
    return {
        "listed": of.listed,
        "answered": of.answered,
        "saved": _figure(of.saved),
        "worth": worth,
        "worth_interval": None if low is None or high is None else [low, high],
        "k": of.k,
        "runs": [_run(one) for one in of.runs],
    }


def _run(one: RunFlattered) -> dict[str, Any]:
    facts = {"run": one.run, "own": one.own, "labelled": one.labelled}
    return facts | {"flattery": _figure(one.flattery)}


def _figure(one: JudgeFigure) -> dict[str, Any]:
    ends = None if one.low is None or one.high is None else [one.low, one.high]
    return {"value": one.value, "interval": ends, "step": one.step, "why": one.why or None}
