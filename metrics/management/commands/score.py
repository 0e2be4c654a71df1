"""manage.py score BENCHMARK FILE: a run that is tried, and not registered."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from foundation.asking.commands import add_options, asked_of
from jobs.kinds import JobFailure
from metrics.management.command import CommandGiven, StudyCommand
from metrics.options import DRAWS, INTERVALS, PACE, UNLEVELLED, positives, whole
from metrics.queries.pace import labels_an_hour
from metrics.queries.snapshot import read_captions, tried_snapshot
from metrics.studies.doctor_others import check_others
from metrics.studies.evaluation import RULES
from metrics.studies.score import Score, score_run
from metrics.studies.unjudged import DEPTH
from pooling.actions.hand_in import BetweenAsked
from pooling.actions.store_run import HandedRun
from pooling.background import in_plain_words
from pooling.formats.checks import checks_of
from pooling.formats.runs import RunFile, Wanted
from pooling.models import Benchmark

UNASKED = ("benchmark", "model", "name")
ABOUT = ("normalise", "format", "depth", "direction")


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
        *UNLEVELLED,
        *DRAWS,
    )

    def add_asked(self, parser: CommandParser) -> None:
        add_options(parser, BetweenAsked, but=UNASKED)

    def study(self, given: CommandGiven) -> Score:
        measures = given.parsed
        asked = asked_of(BetweenAsked, given.options, benchmark=given.of, model="")
        name, found, wanted = self._read(given.of, asked)
        pace = labels_an_hour(given.of, given.pace)
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

    def _read(self, of: Benchmark, asked: BetweenAsked) -> tuple[str, RunFile, Wanted]:
        """What is wrong with the file is told line by line, as import_run tells it."""
        words: dict[str, Any] = {name: getattr(asked, name) for name in ABOUT}
        words |= {name: file and str(file) for name, file in asked.files().items()}
        try:
            with in_plain_words("nothing was scored"):
                run = HandedRun(of.pk, **words)
                source = run.source()
                return source.called, *run.read(of, source, lambda *_: None)
        except JobFailure as failure:
            details = failure.details if isinstance(failure.details, dict) else {}
            for line in details.get("problems", []):
                self.stderr.write(str(line), lambda text: text)
            raise CommandError(str(failure)) from None
