"""What a submission's page says, kept for the state of the label log that it was computed from: a
job computes what is newer."""

from typing import Any

from annotator.models import Campaign
from foundation.frozen import frozen
from jobs.models import Job
from measures.names import parse_all
from metrics.actions.compute_once import KeptStudy, Progress, Visit, job_for, unheard
from metrics.queries.kept import LogState, Question, log_state
from metrics.queries.pace import labels_an_hour
from metrics.queries.snapshot import take_snapshot
from metrics.studies.standing import VERSION, Standing, best_of, own_score, standing
from people.actor import SYSTEM, Actor
from pooling.models import Run, Submission
from pooling.queries.benchmarks import runs_of

MEASURES = ("C@1", "C@5", "C@10", "AP")
FIRST = "C@1"  # by which the best published run is the best
MOST_PUBLISHED = 50


@frozen
class StandingAsked(KeptStudy[Standing]):
    JOB = "metrics.standing"
    finds = Standing

    submission: Submission

    @property
    def question(self) -> Question:
        submission = self.submission
        others = [run.pk for run in _held_against(submission)]
        asked = {"run": submission.pk, "against": others, "depth": submission.depth}
        return Question(submission.run.benchmark, "standing", asked, VERSION)

    @property
    def arguments(self) -> dict[str, Any]:
        return {"submission": self.submission.pk}

    def state(self) -> LogState:
        opened = Campaign.objects.filter(benchmark=self.submission.run.benchmark)
        return log_state(list(opened.exclude(state=Campaign.State.DRAFT).order_by("pk")))

    def compute(self, report: Progress = unheard) -> Standing:
        """Raises NothingToStudy."""
        report(0, 1, "Reading labels")
        run = self.submission.run
        depth, others = min(self.submission.depth, run.depth), _held_against(self.submission)
        snapshot = take_snapshot(run.benchmark, [run, *others])
        measures = parse_all(MEASURES)
        score = own_score(snapshot, measures, depth=depth, pace=labels_an_hour(run.benchmark))
        best = best_of(snapshot, parse_all([FIRST])[0])
        against = next(((row.pk, row.name) for row in others if row.name == best), None)
        return standing(snapshot, measures, score, against)

    def start(self, actor: Actor) -> Job:
        title = f"Score {self.submission.blind_name}"
        return job_for(actor, self.submission, self.JOB, title, self.arguments)

    @classmethod
    def of_job(cls, arguments: dict[str, Any]) -> "StandingAsked":
        rows = Submission.objects.select_related("run__benchmark", "run__model", "reference__model")
        return cls(rows.get(pk=arguments["submission"]))


def find_standing(submission: Submission) -> Visit[Standing]:
    """A page asks this, and never computes: the job is Truepool's own, so that looking uses up none
    of a person's jobs."""
    return StandingAsked(submission).find_newest(SYSTEM)


def _held_against(submission: Submission) -> list[Run]:
    """The run that a lead chose, or the published ones, of which the best is taken."""
    run = submission.run
    if submission.reference is not None:
        return [submission.reference] if submission.reference.direction == run.direction else []
    published = runs_of(run.benchmark, run.direction).filter(state=Run.State.PUBLISHED)
    return list(published.exclude(pk=run.pk)[:MOST_PUBLISHED])
