"""manage.py fingerprint_videos BENCHMARK: for clips that were made playable before there were
fingerprints."""

from typing import Any

from django.core.management.base import CommandParser

from jobs.management.command import JobCommand
from pooling.actions.take_fingerprints import JOB
from pooling.queries.names import find_benchmark


class Command(JobCommand):
    help = "Takes the fingerprints by which copies of clips are found, where clips have none yet."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("benchmark", help="Name of the benchmark.")

    def result(self, **options: Any) -> dict[str, Any]:
        return self.run_job(JOB, benchmark=find_benchmark(options["benchmark"]).pk)

    def tell(self, result: dict[str, Any]) -> str:
        return f"{result['fingerprints']:,} fingerprints taken"
