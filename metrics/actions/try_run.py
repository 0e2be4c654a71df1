"""Hand in a run's file to be checked and scored, and not kept."""

from typing import Any

from foundation.asking.questions import asked
from foundation.frozen import frozen
from jobs.models import Job
from measures.names import parse_all
from metrics.queries.pace import labels_an_hour
from metrics.queries.snapshot import read_captions, tried_snapshot
from metrics.studies.asked import MEASURES, POSITIVES, Positives, in_a_sentence
from metrics.studies.doctor_others import check_others
from metrics.studies.score import Score, score_run
from metrics.studies.unjudged import DEPTH
from people.actor import Actor
from pooling.actions.hand_in import BetweenAsked, hand_in
from pooling.formats.checks import checks_of
from pooling.formats.runs import DEPTH_LIMIT, RunFile, Wanted
from pooling.models import Benchmark

JOB = "metrics.score"
OF_SCORES = ("measures", "positives", "intervals", "judge_depth")
OPTIONS = ("normalise", "format", "depth", "direction", *OF_SCORES)


@frozen
class TryAsked(BetweenAsked):
    """A run that is tried: its file, and what to compute."""

    model: str = ""  # nothing is registered
    name: str = ""
    measures: tuple[str, ...] = asked(
        "Names with commas between, as in C@1, AP, nDCG@10, GMR.",
        default=MEASURES,
        most=30,
        checks=[in_a_sentence],
    )
    positives: Positives = asked(
        "Which positives count in the scores.", default="both", choices=POSITIVES
    )
    intervals: bool = asked(
        "Add 95 % intervals to the scores, with captions clustered by video and text.", default=True
    )
    judge_depth: int = asked(
        "The rank down to which pairs would be judged.",
        default=DEPTH,
        at_least=1,
        at_most=DEPTH_LIMIT,
        label="Judged to rank",
    )


def try_run(actor: Actor, wanted: TryAsked) -> Job:
    options: dict[str, Any] = {name: getattr(wanted, name) for name in OPTIONS}
    options["measures"] = list(wanted.measures)
    title = f"Score a run of {wanted.benchmark}"
    return hand_in(
        actor, JOB, wanted.files(), title=title, benchmark=wanted.benchmark.pk, **options
    )


def score_file(of: Benchmark, found: RunFile, wanted: Wanted, name: str, **options: Any) -> Score:
    """options: as TryAsked has them."""
    pace, pace_from = labels_an_hour(of)
    snapshot = tried_snapshot(of, found, wanted, name)
    return score_run(
        snapshot,
        parse_all(options["measures"]),
        options["positives"],
        checks=(*checks_of(found, wanted), check_others(snapshot, read_captions(of))),
        intervals=options["intervals"],
        depth=min(options["judge_depth"], wanted.depth),
        pace=pace,
        pace_from=pace_from,
    )
