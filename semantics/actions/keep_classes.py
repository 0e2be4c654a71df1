"""Keep a table of word classes, so that the proxies that rest on it can be computed again."""

from dataclasses import dataclass
from typing import Any

from foundation.checksum import digest_of
from semantics.models import StoredClasses
from semantics.words.classes import ClassTable


@dataclass(frozen=True, slots=True)
class KeptClasses:
    """A table that was read, and what its owner called it."""

    table: ClassTable
    file_name: str

    @property
    def sha256(self) -> str:
        """Of its content, not of its file: two spellings of one table are the same."""
        return digest_of([list(self.table.names), dict(self.table.class_by_instance)])

    def as_json(self) -> dict[str, Any]:
        """As a proxy's parameters name it."""
        return {
            "file": self.file_name,
            "sha256": self.sha256,
            "classes": len(self.table.names),
            "instances": len(self.table.class_by_instance),
        }


def keep_classes(kept: KeptClasses) -> StoredClasses:
    row, _ = StoredClasses.objects.get_or_create(
        sha256=kept.sha256,
        defaults={
            "file_name": kept.file_name[:255],
            "names": list(kept.table.names),
            "instances": dict(kept.table.class_by_instance),
        },
    )
    return row
