"""manage.py agreement BENCHMARK: Table 2, whether raters agree, and how sure that is."""

from pathlib import Path

from django.core.management.base import CommandParser

from annotator.queries.campaigns import find_campaign
from foundation.asking.commands import add_options, asked_of
from metrics.actions.agreement_kept import AgreementAsked
from metrics.management.command import CommandGiven, StudyCommand, names_of
from metrics.options import add, option, whole
from metrics.queries.counted_pairs import write_counted_pairs
from metrics.queries.raters import find_raters
from metrics.studies.agreement import require_rows
from metrics.studies.agreement_figures import RESAMPLES
from metrics.studies.study import Findings

FIRST = (
    option("--campaign", "Only this one (all of the benchmark whose raters are known)."),
    option("--raters", "Names, separated by commas: only their labels (all)."),
    option(
        "--pairs",
        "Also write why each pair counts, or does not, to this .csv or .json.",
        type=Path,
        metavar="FILE",
    ),
)


class Command(StudyCommand):
    help = "Counts pairs and labels, and measures how far raters agree, with intervals."
    # Refused by the study, as in every command of this kind.
    options = (
        whole("--seed", 0, "Seed of the bootstrap (%(default)s)."),
        whole("--resamples", RESAMPLES, "How many resamples the bootstrap draws (%(default)s)."),
    )

    def add_asked(self, parser: CommandParser) -> None:
        add(parser, FIRST)
        add_options(parser, AgreementAsked, but=("seed", "resamples"))

    def study(self, given: CommandGiven) -> Findings:
        known = {
            "benchmark": given.of,
            "campaign": None if given.campaign is None else find_campaign(given.campaign, given.of),
            "raters": find_raters(given.of, names_of(given.raters) or ()),
        }
        wanted = asked_of(AgreementAsked, given.options, **known)
        if given.pairs is not None:
            write_counted_pairs(wanted.pairs, given.pairs)
        return require_rows(wanted.compute())
