"""manage.py adopt_files: says that this home's files are those of the database."""

from typing import Any

from django.conf import settings

from jobs.own_files import adopt_files
from people.management.command import ResultCommand, option


class Command(ResultCommand):
    help = (
        "Marks this home's folder of files as the one that the database's rows name files in, where"
        " its mark is missing or another's. Refused where none of the files is there."
    )

    takes = (
        option(
            "--even-if-files-are-missing",
            "Also where none of the files that the database names is in the folder.",
            action="store_true",
        ),
    )

    def result(self, **options: Any) -> dict[str, Any]:
        name = adopt_files(even_if_missing=options["even_if_files_are_missing"])
        return {"folder": str(settings.MEDIA_ROOT), "instance": str(name)}

    def tell(self, result: dict[str, Any]) -> str:
        return f"{result['folder']} holds the files of this database ({result['instance']})."
