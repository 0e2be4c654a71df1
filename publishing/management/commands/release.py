"""manage.py release BENCHMARK NAME: all formats at once, under one set of pseudonyms."""

import shutil
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from annotator.formats.parquet import CARD, CROISSANT
from annotator.queries.campaigns import find_campaign
from foundation.asking.arguments import arguments_of
from foundation.asking.commands import add_options, asked_of
from jobs.management.command import JobCommand
from metrics.models import FrozenRelease
from pooling.queries.names import find_benchmark
from publishing.actions.start_release import JOB, ReleaseWanted


class Command(JobCommand):
    help = (
        "Releases a benchmark: labels in every format under one set of pseudonyms, scores, a"
        " datasheet and a printable report. It is kept, and never changes."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("benchmark", help="Name of the benchmark.")
        add_options(parser, ReleaseWanted)
        parser.add_argument("--campaign", help="Only this campaign (all that is judged).")
        parser.add_argument(
            "--out", metavar="DIR", help="A new or empty folder to which the files are copied, too."
        )

    def result(self, **options: Any) -> dict[str, Any]:
        benchmark, named = find_benchmark(options["benchmark"]), options["campaign"]
        campaign = find_campaign(named, benchmark) if named else None
        wanted = asked_of(ReleaseWanted, options, benchmark=benchmark, campaign=campaign)
        out = _new_folder(options["out"]) if options["out"] else None
        done = self.run_job(JOB, **arguments_of(wanted))
        made = FrozenRelease.objects.get(pk=done["release"])
        folder = Path(settings.MEDIA_ROOT) / made.folder
        if out is not None:
            shutil.copytree(folder, out, dirs_exist_ok=True)
        place = out or folder
        cards = {"card": str(place / CARD), "croissant": str(place / CROISSANT)}
        return done | {"folder": str(place), **cards}

    def tell(self, result: dict[str, Any]) -> str:
        files = [
            f"  {file['name']}: {file['rows']:,} rows, {file['bytes']:,} bytes"
            for file in result["files"]
        ]
        left_out = [f"Left out: {name}: {why}" for name, why in result["left_out"].items()]
        head = f"Release {result['name']} of {result['benchmark']}, in {result['folder']}:"
        return "\n".join([head, *files, *left_out])


def _new_folder(path: str) -> Path:
    folder = Path(path).absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise CommandError(f"{path}: expected a new or empty folder")
    except OSError as trouble:
        raise CommandError(f"{path}: expected a folder to write to ({trouble.strerror})") from None
    return folder
