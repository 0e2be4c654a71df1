"""manage.py proxy_study BENCHMARK: what proxies of relevance are worth beside people's labels."""

from typing import Any

from django.core.management.base import CommandParser

from metrics.management.command import StudyCommand, add_draws, draws_of
from metrics.management.proxied import (
    add_proxies,
    add_runs_both_ways,
    runs_both_ways,
    several_proxied,
)
from metrics.studies.proxy_study import ProxyStudy, proxy_study
from pooling.queries.names import find_benchmark


class Command(StudyCommand):
    help = (
        "Holds proxies of relevance against people: the area under ROC over all judged pairs,"
        " precision and recall by threshold, calibration, and the order of the runs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_proxies(parser)
        add_runs_both_ways(parser)
        add_draws(parser)

    def study(self, **options: Any) -> ProxyStudy:
        runs = runs_both_ways(find_benchmark(options["benchmark"]), options["runs"])
        snapshot, proxies, outdated = several_proxied(options, runs)
        return proxy_study(snapshot, proxies, outdated=outdated, **draws_of(options))
