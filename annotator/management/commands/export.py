"""manage.py export BENCHMARK --format F --out PATH: labels as files, with a manifest."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotator.actions.export_labels import EXPORT_FORMATS
from annotator.models import Campaign
from jobs.management.command import JobCommand
from pooling.models import Benchmark
from pooling.queries.names import find_benchmark, listed


class Command(JobCommand):
    help = (
        "Writes labels to files: a file if PATH has an ending (.jsonl for JSON Lines), else a"
        " folder of them."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("benchmark", help="Name of the benchmark.")
        parser.add_argument(
            "--format", choices=EXPORT_FORMATS, required=True, help="The format to write."
        )
        parser.add_argument(
            "--out", metavar="PATH", required=True, help="The file or folder to write."
        )
        parser.add_argument("--campaign", help="Only this one (all of the benchmark).")
        parser.add_argument(
            "--release", default="", help="Exports of one release share their raters' pseudonyms."
        )
        parser.add_argument(
            "--stratum",
            action="store_true",
            help="Qrels with the stratum before the relevance, as NIST has them.",
        )

    def result(self, **options: Any) -> dict[str, Any]:
        benchmark = find_benchmark(options["benchmark"])
        campaign = options["campaign"] and find_campaign(benchmark, options["campaign"])
        return self.run_job(
            "annotator.export",
            benchmark=benchmark.pk,
            format=options["format"],
            campaign=campaign.pk if campaign else None,
            release=options["release"],
            stratum=options["stratum"],
            out=str(Path(options["out"]).absolute()),
        )

    def tell(self, result: dict[str, Any]) -> str:
        files = [
            f"  {file['name']}: {file['rows']:,} rows, {file['bytes']:,} bytes"
            for file in result["files"]
        ]
        return "\n".join([f"Release {result['release']}:", *files])


def find_campaign(benchmark: Benchmark, name: str) -> Campaign:
    found = Campaign.objects.filter(benchmark=benchmark, name=name).first()
    if found is None:
        known = (
            Campaign.objects.filter(benchmark=benchmark)
            .order_by("name")
            .values_list("name", flat=True)
        )
        raise CommandError(f"no campaign is called {name!r}: {listed(list(known))}")
    return found
