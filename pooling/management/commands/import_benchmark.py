"""manage.py import_benchmark SLUG --captions FILE [--videos DIR]: a benchmark from files, whole or
not at all."""

import tempfile
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from foundation.asking.commands import add_options, asked_of
from jobs.management.command import JobCommand
from pooling.actions.hand_in import CaptionsAsked, reader_of_labels
from pooling.formats.hub import read_hub
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
            "--hub",
            metavar="DIR",
            help=(
                "A folder with corpus, queries and qrels, as BEIR and hubs have them, or with one"
                " table of videos and captions; in place of --captions."
            ),
        )
        parser.add_argument(
            "--videos",
            metavar="DIR",
            help="A folder or an archive of files that are called like the videos.",
        )

    def result(self, **options: Any) -> dict[str, Any]:
        if not (options["captions"] or options["hub"] or options["videos"]):
            raise CommandError(
                "expected --captions FILE or --hub DIR, or --videos DIR for a benchmark that has"
                " captions"
            )
        if options["captions"] and options["hub"]:
            raise CommandError("expected --captions FILE or --hub DIR, not both")
        if options["videos"] and not Path(options["videos"]).exists():  # before the captions are in
            raise CommandError(
                f"--videos {options['videos']}: expected a folder, an archive or a video, found"
                " nothing"
            )
        found: dict[str, Any] = {}
        if options["hub"]:
            found = self._hub(options)
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

    def _hub(self, options: dict[str, Any]) -> dict[str, Any]:
        """Captions and videos, and then what else was judged, as labels from a file."""
        names = "hub", "split", "training", "dry_run"
        wanted = {name: options[name] for name in names}
        found = self.run_job("pooling.import_hub", benchmark=options["name"], **wanted)
        if options["dry_run"] or options["training"]:
            return found
        judgements = read_hub(Path(options["hub"]), split=options["split"]).judgements
        if judgements:
            with tempfile.TemporaryDirectory(prefix="judgements-") as folder:
                qrels = Path(folder) / "judgements.qrels"
                qrels.write_text("".join(f"{one.as_qrel()}\n" for one in judgements))
                found["labels"] = self.run_job(
                    reader_of_labels(),
                    upload=str(qrels),
                    benchmark=find_benchmark(options["name"]).pk,
                    format="qrels",
                    highest_grade=max(1, *(one.score for one in judgements)),
                )
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
        if "labels" in result:
            lines.append(f"{result['labels']['pairs']:,} pairs have the data set's own judgements")
        if "files" in result:
            files, playable = result["files"], result["playable"]
            lines.append(
                f"{files['taken']:,} video files taken, {files['refused_count']:,} refused"
            )
            lines += [f"refused: {sentence}" for sentence in files["refused"]]
            lines.append(f"{playable['ready']:,} videos play, {playable['failed']:,} do not")
        return "\n".join(lines)
