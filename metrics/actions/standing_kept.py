"""What a submission's page says, kept for the state of the label log that it was computed from: a
job computes what is newer."""

import time
from dataclasses import dataclass

from annotator.models import Campaign
from jobs.models import Job
from measures.names import parse_all
from metrics.actions.compute_once import has_rested, job_for
from metrics.actions.keep_result import keep_result
from metrics.queries.kept import Kept, Question, find_kept
from metrics.queries.log import LogState, log_state
from metrics.queries.pace import labels_an_hour
from metrics.queries.snapshot import take_snapshot
from metrics.studies.standing import VERSION, Standing, best_of, own_score, standing
from people.actor import SYSTEM
from pooling.models import Benchmark, Run, Submission
from pooling.queries.benchmarks import runs_of

JOB = "metrics.standing"
MEASURES = ("C@1", "C@5", "C@10", "AP")
FIRST = "C@1"  # by which the best published run is the best
MOST_PUBLISHED = 50


@dataclass(frozen=True, slots=True)
class Found:
    """kept: what is known, current or not; None where nothing is yet. job: what computes it."""

    kept: Kept[Standing] | None
    job: Job | None


def find_standing(submission: Submission) -> Found:
    """A page asks this, and never computes: the job is Truepool's own, so that looking uses up none
    of a person's jobs."""
    question, state = question_of(submission), state_of(submission.run.benchmark)
    kept = find_kept(question, Standing, state)
    if kept is not None and kept.current:
        return Found(kept, None)
    return Found(kept, _job_for(submission) if has_rested(kept) else None)


def compute_standing(submission: Submission) -> Kept[Standing]:
    """Raises NothingToStudy."""
    run, began = submission.run, time.perf_counter()
    of, question = run.benchmark, question_of(submission)
    state, depth = state_of(of), min(submission.depth, run.depth)
    others = _held_against(submission)
    snapshot = take_snapshot(of, [run, *others])
    measures = parse_all(MEASURES)
    score = own_score(snapshot, measures, depth=depth, pace=labels_an_hour(of))
    best = best_of(snapshot, parse_all([FIRST])[0])
    against = next(((row.pk, row.name) for row in others if row.name == best), None)
    study = standing(snapshot, measures, score, against)
    row = keep_result(question, state, study, time.perf_counter() - began)
    return Kept(study, row, 0, current=True)


def question_of(submission: Submission) -> Question:
    others = [run.pk for run in _held_against(submission)]
    asked = {"run": submission.pk, "against": others, "depth": submission.depth}
    return Question(submission.run.benchmark, "standing", asked, VERSION)


def state_of(benchmark: Benchmark) -> LogState:
    opened = Campaign.objects.filter(benchmark=benchmark).exclude(state=Campaign.State.DRAFT)
    return log_state(list(opened.order_by("pk")))


def _held_against(submission: Submission) -> list[Run]:
    """The run that a lead chose, or the published ones, of which the best is taken."""
    run = submission.run
    if submission.reference is not None:
        return [submission.reference] if submission.reference.direction == run.direction else []
    published = runs_of(run.benchmark, run.direction).filter(state=Run.State.PUBLISHED)
    return list(published.exclude(pk=run.pk)[:MOST_PUBLISHED])


def _job_for(submission: Submission) -> Job:
    title = f"Score {submission.blind_name}"
    return job_for(SYSTEM, submission, JOB, title, {"submission": submission.pk})
