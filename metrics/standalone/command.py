"""The command line of `python -m metrics`: arguments in; tables, or one line of what is wrong,
out."""

import argparse
import json
import re
import sys
from collections.abc import Callable, Sequence
from io import UnsupportedOperation
from pathlib import Path
from typing import Any, NoReturn

from annotator.formats.qrels import MOST_RELEVANT
from foundation.folding import fold_equal
from measures.comparison import PERMUTATIONS
from measures.measure import Measure
from measures.names import UnknownMeasure, parse_all
from metrics.options import (
    CSV,
    DRAWS,
    INTERVALS,
    MEASURED,
    Option,
    add,
    option,
    printed,
    shape,
    whole,
)
from metrics.snapshot import Rule, Snapshot
from metrics.standalone import agreement_command, agreement_shown, estimate_command
from metrics.standalone.files import FilesGiven, read_snapshot
from metrics.standalone.judgements import FileScale
from metrics.studies.asked import Positives
from metrics.studies.comparison import ComparedRuns, compare_runs
from metrics.studies.evaluation import RULES, Evaluation, evaluate
from metrics.studies.registry import tables_of
from metrics.studies.study import NothingToStudy
from pooling.formats.problem import Unreadable
from pooling.formats.runs import DEPTH_LIMIT


def _file(name: str, text: str) -> Option:
    return option(name, text, type=Path, metavar="FILE")


FILES = (
    _file(
        "--captions",
        "Benchmark file such as captions.csv: its texts, and its own videos as original positives.",
    ),
    _file("--original", "Qrels or triplets: the original positives, instead of own videos."),
    _file("--collected", "Qrels or triplets: what people said."),
    option(
        "--scale",
        "The scale of both, from 0 to its highest grade, as in 0-4: a higher grade is an error.",
        metavar="0-N",
    ),
    whole("--relevant-from", None, "The grade of --scale from which a pair is relevant (1)."),
    _file(
        "--clusters", "CSV with caption_id,cluster: the clusters to draw, instead of source videos."
    ),
    _file(
        "--texts",
        "CSV with caption_id,cluster: captions with the same text, where no --captions tells.",
    ),
    _file("--rows", "The caption of each row of a matrix, one on each line."),
    _file("--columns", "The video of each column of a matrix, one on each line."),
    _file("--query-embeddings", "A further run: .npy with the embedding of each caption."),
    _file("--video-embeddings", "The embedding of each video; a score is their inner product."),
    option("--normalise", "Scale every embedding to length 1.", action="store_true"),
    option(
        "--direction", "What the runs rank (%(default)s).", choices=["t2v", "v2t"], default="t2v"
    ),
    whole("--depth", 100, "How far down rankings are read (%(default)s)."),
)
WISHES = (
    MEASURED,
    option(
        "--positives",
        "Which positives count (both, if there are original and collected ones).",
        choices=list(RULES),
    ),
    INTERVALS,
    *DRAWS,
    whole(
        "--permutations",
        PERMUTATIONS,
        "How many permutations the sign-flip test draws at least (%(default)s).",
    ),
)
SHAPES = (
    shape("json", "One JSON object and nothing else."),
    CSV,
    shape("latex", "Tables for LaTeX's booktabs."),
)
SCALE = re.compile(r"0-([0-9]{1,3})", re.ASCII)
# `truepool_metrics` where the wheel is installed (stack/truepool/wheel.py).
PROGRAM = f"python -m {__name__.partition('.')[0]}"


ABOUT = (
    "Scores run files against judgement files, without a database; of several runs, compares every"
    f" two. `{PROGRAM} agreement FILE`: whether people agree. `{PROGRAM} estimate`: corrected C@K"
    " from labels of some captions, with witnesses."
)
WITNESSES = (
    "Corrected C@K from what people said of some captions (--collected), alone and with the help of"
    " witnesses' opinions of all pairs."
)


class WrongUsage(Exception):
    """Arguments that make no sense together, or none at all."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong as every command does: one line, and status 1."""

    def error(self, message: str) -> NoReturn:
        raise WrongUsage(message)


def make_parser(
    program: str = PROGRAM, about: str = ABOUT, options: Sequence[Option] = (*FILES, *WISHES)
) -> Parser:
    parser = Parser(prog=program, description=about)
    parser.add_argument(
        "runs",
        nargs="*",
        type=Path,
        metavar="RUN",
        help="A TREC run, caption_id,video_id,score, a submission to TVR, or a matrix as .npy,"
        " .npz or .pt.",
    )
    add(parser, options)
    _add_shapes(parser)
    return parser


def _add_shapes(parser: Parser) -> None:
    add(parser.add_mutually_exclusive_group(), SHAPES)
    parser.set_defaults(shape="text")


def run(arguments: Sequence[str]) -> int:
    """The exit status: 0, or 1 after saying on standard error what is wrong."""
    try:
        shown = _asked_for(arguments)(arguments)
    except Unreadable as unreadable:
        _complain(*fold_equal(unreadable.lines()))
    except UnsupportedOperation:
        _complain(
            "error: cannot read a pipe: expected files, which are read from their start more than"
            " once"
        )
    except OSError as error:
        _complain(f"error: cannot read {error.filename}: {error.strerror}")
    except (WrongUsage, NothingToStudy, UnknownMeasure) as refusal:
        _complain(f"error: {refusal}")
    else:
        print(shown)  # noqa: T201  (out here: whether anybody reads it is not a file's matter)
        return 0
    return 1


def _asked_for(arguments: Sequence[str]) -> Callable[[Sequence[str]], str]:
    """A run file of that very name is scored, as it was before there was such a study."""
    others = {agreement_command.NAME: _agreement, estimate_command.NAME: _estimate}
    named = bool(arguments) and arguments[0] in others and not Path(arguments[0]).is_file()
    return others[arguments[0]] if named else _scores


def _estimate(arguments: Sequence[str]) -> str:
    parser = make_parser(
        f"{PROGRAM} {estimate_command.NAME}", WITNESSES, (*FILES, *estimate_command.OPTIONS)
    )
    asked = parser.parse_args(arguments[1:])
    found = estimate_command.study(_given(asked), asked, _complain)
    return estimate_command.shown(found, asked.shape)


def _agreement(arguments: Sequence[str]) -> str:
    parser = Parser(
        prog=f"{PROGRAM} {agreement_command.NAME}",
        description="Whether people agree, from a file of labels or of counts of labels.",
    )
    agreement_command.add_arguments(parser)
    _add_shapes(parser)
    asked = parser.parse_args(arguments[1:])
    return agreement_shown.shown(agreement_command.study(asked), asked.shape)


def _scores(arguments: Sequence[str]) -> str:
    asked = make_parser().parse_args(arguments)
    measures = parse_all(asked.measures)
    snapshot = read_snapshot(_given(asked), _complain)
    return _shown(_study(snapshot, measures, asked), asked.shape)


def _given(asked: argparse.Namespace) -> FilesGiven:
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
    return FilesGiven(
        tuple(dict.fromkeys(asked.runs)),
        **files,
        embeddings=_embeddings(asked),
        normalise=asked.normalise,
        direction=asked.direction,
        depth=asked.depth,
        scale=_scale(asked.scale, asked.relevant_from),
    )


def _scale(written: str | None, relevant_from: int | None) -> FileScale:
    if written is None:
        if relevant_from is not None:
            raise WrongUsage("argument --relevant-from: expected --scale too, as in 0-4")
        return FileScale()
    match = SCALE.fullmatch(written)
    highest = int(match[1]) if match else 0
    if not 1 <= highest <= MOST_RELEVANT:
        expected = f"expected 0-N, N from 1 to {MOST_RELEVANT}, as in 0-4"
        raise WrongUsage(f"argument --scale: {expected}, found {written!r}")
    begins = 1 if relevant_from is None else relevant_from
    if not 1 <= begins <= highest:
        raise WrongUsage(
            f"argument --relevant-from: expected a grade of the scale, 1 to {highest}, found"
            f" {begins}"
        )
    return FileScale(highest, begins, known=True)


def _embeddings(asked: argparse.Namespace) -> tuple[Path, Path] | None:
    captions, videos = asked.query_embeddings, asked.video_embeddings
    if bool(captions) != bool(videos):
        raise WrongUsage("expected both --query-embeddings and --video-embeddings")
    if not captions and asked.normalise:
        raise WrongUsage("argument --normalise: expected embeddings to scale, found none")
    if not captions and not asked.runs:
        raise WrongUsage("expected a run, or --query-embeddings and --video-embeddings")
    if captions in asked.runs:
        raise WrongUsage(f"{captions} is given as a run and as embeddings: expected one of them")
    return (captions, videos) if captions else None


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


def _shown(studies: Sequence[Evaluation | ComparedRuns], as_what: str) -> str:
    """What was found: JSON has the keys of `evaluate`, and those of `compare` as "comparison"."""
    if as_what != "json":
        return printed((table for study in studies for table in tables_of(study)), as_what)
    evaluation, *comparison = (study.as_json() for study in studies)
    shown: dict[str, Any] = evaluation | ({"comparison": comparison[0]} if comparison else {})
    return json.dumps(shown, ensure_ascii=False)


def _complain(*lines: str) -> None:
    for line in lines:
        print(line, file=sys.stderr)  # noqa: T201
