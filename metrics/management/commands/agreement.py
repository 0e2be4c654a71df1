"""manage.py agreement BENCHMARK: Table 2, whether raters agree, and how sure that is."""

from typing import Any

from django.core.management.base import CommandParser

from annotator.queries.names import find_campaign
from metrics.labels import KINDS
from metrics.management.command import StudyCommand
from metrics.queries.labels import read_labels
from metrics.studies.agreement import RESAMPLES, agreement, insist
from metrics.studies.study import Study
from pooling.queries.names import find_benchmark


class Command(StudyCommand):
    help = "Pairs and labels, and the agreement of raters with intervals: percent, positive, negative, alpha, AC1, prevalence."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--campaign", help="only this one (all of the benchmark whose raters are known)")
        parser.add_argument(
            "--labels", choices=[*KINDS], default="independent", help="first and second labels, or third ones too (%(default)s)"
        )
        parser.add_argument("--seed", type=int, default=0, help="of the bootstrap (%(default)s)")
        parser.add_argument("--resamples", type=int, default=RESAMPLES, help="of the bootstrap (%(default)s)")

    def study(self, **options: Any) -> Study:
        benchmark = find_benchmark(options["benchmark"])
        campaign = find_campaign(options["campaign"], benchmark) if options["campaign"] is not None else None
        labels = read_labels(benchmark, campaign)
        return insist(agreement(labels, options["labels"], seed=options["seed"], resamples=options["resamples"]))
