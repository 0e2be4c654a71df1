"""The command line of `python -m metrics`: arguments in; tables, or one line of what is wrong,
out."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from foundation.folding import fold_equal
from measures.comparison import PERMUTATIONS
from measures.measure import Measure
from measures.names import UnknownMeasure, parse_all
from measures.resampling import RESAMPLES
from metrics.snapshot import Rule, Snapshot
from metrics.standalone import agreement_command
from metrics.standalone.files import Given, read_snapshot
from metrics.studies.asked import MEASURES as USUAL
from metrics.studies.asked import Positives
from metrics.studies.comparison import ComparedRuns, compare_runs
from metrics.studies.evaluation import RULES, Evaluation, evaluate
from metrics.studies.registry import tables_of
from metrics.studies.study import NothingToStudy
from metrics.table_files import as_csv, as_latex
from metrics.words import as_text
from pooling.formats.problem import Unreadable
from pooling.formats.runs import DEPTH_LIMIT

MEASURES = ",".join(USUAL)
SHAPES = {"text": as_text, "csv": as_csv, "latex": as_latex}


class WrongUsage(Exception):
    """Arguments that make no sense together, or none at all."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong as every command does: one line, and status 1."""

    def error(self, message: str) -> NoReturn:
        raise WrongUsage(message)


def make_parser() -> Parser:
    parser = Parser(
        prog="python -m metrics",
        description=(
            "Scores run files against judgement files, without a database; of several runs,"
            " compares every two. `python -m metrics agreement FILE`: whether people agree."
        ),
    )
    parser.add_argument(
        "runs",
        nargs="+",
        type=Path,
        metavar="RUN",
        help="A TREC run, caption_id,video_id,score, or a matrix as .npy or .npz.",
    )
    _add_files(parser)
    _add_wishes(parser)
    _add_shapes(parser)
    return parser


def _add_shapes(parser: Parser) -> None:
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument(
        "--json",
        dest="shape",
        action="store_const",
        const="json",
        help="One JSON object and nothing else.",
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
        help="Tables for LaTeX's booktabs.",
    )
    parser.set_defaults(shape="text")


def _add_files(parser: Parser) -> None:
    files = {
        "--captions": (
            "Benchmark file such as captions.csv: its texts, and its own videos as original"
            " positives."
        ),
        "--original": "Qrels or triplets: the original positives, instead of own videos.",
        "--collected": "Qrels or triplets: what people said.",
        "--clusters": (
            "CSV with caption_id,cluster: the clusters to draw, instead of source videos."
        ),
        "--texts": (
            "CSV with caption_id,cluster: captions with the same text, where no --captions tells."
        ),
        "--rows": "The caption of each row of a matrix, one on each line.",
        "--columns": "The video of each column of a matrix, one on each line.",
    }
    for name, what in files.items():
        parser.add_argument(name, type=Path, metavar="FILE", help=what)
    parser.add_argument(
        "--direction",
        choices=["t2v", "v2t"],
        default="t2v",
        help="What the runs rank (%(default)s).",
    )
    parser.add_argument(
        "--depth", type=int, default=100, help="How far down rankings are read (%(default)s)."
    )


# One call for each option.
def _add_wishes(parser: Parser) -> None:
    parser.add_argument(
        "--measures",
        default=MEASURES,
        help="Names, separated by commas (%(default)s); see docs/measures.md.",
    )
    parser.add_argument(
        "--positives",
        choices=list(RULES),
        help="Which positives count (both, if there are original and collected ones).",
    )
    parser.add_argument(
        "--intervals",
        action="store_true",
        help="Add 95 %% intervals to every score and every difference.",
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="Seed of every random draw (%(default)s)."
    )
    parser.add_argument(
        "--resamples",
        type=int,
        default=RESAMPLES,
        help="How many resamples are drawn (%(default)s).",
    )
    parser.add_argument(
        "--permutations",
        type=int,
        default=PERMUTATIONS,
        help="How many permutations the sign-flip test draws at least (%(default)s).",
    )


def run(arguments: Sequence[str]) -> int:
    """The exit status: 0, or 1 after saying on standard error what is wrong."""
    try:
        shown = _agreement(arguments[1:]) if _asks_agreement(arguments) else _scores(arguments)
    except Unreadable as unreadable:
        _complain(*fold_equal(unreadable.lines()))
    except OSError as error:
        _complain(f"error: cannot read {error.filename}: {error.strerror}")
    except (WrongUsage, NothingToStudy, UnknownMeasure) as refusal:
        _complain(f"error: {refusal}")
    else:
        print(shown)  # noqa: T201  (out here: whether anybody reads it is not a file's matter)
        return 0
    return 1


def _asks_agreement(arguments: Sequence[str]) -> bool:
    """A run file of that very name is scored, as it was before there was this study."""
    return list(arguments[:1]) == [agreement_command.NAME] and not Path(arguments[0]).is_file()


def _agreement(arguments: Sequence[str]) -> str:
    parser = Parser(
        prog=f"python -m metrics {agreement_command.NAME}",
        description="Whether people agree, from a file of labels or of counts of labels.",
    )
    agreement_command.add_arguments(parser)
    _add_shapes(parser)
    asked = parser.parse_args(arguments)
    return agreement_command.shown(agreement_command.study(asked), asked.shape)


def _scores(arguments: Sequence[str]) -> str:
    asked = make_parser().parse_args(arguments)
    measures = parse_all(asked.measures)
    snapshot = read_snapshot(_given(asked), _complain)
    return _shown(_study(snapshot, measures, asked), asked.shape)


def _given(asked: argparse.Namespace) -> Given:
    if not 1 <= asked.depth <= DEPTH_LIMIT:
        raise WrongUsage(f"argument --depth: expected 1 to {DEPTH_LIMIT}, found {asked.depth}")
    files = {
        name: getattr(asked, name)
        for name in ("captions", "original", "collected", "clusters", "texts", "rows", "columns")
    }
    if not any(files[name] for name in ("captions", "original", "collected")):
        raise WrongUsage(
            "nothing tells what is relevant: give --original, --collected or --captions"
        )
    return Given(
        tuple(dict.fromkeys(asked.runs)), **files, direction=asked.direction, depth=asked.depth
    )


def _study(
    snapshot: Snapshot, measures: Sequence[Measure], asked: argparse.Namespace
) -> list[Evaluation | ComparedRuns]:
    """Table 1, and for several runs whether they differ, under the measures that can tell."""
    positives = asked.positives or _positives(snapshot, asked)
    shown: list[Evaluation | ComparedRuns] = [
        evaluate(
            snapshot,
            measures,
            positives,
            intervals=asked.intervals,
            seed=asked.seed,
            resamples=asked.resamples,
        )
    ]
    comparable = [measure for measure in measures if not measure.kind.instead]
    if len(snapshot.runs) > 1 and comparable:
        rule: Rule = "original" if positives == "original" else "all"
        draws = {"seed": asked.seed, "permutations": asked.permutations}
        shown.append(compare_runs(snapshot, None, comparable, rule, **draws))
    return shown


def _positives(snapshot: Snapshot, asked: argparse.Namespace) -> Positives:
    if asked.collected is None:
        return "original"
    return "both" if len(snapshot.original().keys) else "all"


def _shown(studies: Sequence[Evaluation | ComparedRuns], shape: str) -> str:
    """In JSON the keys of `manage.py evaluate`, and those of `compare` under "comparison"."""
    if shape != "json":
        return "\n\n".join(
            SHAPES[shape](table).rstrip("\n") for study in studies for table in tables_of(study)
        )
    evaluation, *comparison = (study.as_json() for study in studies)
    told: dict[str, Any] = evaluation | ({"comparison": comparison[0]} if comparison else {})
    return json.dumps(told, ensure_ascii=False)


def _complain(*lines: str) -> None:
    for line in lines:
        print(line, file=sys.stderr)  # noqa: T201
