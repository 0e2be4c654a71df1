"""manage.py verify_reports [BENCHMARK]: is every report what its inputs come to?"""

import sys
from typing import Any

from django.core.management.base import CommandParser

from metrics.models import Report
from metrics.queries.verified import report_differences
from people.management.command import ResultCommand
from pooling.queries.names import find_benchmark


class Command(ResultCommand):
    help = "Compute every frozen report again from what it froze, and report each difference; status 1 if there is any."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("benchmark", nargs="?", help="its name; all benchmarks if not given")

    def result(self, **options: Any) -> dict[str, Any]:
        rows = Report.objects.select_related("benchmark").order_by("pk")
        if options["benchmark"]:
            rows = rows.filter(benchmark=find_benchmark(options["benchmark"]))
        count, differences = 0, []
        for row in rows.iterator(chunk_size=1):  # their results may be long
            count += 1
            differences += [{"report": row.pk, "title": row.title, "says": says} for says in report_differences(row)]
        self.differs = bool(differences)
        return {"reports": count, "differences": differences}

    def tell(self, result: dict[str, Any]) -> str:
        lines = [f"report {found['report']}, {found['title']}: {found['says']}" for found in result["differences"]]
        return "\n".join([*lines, f"{result['reports']:,} reports computed again, {len(lines):,} differences"])

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Says what it found like any command, and only then ends with its status."""
        said = super().execute(*args, **options)
        if self.differs:
            sys.exit(1)
        return said
