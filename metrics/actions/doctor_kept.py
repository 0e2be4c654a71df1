"""The doctor for pages, commands and the API: what it found, kept for the state of captions, clips
and runs that it looked at, and the job that looks again.
"""

from typing import Any

from foundation.asking.questions import asked
from foundation.frozen import frozen
from foundation.refused import Refused
from jobs.models import Job
from metrics.actions.compute_once import KeptStudy, Progress, job_for, unheard
from metrics.queries.doctor_material import doctor_state, read_material
from metrics.queries.kept import Kept, LogState, Question
from metrics.studies.doctor import STUDY, examine
from metrics.studies.doctor_found import Doctor
from people.actor import Actor
from pooling.models import Benchmark, Run
from pooling.queries.benchmarks import access_benchmarks
from pooling.queries.directions import between, check_between
from pooling.queries.visible import readers_runs, visible_runs

MOST_RUNS = 40


@frozen
class DoctorAsked(KeptStudy[Doctor]):
    """Which benchmark, and which of its runs."""

    JOB = "metrics.doctor"
    finds = Doctor

    benchmark: Benchmark = asked("The id of the benchmark.", rows=access_benchmarks)
    runs: tuple[Run, ...] = asked(
        "The ids of the runs to look at. All that readers may see, if none are named.",
        default=(),
        rows=visible_runs,
        most=MOST_RUNS,
    )

    def check(self) -> None:
        if any(run.benchmark_id != self.benchmark.pk for run in self.runs):
            raise Refused(f"Expected runs of {self.benchmark}.", field="runs")
        check_between(self.runs, "runs")

    @property
    def question(self) -> Question:
        options = {"runs": sorted(run.pk for run in self.runs)}
        return Question(self.benchmark, STUDY.name, options, STUDY.version)

    def looked_at(self) -> list[Run]:
        """The runs, in the order of import. Those that a lead did not name are the ones every
        reader may know of, so that what is kept can be shown to all of them."""
        rows = between(readers_runs().filter(benchmark=self.benchmark))
        if self.runs:
            rows = Run.objects.filter(pk__in=[run.pk for run in self.runs])
        return list(rows.select_related("model", "benchmark").order_by("pk")[:MOST_RUNS])

    def state(self) -> LogState:
        return doctor_state(self.benchmark, self.looked_at())

    def compute(self, report: Progress = unheard) -> Doctor:
        return examine(read_material(self.benchmark, self.looked_at()), report)

    def start(self, actor: Actor) -> Job:
        title = f"Examine {self.benchmark}"
        return job_for(actor, self.benchmark, self.JOB, title, self.arguments)

    def done(self, kept: Kept[Doctor]) -> dict[str, Any]:
        return self.arguments | {
            "sentence": kept.result.sentence,
            "findings": {one.kind: one.count for one in kept.result.findings},
            "seconds": kept.row.seconds,
        }

    @classmethod
    def of_job(cls, arguments: dict[str, Any]) -> "DoctorAsked":
        of = Benchmark.objects.get(pk=arguments["benchmark"])
        runs = Run.objects.filter(benchmark=of, pk__in=arguments["runs"])
        return cls(benchmark=of, runs=tuple(runs))
