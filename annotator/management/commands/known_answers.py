"""manage.py known_answers CAMPAIGN [--file F | --draw ORIGIN]: pairs whose answer is known, for
training and hidden gold."""

import argparse
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotator.actions.draw_known_answers import DRAWS, MOST, draw_known_answers
from annotator.actions.import_known_answers import import_known_answers
from annotator.models import Campaign, KnownAnswer
from annotator.queries.known_answers import (
    missing_for_training,
    strangers_in_gold,
    told_of_strangers,
)
from annotator.queries.names import find_campaign
from people.actor import COMMAND
from people.management.command import ResultCommand
from pooling.formats.problem import Unreadable, naming

LARGEST_SEED = 2**31 - 1


def whole(least: int, most: int) -> Any:
    def read(text: str) -> int:
        number = (
            int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(most)) else -1
        )
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(
                f"expected a whole number from {least} to {most:,}, but it is {text!r}"
            )
        return number

    return read


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
            choices=[origin.value for origin in DRAWS],
            help="Draw known answers from these.",
        )
        parser.add_argument(
            "--count",
            type=whole(1, MOST),
            default=50,
            help="How many are drawn at most (%(default)s).",
        )
        parser.add_argument(
            "--seed", type=whole(0, LARGEST_SEED), default=1, help="Seed of the draw (%(default)s)."
        )
        parser.add_argument(
            "--use",
            choices=KnownAnswer.Use.values,
            default=KnownAnswer.Use.BOTH.value,
            help="What they are used for (%(default)s).",
        )

    def result(self, **options: Any) -> dict[str, Any]:
        campaign, use = find_campaign(options["campaign"]), KnownAnswer.Use(options["use"])
        made: list[KnownAnswer] = []
        if options["file"]:
            made = self._read(campaign, options["file"], use)
        elif options["draw"]:
            origin = KnownAnswer.Origin(options["draw"])
            made = draw_known_answers(
                COMMAND, campaign, origin, options["count"], use, options["seed"]
            )
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
            "warning": told_of_strangers(campaign),
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
                f"--file {path}: expected a file to read ({trouble.strerror})"
            ) from None
        except Unreadable as unreadable:
            for line in unreadable.lines():
                self.stderr.write(line, lambda text: text)
            raise CommandError(
                f"{path} cannot be read as known answers: nothing was made"
            ) from None
