"""manage.py overlap BENCHMARK: Table 3, how alike every two runs are."""

from typing import Any

from django.core.management.base import CommandParser

from metrics.management.command import StudyCommand
from metrics.queries.snapshot import take_snapshot
from metrics.studies.overlap import DEPTH, Overlap, P, overlap
from pooling.queries.names import find_benchmark, find_runs


class Command(StudyCommand):
    help = (
        "Computes overlap and rank-biased overlap of every two runs that rank videos for captions,"
        " as means over captions."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--depth", type=int, default=DEPTH, help="How far down the rankings (%(default)s)."
        )
        parser.add_argument(
            "--p",
            type=float,
            default=P,
            help="Persistence of rank-biased overlap: the higher, the deeper (%(default)s).",
        )

    def study(self, **options: Any) -> Overlap:
        benchmark = find_benchmark(options["benchmark"])
        deep = (
            options["depth"] if options["depth"] > 0 else None
        )  # as stored, which the refusal tells
        snapshot = take_snapshot(benchmark, find_runs(benchmark, None), deep)
        return overlap(snapshot, options["depth"], options["p"])
