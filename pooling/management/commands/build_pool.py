"""manage.py build_pool BENCHMARK NAME: freezes a pool, or says what it would cost."""

from typing import Any

from django.core.management.base import CommandParser

from jobs.management.command import JobCommand
from pooling.queries.names import find_benchmark, find_pools, find_runs

ASSUMED_PER_HOUR = 180


class Command(JobCommand):
    help = (
        "Freezes a pool of the pairs that runs rank at the top; with --dry-run, says what it would"
        " cost."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("benchmark", help="Name of the benchmark.")
        parser.add_argument("name", help="Name of the new pool.")
        parser.add_argument(
            "--runs", help="Names, separated by commas (all runs that rank videos for captions)."
        )
        parser.add_argument(
            "--depth", type=int, default=10, help="How far down each ranking (%(default)s)."
        )
        parser.add_argument("--sample", type=int, help="How many captions, drawn at random (all).")
        parser.add_argument(
            "--by", choices=["length"], help="Stratify the sample by the length of the captions."
        )
        parser.add_argument("--seed", type=int, default=1, help="Seed of the draw (%(default)s).")
        parser.add_argument(
            "--beyond", help="Names of pools, separated by commas, whose pairs are left out."
        )
        parser.add_argument(
            "--pace",
            type=float,
            default=ASSUMED_PER_HOUR,
            help="Pairs an hour (%(default)s, an assumption).",
        )
        parser.add_argument("--dry-run", action="store_true", help="Only say what it would cost.")

    def result(self, **options: Any) -> dict[str, Any]:
        benchmark = find_benchmark(options["benchmark"])
        parameters = {
            "runs": [run.pk for run in find_runs(benchmark, options["runs"])],
            "depth": options["depth"],
            "sample": options["sample"],
            "by": options["by"],
            "seed": options["seed"],
            "beyond": [pool.pk for pool in find_pools(benchmark, options["beyond"])],
        }
        made = self.run_job(
            "pooling.build_pool",
            benchmark=benchmark.pk,
            name=options["name"],
            parameters=parameters,
            dry_run=options["dry_run"],
        )
        return {**made, "hours": round(made["unjudged"] / max(options["pace"], 1e-9), 1)}

    def tell(self, result: dict[str, Any]) -> str:
        what = f"Pool {result['pool']}" if result["pool"] is not None else "This pool would have"
        size = (
            f"{result['captions']:,} captions, {result['pairs']:,} pairs, {result['unjudged']:,}"
            " not judged yet"
        )
        runs = [
            f"  {run}: {found['pairs']:,} pairs, {found['only']:,} its own"
            for run, found in result["by_run"].items()
        ]
        return "\n".join([f"{what}: {size}, {result['hours']:,.1f} hours of rating.", *runs])
