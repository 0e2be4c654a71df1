"""manage.py demo: the demo benchmark, its videos, runs, pool, campaign and report. Called again it
makes only what is missing."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from jobs.management.command import JobCommand
from pooling.demo.world import make_world, write_world
from retrieval.extra import require_extra


class Command(JobCommand):
    help = (
        "Makes the demo: a benchmark of drawn clips, three models' runs, a pool, a campaign that"
        " raters have begun, and a report."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--files",
            type=Path,
            metavar="DIR",
            help="Only write the demo's files to this folder: captions, clips and runs, to import.",
        )
        parser.add_argument(
            "--models",
            action="store_true",
            help="Also train two models on captions of the demo's world, and report on them.",
        )

    def result(self, **options: Any) -> dict[str, Any]:
        if options["models"]:
            require_extra()
        if options["files"] is None:
            return self.run_job("metrics.make_demo", models=options["models"])
        return self._write(options["files"])

    def tell(self, result: dict[str, Any]) -> str:
        if "folder" in result:
            return (
                f"Wrote captions.csv, training.csv, {result['clips']:,} clips and the runs"
                f" {', '.join(result['runs'])} to {result['folder']}."
            )
        runs = ", ".join(result["runs"])
        trained = f"Models trained: {', '.join(result['models'])}.\n" if "models" in result else ""
        return (
            f"Benchmark {result['benchmark']}: {result['captions']:,} captions,"
            f" {result['videos']:,} videos; runs {runs}; pool {result['pool']} with"
            f" {result['pairs']:,} pairs.\n"
            f"Campaign {result['campaign']}: {result['campaign_pairs']:,} pairs,"
            f" {result['labels']:,} labels given now.\n"
            f"{trained}Report {result['report']}: {result['report_title']}."
        )

    def _write(self, folder: Path) -> dict[str, Any]:
        world = make_world()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_world(world, folder)
        except OSError as trouble:
            raise CommandError(f"cannot write to {folder}: {trouble.strerror}") from trouble
        runs = [model.name for model in world.models]
        return {
            "folder": str(folder),
            "captions": len(world.captions),
            "clips": len(world.clips),
            "runs": runs,
        }
