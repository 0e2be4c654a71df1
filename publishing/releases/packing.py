"""JSON and checksums as files have them, and one archive of all: same files are same bytes."""

import json
import shutil
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

SUMS = "SHA256SUMS"
EARLIEST = (1980, 1, 1, 0, 0, 0)  # the first moment that the format knows
READABLE = 0o644 << 16
# What is packed already would only take time.
PACKED = frozenset({".parquet", ".pdf", ".png"})


def checksum_lines(sums: Mapping[str, str]) -> str:
    """Lines that `sha256sum --check` reads."""
    return "".join(f"{sha256}  {name}\n" for name, sha256 in sums.items())


def as_lines(content: Any) -> str:
    """JSON that people can read, too."""
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def pack(folder: Path, names: Iterable[str], archive: Path) -> None:
    """Packs `folder` itself as the archive's one folder, called as the archive is."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as packed:
        for name in names:
            entry = zipfile.ZipInfo(f"{archive.stem}/{name}", EARLIEST)
            is_packed = Path(name).suffix in PACKED
            entry.compress_type = zipfile.ZIP_STORED if is_packed else zipfile.ZIP_DEFLATED
            entry.external_attr = READABLE
            with (folder / name).open("rb") as source, packed.open(entry, "w") as target:
                shutil.copyfileobj(source, target, 1 << 20)
