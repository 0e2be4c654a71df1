"""manage.py verify_reports [BENCHMARK]: is every report what its inputs come to?"""

import logging
from typing import Any

from django.core.management.base import CommandParser

from jobs.one_by_one import plain_reason, stops_the_job
from metrics.models import Report
from metrics.queries.verified import Verified, verify_report
from metrics.words import counted
from people.management.command import CheckingCommand
from pooling.queries.names import find_benchmark

logger = logging.getLogger(__name__)


class Command(CheckingCommand):
    help = (
        "Computes every frozen report again from what it froze, and reports each difference; status"
        " 1 if there is any."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "benchmark", nargs="?", help="Name of the benchmark; all benchmarks if not given."
        )

    def result(self, **options: Any) -> dict[str, Any]:
        rows = Report.objects.select_related("benchmark").order_by("pk")
        if options["benchmark"]:
            rows = rows.filter(benchmark=find_benchmark(options["benchmark"]))
        count, differences, others, self.not_computed = 0, [], [], 0
        for row in rows.iterator(chunk_size=1):  # their results may be long
            count, found = count + 1, _verified(row)
            named = {"report": row.pk, "title": row.title}
            differences += [named | {"says": says} for says in found.differences]
            others += [named | found.as_json()] if found.others else []
            self.not_computed += found.whole
        self.differs = bool(differences)
        return {"reports": count, "differences": differences, "other_versions": others}

    def tell(self, result: dict[str, Any]) -> str:
        shown = [*result["differences"], *result["other_versions"]]
        lines = [f"report {found['report']}, {found['title']}: {found['says']}" for found in shown]
        others, again = len(result["other_versions"]), result["reports"] - self.not_computed
        summary = (
            f"{counted(again, 'report')} computed again,"
            f" {counted(len(result['differences']), 'difference')}"
        )
        return "\n".join(
            [*lines, summary + (f", {others:,} frozen by other versions" if others else "")]
        )


def _verified(report: Report) -> Verified:
    """What cannot even be read is a difference of this report, and no reason to leave the others
    unread."""
    try:
        return verify_report(report)
    except Exception as error:
        if stops_the_job(error):
            raise
        logger.exception("Report %s could not be computed again, and the others are", report.pk)
        return Verified(
            (f"it could not be computed again: {plain_reason(error)}",), (), intact=False
        )
