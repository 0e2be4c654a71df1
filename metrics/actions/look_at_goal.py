"""Whether a campaign has reached what it is asked until: how well the difference of two runs is
known by now.

The interval is an always-valid one over texts in the order in which they were done, so a lead may
look every day and stop when it is narrow enough. Texts are asked in random order without
repetition: what is asked about is the mean over all of them, and the interval shrinks to a point as
they become all (measures/sequences.py).
"""

import numpy as np
from django.utils import timezone

from annotator.actions.goals import Goal, goal_of
from annotator.models import Campaign, Look
from annotator.queries.forecast import campaigns_with_goals, captions_done, texts_asked
from foundation.database.snapshot import one_moment
from jobs.one_by_one import Failures
from measures.arrays import Integers, Values
from measures.measure import Measure, Unit
from measures.names import UnknownMeasure, parse_all
from measures.sequences import betting_interval
from metrics.queries.snapshot import take_snapshot
from metrics.snapshot import Snapshot
from metrics.studies.scored import score_runs
from metrics.studies.study import NothingToStudy
from pooling.models import Run

NONE_DONE = "no caption is done yet"


def look_at_goal(campaign: Campaign, goal: Goal) -> Look:
    """Written down as the campaign's last look."""
    with one_moment():
        done = captions_done(campaign)
        population = _population(campaign)
        snapshot = take_snapshot(campaign.benchmark, _runs(campaign, goal), _measure(goal).reads)
    found = _found(snapshot, goal, done, population)
    values = found | {"population": population, "looked_at": timezone.now()}
    look, _ = Look.objects.update_or_create(campaign=campaign, defaults=values)
    return look


def look_at_goals(failures: Failures) -> dict[str, int]:
    """Looks at the goals of all campaigns under way, each on its own."""
    looked = reached = 0
    for campaign in campaigns_with_goals():
        with failures.of(str(campaign)):
            goal = goal_of(campaign)
            assert goal is not None  # noqa: S101  (chosen by it)
            reached += look_at_goal(campaign, goal).reached
            looked += 1
    return {"campaigns looked at": looked, "goals reached": reached}


def _found(
    snapshot: Snapshot, goal: Goal, done: Integers, population: int
) -> dict[str, int | float | bool | str | None]:
    """The columns of a look."""
    nothing = {"difference": None, "low": None, "high": None, "to_go": None, "reached": False}
    if not len(done):
        return {"captions": 0, "reason": NONE_DONE, **nothing}
    try:
        values = differences(snapshot, goal, done)
    except NothingToStudy as why:
        return {"captions": len(done), "reason": str(why)[:300], **nothing}
    low, high = betting_interval(values, low=-1.0, high=1.0, population=population)
    half = 100 * (high - low) / 2
    reached = half <= goal.points
    return {
        "captions": len(done),
        "difference": float(values.mean()),
        "low": low,
        "high": high,
        "reached": reached,
        "to_go": 0 if reached else to_go(len(done), population, half, goal.points),
        "reason": "",
    }


def differences(snapshot: Snapshot, goal: Goal, texts: Integers) -> Values:
    """(texts,): the first run's score less the second's, the mean over the captions with each text.
    Where neither run could score, as nothing is relevant, there is no difference."""
    measure = _measure(goal)
    scored = score_runs(snapshot, [measure], {"all": snapshot.positives("all")})
    a, b = (np.nan_to_num(one.by_rule["all"].values[measure]) for one in scored)
    sums = np.bincount(snapshot.caption_queries, weights=a - b, minlength=snapshot.queries)
    counts = np.bincount(snapshot.caption_queries, minlength=snapshot.queries)
    return np.asarray((sums / np.maximum(counts, 1))[texts], np.float64)


def to_go(done: int, population: int, half: float, points: float) -> int:
    """Roughly how many more texts: the width falls as 1 over the square root of what was seen, and
    to nothing as all have been."""
    seen = done / (1 - done / population) if done < population else float("inf")
    wanted = seen * (half / points) ** 2
    return max(1, round(wanted / (1 + wanted / population)) - done) if done < population else 0


def check(campaign: Campaign, goal: Goal) -> None:
    """Raises ValueError."""
    try:
        measure = _measure(goal)
    except UnknownMeasure as unknown:
        raise ValueError(f"{str(unknown)[:1].upper()}{str(unknown)[1:]}.") from None
    if measure.kind.instead or measure.kind.unit is not Unit.SHARE or measure.kind.function:
        raise ValueError(f"{measure} is no mean of shares: expected a measure such as C@1.")
    if not measure.kind.needs_positives:
        raise ValueError(f"{measure} is known without any label.")
    depth = campaign.pool.depth if campaign.pool else 0
    if measure.reads is None or measure.reads > depth:
        raise ValueError(
            f"{measure} looks at more ranks than the pool of {depth}: expected a measure of its"
            f" first {depth} ranks."
        )
    stops = campaign.stop != Campaign.Stop.NEVER
    if stops and not (measure.kind.binary and measure.kind.rises):
        raise ValueError(
            f"A campaign that stops at a caption's first positive leaves {measure} open: expected"
            " C@K."
        )


def _measure(goal: Goal) -> Measure:
    (measure,) = parse_all([goal.measure])
    return measure


def _runs(campaign: Campaign, goal: Goal) -> list[Run]:
    """The goal's runs, by place in the pool: they may have been given other names since."""
    assert campaign.pool is not None  # noqa: S101  (a goal names runs of it)
    names, keys = campaign.pool.parameters["run_names"], campaign.pool.parameters["runs"]
    rows = Run.objects.select_related("model", "benchmark").in_bulk(keys)
    return [rows[keys[names.index(name)]] for name in goal.runs]


def _population(campaign: Campaign) -> int:
    """What is drawn from: the benchmark's texts, if the pool has some of them; or those asked."""
    assert campaign.pool is not None  # noqa: S101  (a goal names runs of it)
    asked = texts_asked(campaign)
    drawn = campaign.pool.parameters.get("sample") is not None
    return max(campaign.benchmark.query_count if drawn else asked, asked)
