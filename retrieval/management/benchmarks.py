"""Benchmarks that the commands which train know by their names."""

from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandParser

from pooling.models import Benchmark
from pooling.queries.names import find_benchmark

BENCHMARKS = {
    "labels_of": "The name of another benchmark, whose collected positives are learnt from.",
    "clips_of": "The name of the benchmark that has the clips of the training videos.",
}


def add_benchmarks(parser: CommandParser) -> None:
    for name, words in BENCHMARKS.items():
        option = f"--{name.replace('_', '-')}"
        parser.add_argument(option, dest=name, metavar="BENCHMARK", help=words)


def known_benchmarks(options: Mapping[str, Any]) -> dict[str, Benchmark | None]:
    return {name: options[name] and find_benchmark(options[name]) for name in BENCHMARKS}
