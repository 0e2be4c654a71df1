"""manage.py demo: the demo benchmark, its videos, runs and pool. Called again it makes only what is
missing."""

from typing import Any

from jobs.management.command import JobCommand


class Command(JobCommand):
    help = (
        "Makes the demo: a benchmark of drawn clips, three models' runs, and a pool of what they"
        " retrieve."
    )

    def result(self, **options: Any) -> dict[str, Any]:
        return self.run_job("pooling.make_demo")

    def tell(self, result: dict[str, Any]) -> str:
        runs = ", ".join(result["runs"])
        return (
            f"Benchmark {result['benchmark']}: {result['captions']:,} captions,"
            f" {result['videos']:,} videos; runs {runs}; pool {result['pool']} with"
            f" {result['pairs']:,} pairs."
        )
