"""manage.py import_benchmark SLUG --captions FILE [--videos DIR]: a benchmark from files, whole or
not at all."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from foundation.asking.commands import add_options, asked_of
from jobs.management.command import JobCommand
from pooling.actions.hand_in import CaptionsAsked
from pooling.queries.names import find_benchmark


class Command(JobCommand):
    help = "Imports captions, and videos from a folder or an archive, into a benchmark."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "name",
            metavar="SLUG",
            help="The name of the benchmark: small letters, digits and . _ -, as in msvd-test.",
        )
        add_options(parser, CaptionsAsked, but=("name",), defaults={"captions": None})
        parser.add_argument(
            "--videos",
            metavar="DIR",
            help="A folder or an archive of files that are called like the videos.",
        )

    def result(self, **options: Any) -> dict[str, Any]:
        if not (options["captions"] or options["videos"]):
            raise CommandError(
                "expected --captions FILE, or --videos DIR for a benchmark that has captions"
            )
        if options["videos"] and not Path(options["videos"]).exists():  # before the captions are in
            raise CommandError(
                f"--videos {options['videos']}: expected a folder, an archive or a video, found"
                " nothing"
            )
        found: dict[str, Any] = {}
        if options["captions"]:
            wanted = asked_of(CaptionsAsked, options)
            files = {"upload": wanted.captions, "keep": wanted.list}
            found = self.run_job("pooling.import_captions", **files, **wanted.arguments())
        if options["videos"] and not options["dry_run"]:
            benchmark = find_benchmark(options["name"])
            source = str(Path(options["videos"]).resolve())
            found["files"] = self.run_job(
                "pooling.import_videos", benchmark=benchmark.pk, uploads=[source], then_make=False
            )
            found["playable"] = self.run_job("pooling.make_playable", benchmark=benchmark.pk)
        return found

    def tell(self, result: dict[str, Any]) -> str:
        lines = []
        if "already" in result:
            added = (
                f"{result['captions']:,} captions, {result['queries']:,} queries,"
                f" {result['videos']:,} videos"
            )
            before = f"{result['benchmark']}: imported before, nothing changed"
            lines = [before if result["already"] else f"{added} added"]
            lines += [f"warning: {sentence}" for sentence in result["warnings"]]
        if "files" in result:
            files, playable = result["files"], result["playable"]
            lines.append(
                f"{files['taken']:,} video files taken, {files['refused_count']:,} refused"
            )
            lines += [f"refused: {sentence}" for sentence in files["refused"]]
            lines.append(f"{playable['ready']:,} videos play, {playable['failed']:,} do not")
        return "\n".join(lines)
