"""Static files as pages name them: by their content, so that browsers keep each for a year."""

import hashlib
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

# How Django finds what a module imports; it offers them for all scripts or none. The last is for
# `import("…")`, which our scripts have in the types of comments alone: two modules may name each
# other's types, and then no name by content is ever final.
IMPORTS = ManifestStaticFilesStorage._js_module_import_aggregation_patterns[1][:-1]  # type: ignore[attr-defined]  # noqa: SLF001


class NamedByContent(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # WhiteNoise has no types
    """Scripts find each other by these names too. Where nothing has been gathered (tests, commands
    before the first start) a file has its plain name, which WhiteNoise finds where it lies."""

    # Our own scripts are modules, and name each other. (Django's switch would read other people's
    # too, which import what is not there.)
    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*", IMPORTS))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # Public, and served by a process that may have stepped down from who gathered them.
        super().__init__(*args, **{"file_permissions_mode": 0o644, **kwargs})

    def stored_name(self, name: str) -> str:
        return str(super().stored_name(name)) if self.hashed_files else name


def gather_static() -> None:
    """Once for each state of the files: to name and compress them takes some seconds."""
    root = Path(str(settings.STATIC_ROOT))
    stamp, state = root / "gathered", _state()
    if stamp.is_file() and stamp.read_text() == state:
        return
    call_command("collectstatic", verbosity=0, interactive=False)
    stamp.write_text(state)


def _state() -> str:
    seen = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            found = Path(storage.path(name)).stat()
            seen.update(f"{name}\0{found.st_size}\0{found.st_mtime_ns}\0".encode())
    return seen.hexdigest()
