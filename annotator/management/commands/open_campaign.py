"""manage.py open_campaign BENCHMARK POOL NAME: a campaign, ready to rate."""

import argparse
import re
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotator.actions.start_campaign import start_campaign
from annotator.asked.guidelines import USUAL, guideline_for, left_to_write
from annotator.asked.policy import OpenWanted
from annotator.models import Slot
from annotator.queries.progress import progress_of
from annotator.queries.waiting import held_back_sentence, rater_warning
from annotator.scales import TWO_VALUES, Scale
from foundation.asking.commands import add_options, asked_of
from people.actor import COMMAND
from people.management.command import ResultCommand
from pooling.queries.names import find_benchmark, find_pools

UNITS = {"s": 1, "m": 60, "h": 3600}


def seconds(text: str) -> int:
    found = re.fullmatch(r"(\d{1,6})([smh])", text)
    if not found:
        raise argparse.ArgumentTypeError(f"expected a time as 90s, 30m or 1h, but it is {text!r}")
    return int(found[1]) * UNITS[found[2]]


class Command(ResultCommand):
    help = "Gives a pool to raters: makes a campaign and opens it."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("benchmark", help="Name of the benchmark.")
        parser.add_argument("pool", help="Name of the pool.")
        parser.add_argument("name", help="Name of the new campaign.")
        add_options(parser, OpenWanted)
        parser.add_argument(
            "--lease",
            type=seconds,
            help=(
                "How long a rater holds a pair, as 30m (by the measured pace; 30m until it is"
                " known)."
            ),
        )
        add_guideline(parser)

    def result(self, **options: Any) -> dict[str, Any]:
        benchmark = find_benchmark(options["benchmark"])
        (pool,) = find_pools(benchmark, options["pool"])
        policy = asked_of(OpenWanted, options).policy()
        if options["lease"] is not None:
            policy["lease_seconds"] = options["lease"]
        scale = Scale(tuple(policy.get("scale", TWO_VALUES)), policy["relevant_from"])
        guideline = read_guideline(options["guideline"], options["preset"], scale)
        campaign = start_campaign(COMMAND, pool, options["name"], guideline=guideline, **policy)
        slots = Slot.objects.filter(campaign=campaign).count()
        warnings = filter(None, [rater_warning(campaign), left_to_write(guideline)])
        about = {"held_back": progress_of(campaign).held_back, "warning": " ".join(warnings)}
        return {"campaign": campaign.pk, "pairs": campaign.items_count, "slots": slots, **about}

    def tell(self, result: dict[str, Any]) -> str:
        opened = (
            f"Opened campaign {result['campaign']}: {result['pairs']:,} pairs, {result['slots']:,}"
            " labels wanted."
        )
        held_back = result["held_back"]
        return " ".join(
            filter(None, [opened, held_back and held_back_sentence(held_back), result["warning"]])
        )


def add_guideline(parser: CommandParser) -> None:
    sentence = "Markdown; if not given, the preset's, or a few general sentences."
    parser.add_argument("--guideline", type=Path, metavar="FILE", help=sentence)


def read_guideline(path: Path | None, preset: str | None = None, scale: Scale = USUAL) -> str:
    if path is None:
        return guideline_for("" if scale.is_graded else preset, scale)
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as trouble:
        raise CommandError(
            f"--guideline {path}: expected a file of Markdown in UTF-8, but {trouble}"
        ) from None
