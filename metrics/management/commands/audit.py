"""manage.py audit BENCHMARK: what wrong original pairs do to C@K."""

from typing import Any

from django.core.management.base import CommandParser

from measures.names import parse_all
from metrics.management.command import StudyCommand, add_measures, add_runs
from metrics.queries.audits import take_audit
from metrics.studies.audit import Audit
from pooling.queries.names import find_benchmark, find_runs


class Command(StudyCommand):
    help = (
        "How many of a benchmark's original pairs people reject, and what is left of C@K without"
        " them (see audit_originals)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--campaign",
            default="",
            help="The campaign in which people looked at them (the newest of audit_originals).",
        )
        add_runs(parser)
        add_measures(parser)

    def study(self, **options: Any) -> Audit:
        measures = parse_all(options["measures"])
        benchmark = find_benchmark(options["benchmark"])
        runs = list(dict.fromkeys(find_runs(benchmark, options["runs"])))
        return take_audit(
            benchmark, options["campaign"], measures, runs, same_text=options["same_text"]
        )
