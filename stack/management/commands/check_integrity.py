"""manage.py check_integrity: is everything as it must be?"""

from dataclasses import asdict
from typing import Any

from foundation.integrity import checked, differences, rebuild
from jobs.one_by_one import Failures
from people.management.command import CheckingCommand, option
from stack.stored_files import file_differences


class Command(CheckingCommand):
    help = (
        "Recomputes everything derived, looks for every file, and reports each difference; status 1"
        " if there is any."
    )

    takes = (
        option(
            "--rebuild",
            "First rebuild everything that is derived from the labels.",
            action="store_true",
        ),
        option(
            "--files", "Read every media file whole, not a sample of them.", action="store_true"
        ),
    )

    def result(self, **options: Any) -> dict[str, Any]:
        failures = Failures()
        before = list(differences()) if options["rebuild"] else []
        for rebuilt in rebuild() if options["rebuild"] else ():
            failures.join(rebuilt)
        found = [*differences(), *file_differences(all_checksums=options["files"])]
        self.differs = bool(found or failures.count)
        mended = [asdict(difference) for difference in before if difference not in found]
        return {
            "checked": checked(),
            "differences": [asdict(difference) for difference in found],
            **({"mended": mended} if options["rebuild"] else {}),
            **failures.as_json(),
        }

    def tell(self, result: dict[str, Any]) -> str:
        rows, differ = sum(result["checked"].values()), len(result["differences"])
        lines = [
            *(f"mended {one['kind']}: {one['says']}" for one in result.get("mended", [])),
            *(f"not written anew: {sentence}" for sentence in result.get("failures", [])),
            *(f"{one['kind']}: {one['says']}" for one in result["differences"]),
            f"{rows:,} rows looked at, {differ:,} differences",
        ]
        return "\n".join(lines)
