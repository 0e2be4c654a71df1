"""manage.py import_labels BENCHMARK FILE: labels collected elsewhere, whole or not at all."""

from typing import Any

from django.core.management.base import CommandParser

from annotator.asked.exchange import ImportLabelsWanted
from foundation.asking.commands import add_options
from jobs.management.command import JobCommand
from pooling.queries.names import find_benchmark


class Command(JobCommand):
    help = (
        "Imports labels that were collected elsewhere, with their raters where the file knows them."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("benchmark", help="Name of the benchmark.")
        parser.add_argument("file", help="The file with the labels.")
        add_options(parser, ImportLabelsWanted)

    def result(self, **options: Any) -> dict[str, Any]:
        benchmark = find_benchmark(options["benchmark"])
        return self.run_job(
            "annotator.import_labels",
            upload=options["file"],
            benchmark=benchmark.pk,
            format=options["format"],
            dataset=options["dataset"],
            scale=options["scale"],
            relevant_from=options["relevant_from"],
            map=options["map"],
            highest_grade=options["highest_grade"],
        )

    def tell(self, result: dict[str, Any]) -> str:
        what = "imported before, nothing changed" if result["already"] else "imported"
        counts = {one: result[f"{one}s"] for one in ("label", "pair", "rater")}
        labels, pairs, raters = (
            f"{count:,} {one}{'s' * (count != 1)}" for one, count in counts.items()
        )
        size = f"{labels} of {pairs} by {raters}"
        return "\n".join(
            [
                f"{size} {what}: campaign {result['campaign']}.",
                *(f"warning: {sentence}" for sentence in result["warnings"]),
            ]
        )
