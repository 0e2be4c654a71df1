"""Any study that is computed of a benchmark's runs as they are, and kept: what its module says is
enough for a page, the API, a job and a command."""

from typing import Any

from foundation.database.snapshot import one_moment
from foundation.frozen import frozen
from foundation.refused import Unknown
from jobs.models import Job
from metrics.actions.compute_once import KeptStudy, Progress, job_for, unheard
from metrics.actions.proxies_kept import ProxiesAsked
from metrics.queries.kept import Kept, LogState, Question
from metrics.queries.proxied import proxies_state, runs_looked_at
from metrics.queries.report_context import NeedSource, read_needs
from metrics.queries.snapshot import take_snapshot
from metrics.studies.asked import EvaluationAsked
from metrics.studies.description import Setup, Study
from metrics.studies.registry import KEPT
from metrics.studies.study import Findings
from people.actor import Actor
from pooling.models import Benchmark

PROXIES = "proxies"


class NoSuchStudy(Unknown):
    """There is no such study."""


@frozen
class StudyAsked(KeptStudy[Findings]):
    JOB = "metrics.study"

    benchmark: Benchmark
    study: Study

    @classmethod
    def named(cls, benchmark: Benchmark, study: str) -> "StudyAsked":
        if study not in KEPT:
            raise NoSuchStudy
        return cls(benchmark, KEPT[study])

    @classmethod
    def of_job(cls, arguments: dict[str, Any]) -> "StudyAsked":
        of = Benchmark.objects.get(pk=arguments["benchmark"])
        return cls.named(of, arguments["study"])

    @property
    def question(self) -> Question:
        return Question(self.benchmark, self.study.name, {}, self.study.version)

    @property
    def arguments(self) -> dict[str, Any]:
        return {"benchmark": self.benchmark.pk, "study": self.study.name}

    @property
    def kind(self) -> type[Any]:
        return self.study.findings[0]

    def state(self) -> LogState:
        return proxies_state(self.benchmark, runs_looked_at(self.benchmark))

    def compute(self, report: Progress = unheard) -> Findings:
        """Raises NothingToStudy."""
        report(0, 1, self.study.title)
        asked, runs = EvaluationAsked(), runs_looked_at(self.benchmark)
        with one_moment():
            snapshot = take_snapshot(self.benchmark, runs)
            context = read_needs(self.study, NeedSource(self.benchmark, asked, snapshot, runs))
        found: Findings = self.study.compute(Setup(snapshot, asked, context))
        return found

    def start(self, actor: Actor) -> Job:
        title = f"Compute {self.study.title} of {self.benchmark}"
        return job_for(actor, self.benchmark, self.JOB, title, self.arguments)

    def done(self, kept: Kept[Findings]) -> dict[str, Any]:
        return self.arguments | {"labels": kept.row.labels, "seconds": kept.row.seconds}


def asked_of(benchmark: Benchmark, study: str) -> KeptStudy[Any]:
    """The kept study of this name. That of proxies has parts, of which each is a study, too."""
    if study == PROXIES:
        return ProxiesAsked(benchmark=benchmark)
    return StudyAsked.named(benchmark, study)
