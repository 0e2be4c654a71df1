"""manage.py agreement BENCHMARK: Table 2, whether raters agree, and how sure that is."""

from typing import Any

from django.core.management.base import CommandParser

from annotator.queries.names import find_campaign
from foundation.asking.commands import add_options
from metrics.actions.agreement_kept import AgreementAsked
from metrics.management.command import StudyCommand
from metrics.queries.labels import read_labels
from metrics.studies.agreement import RESAMPLES, agreement, require_rows
from metrics.studies.study import Findings
from pooling.queries.names import find_benchmark


class Command(StudyCommand):
    help = "Counts pairs and labels, and measures how far raters agree, with intervals."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--campaign", help="Only this one (all of the benchmark whose raters are known)."
        )
        # Seed and resamples are refused by the study, as in every command of this kind.
        add_options(parser, AgreementAsked, but=("seed", "resamples"))
        parser.add_argument(
            "--seed", type=int, default=0, help="Seed of the bootstrap (%(default)s)."
        )
        parser.add_argument(
            "--resamples",
            type=int,
            default=RESAMPLES,
            help="How many resamples the bootstrap draws (%(default)s).",
        )

    def study(self, **options: Any) -> Findings:
        benchmark = find_benchmark(options["benchmark"])
        campaign = (
            find_campaign(options["campaign"], benchmark)
            if options["campaign"] is not None
            else None
        )
        labels = read_labels(benchmark, campaign)
        return require_rows(
            agreement(
                labels, options["labels"], seed=options["seed"], resamples=options["resamples"]
            )
        )
