"""manage.py agreement BENCHMARK: Table 2, whether raters agree, and how sure that is."""

from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotator.queries.names import find_campaign
from foundation.asking.commands import add_options, asked_of
from metrics.actions.agreement_kept import AgreementAsked
from metrics.management.command import StudyCommand, names_of
from metrics.queries.counted_pairs import write_counted_pairs
from metrics.queries.labels import read_labels
from metrics.queries.raters import find_raters
from metrics.studies.agreement import RESAMPLES, agreement, require_rows
from metrics.studies.study import Findings
from pooling.queries.names import find_benchmark

DAYS = {"from": ("since", "later"), "to": ("until", "earlier")}


class Command(StudyCommand):
    help = "Counts pairs and labels, and measures how far raters agree, with intervals."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--campaign", help="Only this one (all of the benchmark whose raters are known)."
        )
        for word, (name, side) in DAYS.items():
            parser.add_argument(
                f"--{word}",
                dest=name,
                type=_day,
                metavar="DAY",
                help=f"Only labels given on this day or {side}, in UTC, as in 2026-01-31.",
            )
        parser.add_argument("--raters", help="Names, separated by commas: only their labels (all).")
        parser.add_argument(
            "--pairs",
            type=Path,
            metavar="FILE",
            help="Also write why each pair counts, or does not, to this .csv or .json.",
        )
        # Seed and resamples are refused by the study, as in every command of this kind.
        add_options(parser, AgreementAsked, but=("seed", "resamples", "since", "until"))
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
        benchmark, named = find_benchmark(options["benchmark"]), options["campaign"]
        known = {
            "benchmark": benchmark,
            "campaign": None if named is None else find_campaign(named, benchmark),
            "raters": find_raters(benchmark, names_of(options["raters"]) or ()),
        }
        wanted = asked_of(AgreementAsked, options, **known)
        if options["pairs"] is not None:
            write_counted_pairs(wanted.pairs, options["pairs"])
        labels = read_labels(benchmark, wanted.campaign, wanted.filters)
        return require_rows(
            agreement(
                labels,
                wanted.labels,
                seed=wanted.seed,
                resamples=wanted.resamples,
                raters_as=wanted.raters_as,
            )
        )


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise CommandError(f"expected a day as in 2026-01-31, found {text!r}") from None
