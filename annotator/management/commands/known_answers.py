"""manage.py known_answers CAMPAIGN [--file F | --draw ORIGIN]: pairs whose answer is known, for
training and hidden gold."""

from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotator.actions.draw_known_answers import draw_known_answers
from annotator.actions.know_answers import import_known_answers
from annotator.asked.known_answers import DRAWN, DrawWanted
from annotator.models import Campaign, KnownAnswer
from annotator.queries.campaigns import find_campaign
from annotator.queries.gold import about_strangers, strangers_in_gold
from annotator.queries.known_answers import missing_for_training
from foundation.asking.arguments import values_of
from foundation.asking.commands import add_options, asked_of
from people.actor import COMMAND
from people.management.command import ResultCommand
from pooling.formats.problem import Unreadable, naming


class Command(ResultCommand):
    help = (
        "Makes known answers from a file, or draws them; without either, says how many there are."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("campaign", help="Name of the campaign, or BENCHMARK/NAME.")
        source = parser.add_mutually_exclusive_group()
        source.add_argument(
            "--file", type=Path, metavar="F", help="CSV: caption_id, video_id, answer, explanation."
        )
        source.add_argument(
            "--draw",
            choices=[origin.value for origin in DRAWN],
            help="Draw known answers from these.",
        )
        add_options(parser, DrawWanted, but=("origin",))

    def result(self, **options: Any) -> dict[str, Any]:
        campaign = find_campaign(options["campaign"])
        made: list[KnownAnswer] = []
        if options["file"]:
            made = self._read(campaign, options["file"], KnownAnswer.Use(options["use"]))
        elif options["draw"]:
            wanted = asked_of(DrawWanted, options, origin=KnownAnswer.Origin(options["draw"]))
            made = draw_known_answers(COMMAND, campaign, **values_of(wanted))
        used = Counter(
            KnownAnswer.objects.filter(campaign=campaign).values_list("active", flat=True)
        )
        return {
            "campaign": campaign.pk,
            "made": len(made),
            "active": used[True],
            "retired": used[False],
            "missing": missing_for_training(campaign),
            "unasked_captions": strangers_in_gold(campaign).unasked,
            "warning": about_strangers(campaign),
        }

    def tell(self, result: dict[str, Any]) -> str:
        counts = (
            f"{result['made']:,} made now; {result['active']:,} are used, {result['retired']:,} are"
            " retired."
        )
        return " ".join(filter(None, [counts, result["missing"], result["warning"]]))

    def _read(self, campaign: Campaign, path: Path, use: KnownAnswer.Use) -> list[KnownAnswer]:
        """What is wrong with the file is written line by line, as for other files."""
        try:
            with path.open("rb") as file, naming(str(path)):
                return import_known_answers(COMMAND, campaign, file, use)
        except OSError as trouble:
            raise CommandError(
                f"--file {path}: expected a file to read ({trouble.strerror or trouble})"
            ) from None
        except Unreadable as unreadable:
            for line in unreadable.lines():
                self.stderr.write(line, lambda text: text)
            raise CommandError(
                f"{path} cannot be read as known answers: nothing was made"
            ) from None
