"""manage.py score BENCHMARK FILE: a run that is tried, and not registered."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from foundation.asking.commands import add_options, asked_of
from jobs.kinds import JobFailure
from measures.names import parse_all
from metrics.management.command import (
    StudyCommand,
    add_draws,
    add_measures,
    add_positives,
    draws_of,
)
from metrics.queries.pace import labels_an_hour
from metrics.queries.texts import read_captions
from metrics.queries.tried import tried_snapshot
from metrics.studies.evaluation import RULES
from metrics.studies.others_check import check_others
from metrics.studies.pooled import PACE
from metrics.studies.score import Score, score_run
from metrics.studies.unjudged import DEPTH
from pooling.actions.hand_in import RunAsked
from pooling.background import said_plainly
from pooling.formats.checks import checks_of
from pooling.formats.runs import RunFile, Wanted
from pooling.input_files import handed, read_handed_run
from pooling.queries.axes import read_axes
from pooling.queries.names import find_benchmark

UNASKED = ("benchmark", "model", "name")


class Command(StudyCommand):
    help = (
        "Checks and scores a run's file without registering it: scores with intervals, how much of"
        " it was judged, and what it costs to be sure."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_options(parser, RunAsked, but=UNASKED)
        add_positives(parser, list(RULES), "both")
        parser.add_argument(
            "--intervals",
            action="store_true",
            help="Add 95 %% intervals to every score and every difference.",
        )
        parser.add_argument(
            "--judge-depth",
            type=int,
            default=DEPTH,
            help="Ranks that would be judged (%(default)s).",
        )
        parser.add_argument(
            "--pace",
            type=float,
            help=f"Labels an hour (as last measured in this benchmark, or {PACE:g}).",
        )
        add_measures(parser)
        add_draws(parser)

    def study(self, **options: Any) -> Score:
        measures, of = parse_all(options["measures"]), find_benchmark(options["benchmark"])
        asked = asked_of(RunAsked, options, benchmark=of, model="")
        wanted = Wanted(read_axes(of).keys, asked.depth, asked.direction)
        found = self._read(asked, wanted)
        name, pace = Path(str(asked.file)).stem, labels_an_hour(of, options["pace"])
        snapshot = tried_snapshot(of, found, wanted, name, same_text=options["same_text"])
        return score_run(
            snapshot,
            measures,
            options["positives"],
            checks=(*checks_of(found, wanted), check_others(snapshot, read_captions(of))),
            intervals=options["intervals"],
            depth=options["judge_depth"],
            pace=pace[0],
            pace_from=pace[1],
            **draws_of(options),
        )

    def _read(self, asked: RunAsked, wanted: Wanted) -> RunFile:
        """What is wrong with the file is told line by line, as import_run tells it."""
        try:
            with said_plainly():
                sides = (asked.captions, asked.videos)
                names = [None if side is None else handed(str(side)) for side in sides]
                file = handed(str(asked.file))
                return read_handed_run(file, names, wanted, asked.format or None, lambda *_: None)
        except JobFailure as failure:
            details = failure.details if isinstance(failure.details, dict) else {}
            for line in details.get("problems", []):
                self.stderr.write(str(line), lambda text: text)
            raise CommandError(str(failure)) from None
