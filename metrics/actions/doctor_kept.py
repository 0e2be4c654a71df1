"""The doctor for pages, commands and the API: what it found, kept for the state of captions, clips
and runs that it looked at, and the job that looks again.
"""

import time
from dataclasses import dataclass
from typing import Any

from foundation.asking.questions import asked
from foundation.refused import Refused
from jobs.models import Job
from metrics.actions.compute_once import job_for, job_under_way
from metrics.actions.keep_result import keep_result
from metrics.queries.doctor_material import doctor_state, read_material
from metrics.queries.kept import Kept, Question, find_kept
from metrics.studies.doctor import STUDY, Report, examine
from metrics.studies.doctor_found import Doctor
from people.actor import Actor
from pooling.models import Benchmark, Run
from pooling.queries.benchmarks import access_benchmarks
from pooling.queries.visible import readers_runs, visible_runs

JOB = "metrics.doctor"
MOST_RUNS = 40


@dataclass(frozen=True, slots=True)
class DoctorAsked:
    """Which benchmark, and which of its runs."""

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

    @property
    def question(self) -> Question:
        options = {"runs": sorted(run.pk for run in self.runs)}
        return Question(self.benchmark, STUDY.name, options, STUDY.version)

    def looked_at(self) -> list[Run]:
        """In the order of import. Those that a lead did not name are the ones every reader may know
        of, so that what is kept can be shown to all of them."""
        rows = readers_runs().filter(benchmark=self.benchmark)
        if self.runs:
            rows = Run.objects.filter(pk__in=[run.pk for run in self.runs])
        return list(rows.select_related("model", "benchmark").order_by("pk")[:MOST_RUNS])


@dataclass(frozen=True, slots=True)
class Visit:
    """kept: what was found, of this state or of an older one; None before the first look. job: the
    one that is looking."""

    kept: Kept[Doctor] | None
    job: Job | None


def find_doctor(asked: DoctorAsked) -> Visit:
    kept = find_kept(asked.question, Doctor, doctor_state(asked.benchmark, asked.looked_at()))
    return Visit(kept, job_under_way(JOB, _arguments(asked)))


def call_doctor(asked: DoctorAsked, report: Report = lambda *_: None) -> Kept[Doctor]:
    """Looks, and keeps what it finds."""
    began, runs = time.perf_counter(), asked.looked_at()
    state = doctor_state(asked.benchmark, runs)
    found = examine(read_material(asked.benchmark, runs), report)
    row = keep_result(asked.question, state, found, time.perf_counter() - began)
    return Kept(found, row, 0, current=True)


def start_doctor(actor: Actor, asked: DoctorAsked) -> Job:
    title = f"Examine {asked.benchmark}"
    return job_for(actor, asked.benchmark, JOB, title, _arguments(asked))


def _arguments(asked: DoctorAsked) -> dict[str, Any]:
    return {"benchmark": asked.benchmark.pk} | dict(asked.question.asked)
