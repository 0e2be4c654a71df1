"""manage.py check_integrity: is everything as it must be?"""

import sys
from typing import Any

from django.core.management.base import CommandParser

from foundation.integrity import checked, differences, rebuild
from jobs.one_by_one import Failures
from people.management.command import ResultCommand
from stack.stored_files import file_differences


class Command(ResultCommand):
    help = (
        "Recomputes everything derived, looks for every file, and reports each difference; status 1"
        " if there is any."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--rebuild",
            action="store_true",
            help="First rebuild everything that is derived from the labels.",
        )
        parser.add_argument(
            "--files",
            action="store_true",
            help="Read every media file whole, not a sample of them.",
        )

    def result(self, **options: Any) -> dict[str, Any]:
        before = list(differences()) if options["rebuild"] else []
        failures = Failures()
        for rebuilt in rebuild() if options["rebuild"] else ():
            failures.join(rebuilt)
        found = [*differences(), *file_differences(all_checksums=options["files"])]
        self.differs = bool(found) or bool(failures.count)
        mended = [difference for difference in before if difference not in found]
        return {
            "checked": checked(),
            "differences": [difference.as_json() for difference in found],
            **(
                {"mended": [difference.as_json() for difference in mended]}
                if options["rebuild"]
                else {}
            ),
            **failures.as_json(),
        }

    def tell(self, result: dict[str, Any]) -> str:
        lines = [
            f"mended {difference['kind']}: {difference['says']}"
            for difference in result.get("mended", [])
        ]
        lines += [f"not written anew: {said}" for said in result.get("failures", [])]
        lines += [
            f"{difference['kind']}: {difference['says']}" for difference in result["differences"]
        ]
        rows, differ = sum(result["checked"].values()), len(result["differences"])
        return "\n".join([*lines, f"{rows:,} rows looked at, {differ:,} differences"])

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Says what it found like any command, and only then ends with its status."""
        said = super().execute(*args, **options)
        if self.differs:
            sys.exit(1)
        return said
