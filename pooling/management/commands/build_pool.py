"""manage.py build_pool BENCHMARK NAME: freezes a pool, or says what it would cost."""

from typing import Any

from django.core.management.base import CommandParser

from foundation.asking.commands import add_options, asked_of
from jobs.management.command import JobCommand
from pooling.actions.build_pool import PoolAsked
from pooling.queries.names import find_benchmark, find_pool, find_pools, find_runs


class Command(JobCommand):
    help = (
        "Freezes a pool of the pairs that runs rank at the top; with --dry-run, says what it would"
        " cost."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("benchmark", help="The name of the benchmark.")
        add_options(parser, PoolAsked)
        parser.add_argument(
            "--runs",
            help=(
                "The names of the runs, separated by commas. All that rank videos for captions are"
                " taken if not given."
            ),
        )
        parser.add_argument(
            "--beyond", help="The names of pools whose pairs are left out, separated by commas."
        )
        parser.add_argument(
            "--misses",
            metavar="RUNS",
            help=(
                "Draw only from the captions that one of these runs misses: their own video is not"
                " among its first ranks down to the depth. Names, separated by commas."
            ),
        )
        parser.add_argument(
            "--pilot",
            metavar="POOL",
            help=(
                "With --misses and --by length, an earlier pool: strata whose labels there differ"
                " more give more captions."
            ),
        )

    def result(self, **options: Any) -> dict[str, Any]:
        of, missed = find_benchmark(options["benchmark"]), options["misses"]
        wanted = asked_of(
            PoolAsked,
            options,
            benchmark=of,
            runs=tuple(run.pk for run in find_runs(of, options["runs"])),
            beyond=tuple(pool.pk for pool in find_pools(of, options["beyond"])),
            misses=tuple(run.pk for run in find_runs(of, missed)) if missed else (),
            pilot=find_pool(of, options["pilot"]).pk if options["pilot"] else None,
        )
        made = self.run_job("pooling.build_pool", dry_run=wanted.dry_run, **wanted.arguments())
        return {**made, "hours": round(made["unjudged"] / wanted.an_hour, 1)}

    def tell(self, result: dict[str, Any]) -> str:
        what = f"Pool {result['pool']}" if result["pool"] is not None else "This pool would have"
        is_sample = result["population"] > result["captions"]
        drawn = f", drawn from {result['population']:,}" if is_sample else ""
        size = (
            f"{result['captions']:,} captions{drawn}, {result['pairs']:,} pairs,"
            f" {result['unjudged']:,} not judged yet"
        )
        runs = [
            f"  {run}: {found['pairs']:,} pairs, {found['only']:,} its own"
            for run, found in result["by_run"].items()
        ]
        return "\n".join([f"{what}: {size}, {result['hours']:,.1f} hours of rating.", *runs])
