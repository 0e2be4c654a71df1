"""What the page of a judge from outside says, kept for the state of the label log that it was
computed from: a job computes what is newer."""

from typing import Any

from foundation.frozen import frozen
from jobs.models import Job
from metrics.actions.compute_once import KeptStudy, Progress, Visit, job_for, unheard
from metrics.queries.kept import LogState, Question
from metrics.queries.outside_judge import published_runs, standing_state, take_standing
from metrics.studies.outside_judge import VERSION, JudgeStanding
from people.actor import SYSTEM, Actor
from witnesses.models import JudgeSubmission
from witnesses.queries.judges import list_judges


@frozen
class JudgeStandingAsked(KeptStudy[JudgeStanding]):
    JOB = "metrics.judge_standing"
    finds = JudgeStanding

    judge: JudgeSubmission

    @property
    def question(self) -> Question:
        asked = {"judge": self.judge.pk}
        return Question(self.judge.witness.benchmark, "judge_standing", asked, VERSION)

    @property
    def arguments(self) -> dict[str, Any]:
        return {"judge": self.judge.pk}

    def state(self) -> LogState:
        return standing_state(self.judge, published_runs(self.judge.witness.benchmark))

    def compute(self, report: Progress = unheard) -> JudgeStanding:
        report(0, 1, "Reading labels")
        return take_standing(self.judge, published_runs(self.judge.witness.benchmark))

    def start(self, actor: Actor) -> Job:
        title = f"Score {self.judge.blind_name}"
        return job_for(actor, self.judge.witness.benchmark, self.JOB, title, self.arguments)

    @classmethod
    def of_job(cls, arguments: dict[str, Any]) -> "JudgeStandingAsked":
        return cls(list_judges().get(pk=arguments["judge"]))


def find_judge_standing(judge: JudgeSubmission) -> Visit[JudgeStanding]:
    """A page asks this, and never computes: the job is Truepool's own, so that looking uses up none
    of a person's jobs."""
    return JudgeStandingAsked(judge).find_newest(SYSTEM)
