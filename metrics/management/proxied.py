"""What the commands of studies under proxies share."""

from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandParser

from metrics.management.command import names_of
from metrics.queries.proxied import current_proxies, find_named, read_named, take_all
from metrics.queries.snapshot import take_snapshot
from metrics.snapshot import Snapshot
from metrics.studies.proxied import Proxied, take_proxied
from pooling.models import Benchmark, Run
from pooling.queries.benchmarks import runs_of
from pooling.queries.names import find_benchmark, find_runs


def add_proxy(parser: CommandParser) -> None:
    parser.add_argument("proxy", help="Name of the proxy, as the command proxy stored it.")


def add_runs_both_ways(parser: CommandParser) -> None:
    parser.add_argument("--runs", help="Names, separated by commas (all runs, of both directions).")


def add_proxies(parser: CommandParser) -> None:
    parser.add_argument(
        "--proxies", help="Names, separated by commas (all that are stored and not out of date)."
    )


def runs_both_ways(benchmark: Benchmark, names: str | None) -> list[Run]:
    if names is not None:
        return list(dict.fromkeys(find_runs(benchmark, names)))
    return [run for way in Run.Direction.values for run in runs_of(benchmark, way)]


def proxied_runs(options: Mapping[str, Any], *, ranks: bool = False) -> tuple[Snapshot, Proxied]:
    """Of one proxy."""
    benchmark = find_benchmark(options["benchmark"])
    proxy = read_named(find_named(benchmark, options["proxy"]))
    snapshot = take_snapshot(benchmark, runs_both_ways(benchmark, options["runs"]))
    return snapshot, take_proxied(proxy, snapshot, ranks=ranks)


def several_proxied(
    options: Mapping[str, Any], runs: list[Run] | None = None
) -> tuple[Snapshot, tuple[Proxied, ...], list[str]]:
    """Of those that are named, or of all; and which are left out, as the benchmark has grown."""
    benchmark = find_benchmark(options["benchmark"])
    named = names_of(options["proxies"])
    if named is None:
        proxies, outdated = current_proxies(benchmark)
    else:
        proxies, outdated = [find_named(benchmark, name) for name in named], []
    snapshot = take_snapshot(benchmark, runs or [])
    return snapshot, take_all(proxies, snapshot), outdated
