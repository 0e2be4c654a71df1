"""manage.py report BENCHMARK --out FILE: a frozen report as a file to print."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from jobs.management.command import JobCommand
from metrics.models import Report
from metrics.studies.asked import EvaluationAsked
from pooling.models import Benchmark, Run
from pooling.queries.names import find_benchmark, find_runs
from publishing.actions.print_report import ENDINGS, print_report


class Command(JobCommand):
    help = (
        "Prints a report of a benchmark: method, agreement, corrected scores, figures and"
        " limitations, as HTML or PDF. A report is frozen first where there is none."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("benchmark", help="Name of the benchmark.")
        parser.add_argument(
            "--report", type=int, help="The number of a frozen report (the newest)."
        )
        parser.add_argument(
            "--out",
            metavar="FILE",
            required=True,
            help="The file to write; its ending, .html or .pdf, says as what.",
        )

    def result(self, **options: Any) -> dict[str, Any]:
        out = Path(options["out"])
        ending = out.suffix.lower().removeprefix(".")
        if ending not in ENDINGS:
            raise CommandError(f"{out}: expected a name that ends in .html or .pdf")
        report = self._report(find_benchmark(options["benchmark"]), options["report"])
        content = print_report(report, ending)
        try:
            out.write_bytes(content)
        except OSError as trouble:
            raise CommandError(f"{out}: cannot be written ({trouble.strerror})") from None
        shown = {"report": report.pk, "title": report.title, "sha256": report.sha256}
        return shown | {"file": str(out), "bytes": len(content)}

    def _report(self, benchmark: Benchmark, number: int | None) -> Report:
        reports = Report.objects.filter(benchmark=benchmark).select_related("benchmark")
        found = (reports.filter(pk=number) if number else reports.order_by("-pk")).first()
        if found is None and number:
            raise CommandError(f"{benchmark.name} has no report {number}")
        return found or reports.get(pk=self._freeze(benchmark, find_runs(benchmark, None)))

    def _freeze(self, benchmark: Benchmark, runs: list[Run]) -> int:
        done = self.run_job(
            "metrics.evaluation",
            benchmark=benchmark.pk,
            runs=[run.pk for run in runs],
            asked=EvaluationAsked().as_json(),
        )
        return int(done["report"])

    def tell(self, result: dict[str, Any]) -> str:
        return f"Report {result['report']} in {result['file']}: {result['bytes']:,} bytes"
