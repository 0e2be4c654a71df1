"""What command lines ask of studies, and how they print what was found: of `manage.py` and of
`python -m metrics`."""

from collections.abc import Iterable, Sequence
from typing import Any

from measures.resampling import RESAMPLES
from metrics.studies import asked
from metrics.studies.pooled import PACE as USUAL_PACE
from metrics.table import Table
from metrics.table_files import as_csv, as_latex
from metrics.words import as_text

MEASURES = ",".join(asked.MEASURES)
FORMATS = {"text": as_text, "csv": as_csv, "latex": as_latex}
Option = tuple[str, dict[str, Any]]


def option(name: str, text: str, **words: Any) -> Option:
    return name, {"help": text, **words}


def whole(name: str, default: int | None, text: str) -> Option:
    return option(name, text, type=int, default=default)


def positives(choices: Sequence[str], default: str) -> Option:
    text = "Which positives count (%(default)s)."
    return option("--positives", text, choices=choices, default=default)


RUNS = option("--runs", "Names, separated by commas (all runs that rank videos for captions).")
BOTH_WAYS = option("--runs", "Names, separated by commas (all runs, of both directions).")
ALL_WAYS = option("--runs", "Names, separated by commas (all runs, of all directions).")
PROXY = option("proxy", "Name of the proxy, as the command proxy stored it.")
PROXIES = option(
    "--proxies", "Names, separated by commas (all that are stored and not out of date)."
)
SAME_TEXT = option(
    "--same-text",
    "Count the videos of captions with the same text as original too.",
    action="store_true",
)
LEVEL = whole(
    "--level",
    0,
    "The grade from which a graded pair counts as relevant (that of the campaigns' scale).",
)
MEASURED = option(
    "--measures",
    "Names, separated by commas (%(default)s); see docs/measures.md.",
    default=MEASURES,
)
UNLEVELLED = (MEASURED, SAME_TEXT)
SCORED = (*UNLEVELLED, LEVEL)
INTERVALS = option(
    "--intervals", "Add 95 %% intervals to every score and every difference.", action="store_true"
)
PACE = option(
    "--pace", f"Labels an hour (as last measured in this benchmark, or {USUAL_PACE:g}).", type=float
)
AGAINST = option(
    "--against",
    "A run that the others are held against: how much better each is than this one.",
    default="",
    metavar="RUN",
)
WITNESS = option(
    "--witness",
    "Names of witnesses, separated by commas: beside people alone, the same with their opinions.",
    metavar="NAME[,NAME]",
)
ABOUT = option(
    "--about",
    "What intervals are about (%(default)s): these captions, or captions like these.",
    choices=["these", "alike"],
    default="these",
)
SEED = whole("--seed", 0, "Seed of every random draw (%(default)s).")
DRAWS = (SEED, whole("--resamples", RESAMPLES, "How many resamples are drawn (%(default)s)."))


def shape(name: str, text: str) -> Option:
    """The option that has tables printed in this shape."""
    return option(f"--{name}", text, dest="shape", action="store_const", const=name)


CSV = shape("csv", "Print comma-separated tables with all digits and nothing escaped, for tools.")


def add(parser: Any, options: Sequence[Option]) -> None:
    for name, words in options:
        parser.add_argument(name, **words)


def printed(tables: Iterable[Table], shape: str) -> str:
    """Tables one after the other, an empty line between."""
    return "\n\n".join(FORMATS[shape](table).rstrip("\n") for table in tables)
