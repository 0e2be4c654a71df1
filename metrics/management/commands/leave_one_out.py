"""manage.py leave_one_out BENCHMARK: Table 4."""

from typing import Any

from django.core.management.base import CommandParser

from metrics.management.command import StudyCommand, add_measures
from metrics.measures.names import parse_all
from metrics.queries.snapshot import take_snapshot
from metrics.studies.leave_one_out import DEPTH, LeaveOneOut, leave_one_out
from metrics.studies.scored import depth_for
from pooling.queries.names import find_benchmark, find_runs


class Command(StudyCommand):
    help = "Scores each run without the positives that it alone put into the pool: what the labels are worth to a new model."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--runs", help="those of the pool, parted by commas (all runs that rank videos for captions)")
        parser.add_argument("--by", choices=["run", "family"], default="run", help="what is left out at a time (%(default)s)")
        parser.add_argument("--depth", type=int, default=DEPTH, help="ranks within which a run found a positive (%(default)s)")
        add_measures(parser)

    def study(self, **options: Any) -> LeaveOneOut:
        measures = parse_all(options["measures"])
        benchmark = find_benchmark(options["benchmark"])
        runs = dict.fromkeys(find_runs(benchmark, options["runs"]))
        needed = depth_for(measures)
        depth = None if needed is None else max(needed, options["depth"])
        snapshot = take_snapshot(benchmark, list(runs), depth, same_text=options["same_text"])
        return leave_one_out(snapshot, measures, options["by"], options["depth"])
