"""What the commands of metrics share: one study, printed as text, JSON, CSV or LaTeX."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from metrics.measures.names import UnknownMeasure
from metrics.measures.resampling import RESAMPLES
from metrics.studies.registry import tables_of
from metrics.studies.study import Findings, NothingToStudy
from metrics.table_files import as_csv, as_latex
from metrics.words import as_text
from people.management.command import ResultCommand

MEASURES = "C@1,C@5,C@10,AP"
FORMATS = {"text": as_text, "csv": as_csv, "latex": as_latex}


class StudyCommand(ResultCommand):
    """`study` reads and computes. Its tables are what people are shown; --json prints the study's
    own object."""

    def add_arguments(self, parser: CommandParser) -> None:
        shape = parser.add_mutually_exclusive_group()
        shape.add_argument(
            "--json",
            action="store_true",
            help="Print the result as one JSON object and nothing else.",
        )
        shape.add_argument(
            "--csv",
            dest="shape",
            action="store_const",
            const="csv",
            help="Print comma-separated tables with all digits and nothing escaped, for tools.",
        )
        shape.add_argument(
            "--latex",
            dest="shape",
            action="store_const",
            const="latex",
            help="Print tables for LaTeX's booktabs.",
        )
        parser.set_defaults(shape="text")
        parser.add_argument("benchmark", help="Name of the benchmark.")

    def study(self, **options: Any) -> Findings:
        raise NotImplementedError

    def result(self, **options: Any) -> dict[str, Any]:
        try:
            study = self.study(**options)
        except (NothingToStudy, UnknownMeasure) as refusal:
            raise CommandError(str(refusal)) from refusal
        self.shown = [FORMATS[options["shape"]](table) for table in tables_of(study)]
        return study.as_json()

    def tell(self, result: dict[str, Any]) -> str:
        """Tables one after the other, an empty line between."""
        return "\n\n".join(text.rstrip("\n") for text in self.shown)


def add_measures(parser: CommandParser) -> None:
    parser.add_argument(
        "--measures",
        default=MEASURES,
        help="Names, separated by commas (%(default)s); see docs/measures.md.",
    )
    parser.add_argument(
        "--same-text",
        action="store_true",
        help="Count the videos of captions with the same text as original too.",
    )


def add_draws(parser: CommandParser) -> None:
    parser.add_argument(
        "--seed", type=int, default=0, help="Seed of every random draw (%(default)s)."
    )
    parser.add_argument(
        "--resamples",
        type=int,
        default=RESAMPLES,
        help="How many resamples are drawn (%(default)s).",
    )


def names_of(listed: str | None) -> list[str] | None:
    """Parted by commas; None where nothing was said."""
    return None if listed is None else [name.strip() for name in listed.split(",")]
