"""The studies under proxies for pages and the API: what they came to, kept for the labels, proxies
and runs that they looked at, and the job that looks again."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db import transaction

from foundation.asking.questions import asked
from foundation.database.snapshot import one_moment
from jobs.actions.request import start_job
from jobs.models import FINISHED, Job
from metrics.actions.keep_result import keep_result
from metrics.queries.kept import Kept, Question, find_kept
from metrics.queries.proxied import current_proxies, proxies_state, read_named
from metrics.queries.snapshot import take_snapshot
from metrics.snapshot import Snapshot
from metrics.studies.ceiling import Ceilings, ceilings
from metrics.studies.graded import GradedScores, graded_scores
from metrics.studies.hard_negatives import DEPTH, HardNegatives, audit_negatives
from metrics.studies.proxied import Proxied, take_proxied
from metrics.studies.proxy_study import STUDY, ProxyStudy, proxy_study
from metrics.studies.registry import VERSIONS
from metrics.studies.study import NothingToStudy
from metrics.studies.thresholds import Thresholds, count_relevant
from people.actor import Actor
from pooling.models import Benchmark, Run
from pooling.queries.benchmarks import access_benchmarks, runs_of

JOB = "metrics.proxies"
MOST_RUNS = 40
UNDER = ("graded", "ceiling", "hard_negatives")  # studies of one proxy at a time
Report = Callable[[int, int, str], None]
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class ProxiesAsked:
    """Whose proxies are held against people."""

    benchmark: Benchmark = asked("The id of the benchmark.", rows=access_benchmarks)

    @property
    def question(self) -> Question:
        """The versions of all its studies count, by their sum: each of them only ever rises."""
        version = sum(VERSIONS[name] for name in (STUDY.name, "thresholds", *UNDER))
        return Question(self.benchmark, STUDY.name, {}, version)

    def looked_at(self) -> list[Run]:
        """Of both directions, those that every reader may know of."""
        runs = [run for way in Run.Direction.values for run in runs_of(self.benchmark, way)]
        return runs[:MOST_RUNS]


@dataclass(frozen=True, slots=True)
class UnderProxy:
    """The studies of one proxy; None where there is nothing to study. nothing: why, by study."""

    proxy: str
    title: str
    graded: GradedScores | None
    ceiling: Ceilings | None
    hard_negatives: HardNegatives | None
    nothing: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class UnderProxies:
    """All proxies of a benchmark. people, thresholds: None where there is nothing to study, and
    nothing says why."""

    benchmark: str
    people: ProxyStudy | None
    thresholds: Thresholds | None
    nothing: Mapping[str, str]
    under: tuple[UnderProxy, ...]

    def of(self, proxy: str) -> UnderProxy | None:
        return next((one for one in self.under if one.proxy == proxy), None)

    def as_json(self) -> dict[str, Any]:
        return {
            "benchmark": self.benchmark,
            "proxy_study": self.people and self.people.as_json(),
            "thresholds": self.thresholds and self.thresholds.as_json(),
            "nothing": dict(self.nothing),
            "under": [
                {
                    "proxy": one.proxy,
                    **{name: (found := getattr(one, name)) and found.as_json() for name in UNDER},
                    "nothing": dict(one.nothing),
                }
                for one in self.under
            ],
        }


@dataclass(frozen=True, slots=True)
class Visit:
    """kept: what was found, of this state or of an older one; None before the first look. job: the
    one that is looking."""

    kept: Kept[UnderProxies] | None
    job: Job | None


def find_proxies_study(asked: ProxiesAsked) -> Visit:
    state = proxies_state(asked.benchmark, asked.looked_at())
    return Visit(find_kept(asked.question, UnderProxies, state), _under_way(asked))


def call_proxies_study(asked: ProxiesAsked, report: Report = lambda *_: None) -> Kept[UnderProxies]:
    """Computes all of it, and keeps it."""
    began, runs = time.perf_counter(), asked.looked_at()
    state = proxies_state(asked.benchmark, runs)
    found = _computed(asked.benchmark, runs, report)
    row = keep_result(asked.question, state, found, time.perf_counter() - began)
    return Kept(found, row, 0, current=True)


@transaction.atomic
def start_proxies_study(actor: Actor, asked: ProxiesAsked) -> Job:
    """The job that is under way already, or a new one. The benchmark's row is the lock, so that two
    who press the button at once do not start two."""
    Benchmark.objects.select_for_update(no_key=True).get(pk=asked.benchmark.pk)
    title = f"Hold proxies of {asked.benchmark} against people"
    return _under_way(asked) or start_job(JOB, actor=actor, title=title, **_arguments(asked))


def _under_way(asked: ProxiesAsked) -> Job | None:
    jobs = Job.objects.filter(kind=JOB, arguments=_arguments(asked))
    return jobs.exclude(state__in=FINISHED).first()


def _arguments(asked: ProxiesAsked) -> dict[str, Any]:
    return {"benchmark": asked.benchmark.pk}


def _computed(benchmark: Benchmark, runs: list[Run], report: Report) -> UnderProxies:
    """A proxy's matrix is open while its values are taken, and no two are at a time."""
    with one_moment():
        snapshot = take_snapshot(benchmark, runs)
        proxies, outdated = current_proxies(benchmark)
    steps, taken, under = 1 + len(proxies), list[Proxied](), list[UnderProxy]()
    for place, proxy in enumerate(proxies):
        report(place, steps, f"Under {proxy.name}")
        taken.append(take_proxied(read_named(proxy), snapshot, ranks=True))
        under.append(_under(snapshot, taken[-1]))
    report(len(proxies), steps, "Against people")
    nothing: dict[str, str] = {}
    people = _found(lambda: proxy_study(snapshot, taken, outdated=outdated), "proxy_study", nothing)
    thresholds = _found(lambda: count_relevant(snapshot, taken), "thresholds", nothing)
    return UnderProxies(benchmark.name, people, thresholds, nothing, tuple(under))


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
