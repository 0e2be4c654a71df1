"""The study of proxies for pages and the API: what its parts came to, kept for the labels, proxies
and runs that they looked at, and the job that looks again."""

from typing import Any

from foundation.asking.questions import asked
from foundation.database.snapshot import one_moment
from foundation.frozen import frozen
from jobs.models import Job
from metrics.actions.compute_once import KeptStudy, Progress, job_for, unheard
from metrics.queries.kept import Kept, LogState, Question, newest_kept
from metrics.queries.proxied import current_proxies, proxies_state, read_named, runs_looked_at
from metrics.queries.snapshot import take_snapshot
from metrics.studies.graded import Graded
from metrics.studies.proxied import Proxied, take_proxied
from metrics.studies.proxies import STUDIES, UnderProxies, UnderProxy
from metrics.studies.proxies_alone import ProxyCorrelation, correlate, count_relevant
from metrics.studies.proxy_study import proxy_study
from people.actor import Actor
from pooling.models import Benchmark, Run
from pooling.queries.benchmarks import access_benchmarks


@frozen
class ProxiesAsked(KeptStudy[UnderProxies]):
    """Whose proxies are held against people."""

    JOB = "metrics.proxies"
    finds = UnderProxies

    benchmark: Benchmark = asked("The id of the benchmark.", rows=access_benchmarks)

    @property
    def question(self) -> Question:
        """The versions of all its parts count, by their sum: each of them only ever rises."""
        return Question(self.benchmark, "proxy_study", {}, sum(one.version for one in STUDIES))

    def state(self) -> LogState:
        return proxies_state(self.benchmark, runs_looked_at(self.benchmark))

    def compute(self, report: Progress = unheard) -> UnderProxies:
        """Of the proxies' matrices, only what is asked for at a time is laid out."""
        with one_moment():
            snapshot = take_snapshot(self.benchmark, runs_looked_at(self.benchmark))
            proxies, outdated = current_proxies(self.benchmark)
        steps, taken, under = 2 + len(proxies), list[Proxied](), list[UnderProxy]()
        for place, proxy in enumerate(proxies):
            report(place, steps, f"Under {proxy.name}")
            taken.append(take_proxied(read_named(proxy), snapshot, ranks=True))
            under.append(UnderProxy.of(snapshot, taken[-1]))
        report(len(proxies), steps, "Against people")

        def alike() -> ProxyCorrelation:
            report(len(proxies) + 1, steps, "Against each other")
            return correlate(self.benchmark.name, list(map(read_named, proxies)), outdated)

        parts = UnderProxies.tried(
            proxy_study=lambda: proxy_study(snapshot, taken, outdated=outdated),
            thresholds=lambda: count_relevant(snapshot, taken),
            proxy_correlation=alike,
        )
        return UnderProxies(self.benchmark.name, under=tuple(under), **parts)

    def start(self, actor: Actor) -> Job:
        title = f"Hold proxies of {self.benchmark} against people"
        return job_for(actor, self.benchmark, self.JOB, title, self.arguments)

    def done(self, kept: Kept[UnderProxies]) -> dict[str, Any]:
        proxies = [one.proxy for one in kept.result.under]
        return self.arguments | {"proxies": proxies, "seconds": kept.row.seconds}

    @classmethod
    def of_job(cls, arguments: dict[str, Any]) -> "ProxiesAsked":
        return cls(benchmark=Benchmark.objects.get(pk=arguments["benchmark"]))


def scores_under_proxies(run: Run) -> list[tuple[str, Graded]]:
    """By proxy, as last computed: a run's rankings never change, nor does a proxy."""
    question = ProxiesAsked(benchmark=run.benchmark).question
    kept = newest_kept([question], UnderProxies)
    under = kept[question.key][0].under if kept else ()
    return [
        (one.proxy, row)
        for one in under
        if one.graded is not None
        for row in one.graded.rows
        if (row.run, row.direction) == (run.name, run.direction)
    ]
