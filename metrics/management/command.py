"""What the commands of metrics share: one study, printed as text, JSON, CSV or LaTeX."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.management.base import CommandError, CommandParser

from measures.measure import Measure
from measures.names import UnknownMeasure, parse_all
from measures.resampling import RESAMPLES
from metrics.queries.snapshot import take_snapshot
from metrics.snapshot import Snapshot
from metrics.studies import asked
from metrics.studies.registry import tables_of
from metrics.studies.scored import depth_for
from metrics.studies.study import Findings, NothingToStudy
from metrics.table_files import as_csv, as_latex
from metrics.words import as_text
from people.management.command import ResultCommand
from pooling.queries.names import find_benchmark, find_runs

MEASURES = ",".join(asked.MEASURES)
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


def add_runs(parser: CommandParser) -> None:
    parser.add_argument(
        "--runs", help="Names, separated by commas (all runs that rank videos for captions)."
    )


def add_same_text(parser: CommandParser) -> None:
    parser.add_argument(
        "--same-text",
        action="store_true",
        help="Count the videos of captions with the same text as original too.",
    )


def add_positives(parser: CommandParser, choices: Sequence[str], default: str) -> None:
    parser.add_argument(
        "--positives",
        choices=choices,
        default=default,
        help="Which positives count (%(default)s).",
    )


def add_measures(parser: CommandParser) -> None:
    parser.add_argument(
        "--measures",
        default=MEASURES,
        help="Names, separated by commas (%(default)s); see docs/measures.md.",
    )
    add_same_text(parser)


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


def draws_of(options: Mapping[str, Any]) -> dict[str, int]:
    return {"seed": options["seed"], "resamples": options["resamples"]}


def scored_runs(
    options: Mapping[str, Any], names: str | None
) -> tuple[Snapshot, tuple[Measure, ...]]:
    """Of the runs that are named, or all from text to video, read as deep as the measures look."""
    measures = parse_all(options["measures"])
    benchmark = find_benchmark(options["benchmark"])
    runs = list(dict.fromkeys(find_runs(benchmark, names)))
    depth, same_text = depth_for(measures), options["same_text"]
    return take_snapshot(benchmark, runs, depth, same_text=same_text), measures


def names_of(listed: str | None) -> list[str] | None:
    """Parted by commas; None where nothing was said."""
    return None if listed is None else [name.strip() for name in listed.split(",")]
