"""manage.py leave_one_out BENCHMARK: Table 4."""

from typing import Any

from django.core.management.base import CommandParser

from measures.names import parse_all
from metrics.management.command import StudyCommand, add_measures
from metrics.queries.pooled import pools_told
from metrics.queries.snapshot import take_snapshot
from metrics.studies.leave_one_out import DEPTH, LeaveOneOut, leave_one_out
from metrics.studies.pooled import Pooled, check_depth, pooled_runs
from metrics.studies.scored import depth_for
from pooling.models import Benchmark, Run
from pooling.queries.names import find_benchmark, find_runs


class Command(StudyCommand):
    help = (
        "Scores each run without the positives that it alone put into the pool: what the labels are"
        " worth to a new model."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--runs",
            help="Those of the pool, separated by commas (all runs of the benchmark's pools).",
        )
        parser.add_argument(
            "--by",
            choices=["run", "family"],
            default="run",
            help="What is left out at a time (%(default)s).",
        )
        parser.add_argument(
            "--depth",
            type=int,
            help=(
                "Ranks within which a run found a positive (the largest of the pools', or"
                f" {DEPTH})."
            ),
        )
        add_measures(parser)

    def study(self, **options: Any) -> LeaveOneOut:
        measures = parse_all(options["measures"])
        benchmark = find_benchmark(options["benchmark"])
        told = pools_told(benchmark, find_runs(benchmark, None))
        depth = told["depth"] if options["depth"] is None else options["depth"]
        needed = depth_for(measures)
        deep = None if needed is None else max(needed, depth)
        snapshot = take_snapshot(
            benchmark, _runs(benchmark, told, options["runs"]), deep, same_text=options["same_text"]
        )
        if options["depth"] is not None:
            check_depth(
                pooled_runs(snapshot), depth
            )  # a pool may be deeper than a run of another; what is asked for may not
        pooled = Pooled(
            depth, frozenset(run.name for run in snapshot.runs), says=_says(told, options)
        )
        return leave_one_out(snapshot, measures, options["by"], depth, pooled)


def _runs(benchmark: Benchmark, told: dict[str, Any], names: str | None) -> list[Run]:
    if names is not None:
        return list(dict.fromkeys(find_runs(benchmark, names)))
    return list(Run.objects.filter(pk__in=[one["id"] for one in told["runs"]]).order_by("pk"))


def _says(told: dict[str, Any], options: dict[str, Any]) -> tuple[str, ...]:
    runs, depth = told["says"]
    asked = f"Depth: {options['depth']}, as asked for."
    return (
        "Runs: those asked for." if options["runs"] is not None else runs,
        depth if options["depth"] is None else asked,
    )
