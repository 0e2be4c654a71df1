"""What studies look at of stored proxies, and how a report names them: a proxy's file never
changes, so its checksum tells that it is the same."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from django.db.models import Q

from foundation.refused import Refused
from metrics.models import Report
from metrics.queries.kept import LogState, log_state
from metrics.snapshot import Snapshot
from metrics.studies.proxied import NamedProxy, Proxied, take_proxied
from metrics.studies.study import NothingToStudy
from pooling.models import Benchmark, Run
from pooling.queries.benchmarks import runs_of
from semantics.models import Proxy
from semantics.proxies.relevance import Relevance
from semantics.queries.proxies import find_proxy, list_proxies, read_as_made, read_relevance
from semantics.queries.resting import rests_on_proxies

Json = Mapping[str, Any]
MOST_RUNS = 40


def find_named(benchmark: Benchmark, name: str) -> Proxy:
    """NothingToStudy where there is none of this name."""
    try:
        return find_proxy(benchmark, name)
    except Refused as refusal:
        raise NothingToStudy(str(refusal)) from None


def current_proxies(benchmark: Benchmark) -> tuple[list[Proxy], list[str]]:
    """Those that are of the benchmark's captions and videos, and the names of those that are of
    fewer."""
    rows = list(list_proxies(benchmark))
    outdated = [row.name for row in rows if row.is_outdated]
    return [row for row in rows if not row.is_outdated], outdated


def read_named(proxy: Proxy, read: Callable[[Proxy], Relevance] = read_relevance) -> NamedProxy:
    """NothingToStudy where its file is gone, or the benchmark has grown since."""
    try:
        return NamedProxy(proxy.name, proxy.get_kind_display(), read(proxy))
    except Refused as refusal:
        raise NothingToStudy(str(refusal).rstrip(".")) from None


def runs_looked_at(benchmark: Benchmark) -> list[Run]:
    """The runs of all directions that every reader may know of."""
    runs = [run for way in Run.Direction.values for run in runs_of(benchmark, way)]
    return runs[:MOST_RUNS]


def proxies_state(benchmark: Benchmark, runs: Sequence[Run]) -> LogState:
    """The state of all that studies under proxies follow from: labels, captions, proxies and runs.
    Each of the last three is written once, so that its number identifies it."""
    log = log_state(list(benchmark.campaigns.all()))
    parts = [
        log.digest,
        benchmark.caption_count,
        benchmark.video_count,
        [(run.pk, run.name) for run in runs],
        [(proxy.pk, proxy.name, proxy.sha256) for proxy in list_proxies(benchmark)],
    ]
    return replace(log, digest=sha256(repr(parts).encode()).hexdigest())


def take_all(proxies: Sequence[Proxy], snapshot: Snapshot) -> tuple[Proxied, ...]:
    """One file after the other: no two matrices are open at a time."""
    return tuple(take_proxied(read_named(proxy), snapshot) for proxy in proxies)


def proxy_named(proxy: Proxy) -> dict[str, Any]:
    """The proxy as a report's inputs name it."""
    return {"id": proxy.pk, "name": proxy.name, "kind": proxy.kind, "sha256": proxy.sha256}


@rests_on_proxies
def reports_on(proxy: Proxy) -> Iterator[str]:
    """Reports that cannot be computed again without it."""
    named = Q(inputs__relevance__id=proxy.pk) | Q(inputs__proxies__of__contains=[{"id": proxy.pk}])
    rows = Report.objects.filter(benchmark=proxy.benchmark_id).filter(named)
    for key in rows.order_by("pk").values_list("pk", flat=True):
        yield f"report {key}"


def take_again(
    benchmark: Benchmark, found: Json, snapshot: Snapshot, *, ranks: bool = False
) -> Proxied:
    """The proxy as a report saw it, whatever the benchmark has grown to. NothingToStudy where the
    proxy is not there any more, or is another one."""
    row = Proxy.objects.filter(benchmark=benchmark, pk=found["id"]).first()
    if row is None or row.sha256 != found["sha256"]:
        raise NothingToStudy(
            f"proxy {found['name']} is not there any more, or is not what it was when the report"
            " was frozen"
        )
    named = replace(read_named(row, read_as_made), name=found["name"])
    return take_proxied(named, snapshot, ranks=ranks)
