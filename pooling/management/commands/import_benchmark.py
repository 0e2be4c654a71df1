"""manage.py import_benchmark SLUG --captions FILE [--videos DIR]: a benchmark from files, whole or
not at all."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from jobs.management.command import JobCommand
from pooling.formats.captions import BENCHMARK_FORMATS
from pooling.queries.names import find_benchmark


class Command(JobCommand):
    help = "Imports captions, and videos from a folder or an archive, into a benchmark."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "benchmark",
            metavar="SLUG",
            help="Name of the benchmark: small letters, digits and . _ -.",
        )
        parser.add_argument("--captions", metavar="FILE", help="The file with the captions.")
        parser.add_argument(
            "--videos",
            metavar="DIR",
            help="A folder or an archive with files called like the videos.",
        )
        parser.add_argument(
            "--format",
            choices=BENCHMARK_FORMATS,
            default="",
            help="Guessed from the content when not given.",
        )
        parser.add_argument(
            "--split",
            default="test",
            help=(
                "Which split of an MSR-VTT JSON to take: test, train, validate or all"
                " (%(default)s)."
            ),
        )
        parser.add_argument(
            "--list",
            metavar="FILE",
            help="The only videos to take, one on each line (MSVD's test_list.txt).",
        )
        parser.add_argument(
            "--dataset", help="Which dataset to take from a FIRE release that has several."
        )
        parser.add_argument(
            "--training",
            action="store_true",
            help="Keep the captions as training captions, never judged.",
        )
        parser.add_argument("--dry-run", action="store_true", help="Only say what would happen.")

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
            found = self._captions(options)
        if options["videos"] and not options["dry_run"]:
            benchmark = find_benchmark(options["benchmark"])
            source = str(Path(options["videos"]).resolve())
            found["files"] = self.run_job(
                "pooling.import_videos", benchmark=benchmark.pk, uploads=[source], then_make=False
            )
            found["playable"] = self.run_job("pooling.make_playable", benchmark=benchmark.pk)
        return found

    def _captions(self, options: dict[str, Any]) -> dict[str, Any]:
        return self.run_job(
            "pooling.import_captions",
            upload=options["captions"],
            benchmark=options["benchmark"],
            format=options["format"],
            training=options["training"],
            dry_run=options["dry_run"],
            split=options["split"],
            keep=options["list"],
            dataset=options["dataset"],
        )

    def tell(self, result: dict[str, Any]) -> str:
        lines = []
        if "already" in result:
            added = (
                f"{result['captions']:,} captions, {result['queries']:,} queries,"
                f" {result['videos']:,} videos"
            )
            lines = [
                (
                    f"{result['benchmark']}: imported before, nothing changed"
                    if result["already"]
                    else f"{added} added"
                )
            ]
            lines += [f"warning: {said}" for said in result["warnings"]]
        if "files" in result:
            files, playable = result["files"], result["playable"]
            lines.append(
                f"{files['taken']:,} video files taken, {files['refused_count']:,} refused"
            )
            lines += [f"refused: {said}" for said in files["refused"]]
            lines.append(f"{playable['ready']:,} videos play, {playable['failed']:,} do not")
        return "\n".join(lines)
