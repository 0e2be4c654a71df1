"""The studies under proxies for pages and the API: what they came to, kept for the labels, proxies
and runs that they looked at, and the job that looks again."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from foundation.asking.questions import asked
from foundation.database.snapshot import one_moment
from foundation.finding.fields import Found, Part, found, unshown
from foundation.frozen import frozen
from jobs.models import Job
from metrics.actions.compute_once import KeptStudy, Progress, job_for, unheard
from metrics.queries.kept import Kept, LogState, Question
from metrics.queries.proxied import current_proxies, proxies_state, read_named, runs_looked_at
from metrics.queries.snapshot import take_snapshot
from metrics.snapshot import Snapshot
from metrics.studies.ceiling import Ceilings, ceilings
from metrics.studies.graded import GradedScores, graded_scores
from metrics.studies.hard_negatives import DEPTH, HardNegatives, audit_negatives
from metrics.studies.proxied import Proxied, take_proxied
from metrics.studies.proxy_correlation import ProxyCorrelation, correlate
from metrics.studies.proxy_study import STUDY, ProxyStudy, proxy_study
from metrics.studies.registry import VERSIONS
from metrics.studies.study import NothingToStudy
from metrics.studies.thresholds import Thresholds, count_relevant
from people.actor import Actor
from pooling.models import Benchmark, Run
from pooling.queries.benchmarks import access_benchmarks

UNDER = ("graded", "ceiling", "hard_negatives")  # studies of one proxy at a time
Result = TypeVar("Result")


WHY = "Why a study has nothing to say, by its name."


def _shown(what: str, study: str) -> Callable[[str], tuple[Part, ...]]:
    """A study that the API's document leaves to its command."""
    text = f"{what}, as `manage.py {study} --json`."
    return lambda key: (Part(key, lambda one: one, dict[str, Any] | None, text),)


@frozen
class UnderProxy(Found):
    """The studies of one proxy; None where there is nothing to study."""

    proxy: str = found()
    title: str = unshown()
    graded: GradedScores | None = found(parts=_shown("The runs' nDCG", "graded"))
    ceiling: Ceilings | None = found(parts=_shown("Least and most", "ceiling"))
    hard_negatives: HardNegatives | None = found(parts=_shown("The audit", "hard_negatives"))
    nothing: Mapping[str, str] = found(WHY)


@frozen
class UnderProxies(Found):
    """All proxies of a benchmark; None where there is nothing to study."""

    benchmark: str = found()
    people: ProxyStudy | None = found(key="proxy_study")
    thresholds: Thresholds | None = found(
        parts=_shown("Relevant captions by threshold", "thresholds")
    )
    correlation: ProxyCorrelation | None = found(
        parts=_shown("How alike proxies are", "proxy_correlation")
    )
    nothing: Mapping[str, str] = found(WHY)
    under: tuple[UnderProxy, ...] = found()

    def of(self, proxy: str) -> UnderProxy | None:
        return next((one for one in self.under if one.proxy == proxy), None)


@frozen
class ProxiesAsked(KeptStudy[UnderProxies]):
    """Whose proxies are held against people."""

    JOB = "metrics.proxies"
    finds = UnderProxies

    benchmark: Benchmark = asked("The id of the benchmark.", rows=access_benchmarks)

    @property
    def question(self) -> Question:
        """The versions of all its studies count, by their sum: each of them only ever rises."""
        version = sum(
            VERSIONS[name] for name in (STUDY.name, "thresholds", "proxy_correlation", *UNDER)
        )
        return Question(self.benchmark, STUDY.name, {}, version)

    def state(self) -> LogState:
        return proxies_state(self.benchmark, runs_looked_at(self.benchmark))

    def compute(self, report: Progress = unheard) -> UnderProxies:
        return _computed(self.benchmark, runs_looked_at(self.benchmark), report)

    def start(self, actor: Actor) -> Job:
        title = f"Hold proxies of {self.benchmark} against people"
        return job_for(actor, self.benchmark, self.JOB, title, self.arguments)

    def done(self, kept: Kept[UnderProxies]) -> dict[str, Any]:
        proxies = [one.proxy for one in kept.result.under]
        return self.arguments | {"proxies": proxies, "seconds": kept.row.seconds}

    @classmethod
    def of_job(cls, arguments: dict[str, Any]) -> "ProxiesAsked":
        return cls(benchmark=Benchmark.objects.get(pk=arguments["benchmark"]))


def _computed(benchmark: Benchmark, runs: list[Run], report: Progress) -> UnderProxies:
    """Of the proxies' matrices, only what is asked for at a time is laid out."""
    with one_moment():
        snapshot = take_snapshot(benchmark, runs)
        proxies, outdated = current_proxies(benchmark)
    steps, taken, under = 2 + len(proxies), list[Proxied](), list[UnderProxy]()
    for place, proxy in enumerate(proxies):
        report(place, steps, f"Under {proxy.name}")
        taken.append(take_proxied(read_named(proxy), snapshot, ranks=True))
        under.append(_under(snapshot, taken[-1]))
    report(len(proxies), steps, "Against people")
    nothing: dict[str, str] = {}
    people = _found(lambda: proxy_study(snapshot, taken, outdated=outdated), "proxy_study", nothing)
    thresholds = _found(lambda: count_relevant(snapshot, taken), "thresholds", nothing)
    report(len(proxies) + 1, steps, "Against each other")
    alike = _found(
        lambda: correlate(benchmark.name, list(map(read_named, proxies)), outdated),
        "proxy_correlation",
        nothing,
    )
    return UnderProxies(benchmark.name, people, thresholds, alike, nothing, tuple(under))


def _under(snapshot: Snapshot, proxied: Proxied) -> UnderProxy:
    nothing: dict[str, str] = {}
    depth = min([DEPTH, *(run.depth for run in snapshot.runs if run.direction == "t2v")])
    return UnderProxy(
        proxied.name,
        proxied.title,
        _found(lambda: graded_scores(snapshot, proxied), "graded", nothing),
        _found(lambda: ceilings(snapshot, proxied), "ceiling", nothing),
        _found(lambda: audit_negatives(snapshot, proxied, depth), "hard_negatives", nothing),
        nothing,
    )


def _found(compute: Callable[[], Result], name: str, nothing: dict[str, str]) -> Result | None:
    try:
        return compute()
    except NothingToStudy as refusal:
        nothing[name] = str(refusal)
        return None
