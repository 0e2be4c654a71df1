"""manage.py export BENCHMARK --format F --out PATH: labels as files, with a manifest."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotator.actions.export_labels import JOB
from annotator.asked.exchange import ExportWanted
from annotator.queries.campaigns import find_campaign
from foundation.asking.arguments import arguments_of
from foundation.asking.commands import add_options, asked_of
from jobs.management.command import JobCommand
from pooling.queries.names import find_benchmark


class Command(JobCommand):
    help = (
        "Writes labels to files: a file if PATH has an ending (.jsonl for JSON Lines), else a"
        " folder of them."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("benchmark", help="Name of the benchmark.")
        add_options(parser, ExportWanted)
        parser.add_argument("--campaign", help="Only this campaign (all that is judged).")
        parser.add_argument(
            "--out", metavar="PATH", required=True, help="The file or folder to write."
        )

    def result(self, **options: Any) -> dict[str, Any]:
        benchmark = find_benchmark(options["benchmark"])
        named = options["campaign"]
        campaign = find_campaign(named, benchmark) if named else None
        wanted = asked_of(ExportWanted, options, benchmark=benchmark, campaign=campaign)
        return self.run_job(JOB, **arguments_of(wanted), out=str(Path(options["out"]).absolute()))

    def tell(self, result: dict[str, Any]) -> str:
        files = [
            f"  {file['name']}: {file['rows']:,} rows, {file['bytes']:,} bytes"
            for file in result["files"]
        ]
        return "\n".join([f"Release {result['release']}:", *files])
