"""manage.py restore DIR: a backup, into a home where nothing is yet."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from people.management.command import ResultCommand
from stack.backups.put_back import restore_backup
from stack.database_place import DatabaseTrouble
from stack.supervisor import StartTrouble


class Command(ResultCommand):
    help = (
        "Restores a backup into an empty home, and checks what came of it; status 1 if"
        " check_integrity finds differences."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "folder", metavar="DIR", type=Path, help="What manage.py backup has written."
        )

    def result(self, **options: Any) -> dict[str, Any]:
        try:
            restored = restore_backup(
                options["folder"], lambda sentence: print(sentence, file=sys.stderr)
            )
        except (StartTrouble, DatabaseTrouble) as trouble:
            raise CommandError(str(trouble)) from None
        except OSError as error:
            raise CommandError(
                f"{error.filename or options['folder']}: {error.strerror or error}"
            ) from None
        self.differs = bool(restored.differences)
        told = {
            "migrated": restored.migrated,
            "warnings": restored.warnings,
            "differences": restored.differences,
        }
        return {**restored.manifest.as_json(), **told}

    def tell(self, result: dict[str, Any]) -> str:
        lines = [f"warning: {warning}" for warning in result["warnings"]]
        lines += [
            f"{difference['kind']}: {difference['says']}" for difference in result["differences"]
        ]
        amount = f"{result['files']:,} files, {result['bytes']:,} bytes, {result['rows']:,} rows"
        checked = f"{len(result['differences']):,} differences found by check_integrity"
        return "\n".join([*lines, f"Restored as of {result['taken_at']}: {amount}; {checked}."])

    def execute(self, *args: Any, **options: Any) -> str | None:
        """What was restored stays, and is said; the status then tells that the backup was not in
        order."""
        said = super().execute(*args, **options)
        if self.differs:
            sys.exit(1)
        return said
