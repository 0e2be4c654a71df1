"""Fetches the libraries that pages use, anew, from their npm packages: `python static/vendor/fetch.py`.

`vendored.json` names each library, its version and licence, and the files we keep with their checksums. `npm pack` brings the
package; only those files are unpacked. A file whose checksum differs from the list stops the fetch, unless `--write` is given,
which is how a new version is taken: change the version in the list, run with `--write`, look at the difference.
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

VENDOR = Path(__file__).resolve().parent
LIST = VENDOR / "vendored.json"

# Collecting static files follows a script's pointer to its source map, and we keep no maps.
SOURCE_MAP = re.compile(rb"\s*(//# sourceMappingURL=\S+|/\*# sourceMappingURL=\S+\s*\*/)\s*$")


class FetchTrouble(Exception):
    """A library could not be fetched as the list describes it; the message says which and why."""


def folder_of(library: dict[str, Any]) -> Path:
    return VENDOR / f"{library['name']}-{library['version']}"


def checksum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def pack(library: dict[str, Any], into: Path) -> Path:
    wanted = f"{library['package']}@{library['version']}"
    done = subprocess.run(["npm", "pack", "--silent", wanted], cwd=into, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        raise FetchTrouble(f"npm pack {wanted}: {done.stderr.strip()}")
    return into / done.stdout.split()[-1]


def read_members(archive: Path, library: dict[str, Any]) -> dict[str, bytes]:
    """The contents of the files we keep, by the names we keep them under."""
    contents = {}
    with tarfile.open(archive) as packed:
        for file in library["files"]:
            try:
                member = packed.extractfile(f"package/{file['from']}")
            except KeyError:
                member = None
            if member is None:
                raise FetchTrouble(f"{library['package']} {library['version']} has no file {file['from']}")
            contents[file["name"]] = SOURCE_MAP.sub(b"\n", member.read())
    return contents


def compare(library: dict[str, Any], contents: dict[str, bytes], *, write: bool) -> None:
    for file in library["files"]:
        found = checksum(contents[file["name"]])
        if write:
            file["sha256"] = found
        elif found != file["sha256"]:
            raise FetchTrouble(f"{library['name']} {file['name']}: expected sha256 {file['sha256']}, fetched {found}")


def store(library: dict[str, Any], contents: dict[str, bytes]) -> None:
    """Other versions of this library are removed, so that the folder holds what the list says and nothing else."""
    for old in VENDOR.glob(f"{library['name']}-*"):
        shutil.rmtree(old)
    folder_of(library).mkdir()
    for name, content in contents.items():
        (folder_of(library) / name).write_bytes(content)


def fetch_all(*, write: bool) -> None:
    libraries = json.loads(LIST.read_text(encoding="utf-8"))
    for library in libraries:
        with tempfile.TemporaryDirectory() as folder:
            contents = read_members(pack(library, Path(folder)), library)
        compare(library, contents, write=write)
        store(library, contents)
        print(f"{library['name']} {library['version']}: {len(contents)} files")
    if write:
        LIST.write_text(json.dumps(libraries, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    try:
        fetch_all(write="--write" in sys.argv[1:])
    except (FetchTrouble, OSError) as trouble:
        sys.exit(f"error: {trouble}")
