"""manage.py score BENCHMARK FILE: a run that is tried, and not registered."""

from pathlib import Path

from django.core.management.base import CommandError, CommandParser

from foundation.asking.commands import add_options, asked_of
from jobs.kinds import JobFailure
from metrics.management.command import CommandGiven, StudyCommand
from metrics.options import DRAWS, INTERVALS, PACE, SCORED, positives, whole
from metrics.queries.pace import labels_an_hour
from metrics.queries.snapshot import read_captions, tried_snapshot
from metrics.studies.doctor_others import check_others
from metrics.studies.evaluation import RULES
from metrics.studies.score import Score, score_run
from metrics.studies.unjudged import DEPTH
from pooling.actions.hand_in import RunAsked
from pooling.background import in_plain_words
from pooling.formats.checks import checks_of
from pooling.formats.runs import RunFile, Wanted
from pooling.input_files import handed, read_handed_run
from pooling.queries.axes import read_axes

UNASKED = ("benchmark", "model", "name")


class Command(StudyCommand):
    help = (
        "Checks and scores a run's file without registering it: scores with intervals, how much of"
        " it was judged, and what it costs to be sure."
    )

    options = (
        positives(list(RULES), "both"),
        INTERVALS,
        whole("--judge-depth", DEPTH, "Ranks that would be judged (%(default)s)."),
        PACE,
        *SCORED,
        *DRAWS,
    )

    def add_asked(self, parser: CommandParser) -> None:
        add_options(parser, RunAsked, but=UNASKED)

    def study(self, given: CommandGiven) -> Score:
        measures = given.parsed
        asked = asked_of(RunAsked, given.options, benchmark=given.of, model="")
        wanted = Wanted(read_axes(given.of).keys, asked.depth, asked.direction)
        found = self._read(asked, wanted)
        name, pace = Path(str(asked.file)).stem, labels_an_hour(given.of, given.pace)
        snapshot = tried_snapshot(given.of, found, wanted, name, same_text=given.same_text)
        return score_run(
            snapshot,
            measures,
            given.positives,
            checks=(*checks_of(found, wanted), check_others(snapshot, read_captions(given.of))),
            intervals=given.intervals,
            depth=given.judge_depth,
            pace=pace[0],
            pace_from=pace[1],
            **given.draws,
        )

    def _read(self, asked: RunAsked, wanted: Wanted) -> RunFile:
        """What is wrong with the file is told line by line, as import_run tells it."""
        try:
            with in_plain_words():
                sides = (asked.captions, asked.videos)
                names = [None if side is None else handed(str(side)) for side in sides]
                file = handed(str(asked.file))
                return read_handed_run(file, names, wanted, asked.format or None, lambda *_: None)
        except JobFailure as failure:
            details = failure.details if isinstance(failure.details, dict) else {}
            for line in details.get("problems", []):
                self.stderr.write(str(line), lambda text: text)
            raise CommandError(str(failure)) from None
