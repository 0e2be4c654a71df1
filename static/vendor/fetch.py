"""Fetches the libraries that pages use (here), WordNet (semantics/words/vendor) and what only tests use (tests/vendor) anew, from their
npm packages: `python static/vendor/fetch.py`.

Each folder's `vendored.json` names each library, its version and licence, and the files we keep with their checksums. `npm pack` brings the
package; only those files are unpacked. A file whose checksum differs from the list stops the fetch, unless `--write` is given,
which is how a new version is taken: change the version in the list, run with `--write`, look at the difference.

A file may be `in` an archive of its own within the package. A library with a `zip` is stored as that one file, with its licence beside it.
"""

import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).resolve().parents[2]
FOLDERS = (
    CHECKOUT / "static" / "vendor",
    CHECKOUT / "semantics" / "words" / "vendor",
    CHECKOUT / "tests" / "vendor",
)
LICENCE = "LICENSE"
EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip archive can say: the same files make the same archive

# Collecting static files follows a script's pointer to its source map, and we keep no maps.
SOURCE_MAP = re.compile(rb"\s*(//# sourceMappingURL=\S+|/\*# sourceMappingURL=\S+\s*\*/)\s*$")


class FetchTrouble(Exception):
    """A library could not be fetched as the list describes it; the message says which and why."""


def folder_of(vendor: Path, library: dict[str, Any]) -> Path:
    return vendor / f"{library['name']}-{library['version']}"


def checksum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def pack(library: dict[str, Any], into: Path) -> Path:
    wanted = f"{library['package']}@{library['version']}"
    done = subprocess.run(
        ["npm", "pack", "--silent", wanted], cwd=into, check=False, capture_output=True, text=True
    )
    if done.returncode != 0:
        raise FetchTrouble(f"npm pack {wanted}: {done.stderr.strip()}")
    return into / done.stdout.split()[-1]


def read_members(archive: Path, library: dict[str, Any]) -> dict[str, bytes]:
    """The contents of the files we keep, by the names we keep them under."""
    contents = {}
    with tarfile.open(archive) as packed:
        for file in library["files"]:
            if inner := file.get("in"):
                with tarfile.open(fileobj=io.BytesIO(_member(packed, f"package/{inner}", library))) as within:
                    content = _member(within, file["from"], library)
            else:
                content = _member(packed, f"package/{file['from']}", library)
            if not library.get("zip"):  # data has no source maps, and is long to search
                content = SOURCE_MAP.sub(b"\n", content)
            contents[file["name"]] = _fitted(content, file)
    return contents


def _member(packed: tarfile.TarFile, name: str, library: dict[str, Any]) -> bytes:
    try:
        member = packed.extractfile(name)
    except KeyError:
        member = None
    if member is None:
        raise FetchTrouble(f"{library['package']} {library['version']} has no file {name}")
    return member.read()


def _fitted(content: bytes, file: dict[str, Any]) -> bytes:
    """`replace` in the list: a module that imports another package by its bare name, which no
    browser resolves, gets the address of that package's file here."""
    for old, new in file.get("replace", {}).items():
        if old.encode() not in content:
            raise FetchTrouble(f"{file['from']} does not contain {old}")
        content = content.replace(old.encode(), new.encode())
    return content


def compare(library: dict[str, Any], contents: dict[str, bytes], *, write: bool) -> None:
    for file in library["files"]:
        found = checksum(contents[file["name"]])
        if write:
            file["sha256"] = found
        elif found != file["sha256"]:
            raise FetchTrouble(
                f"{library['name']} {file['name']}: expected sha256 {file['sha256']}, fetched {found}"
            )


def store(vendor: Path, library: dict[str, Any], contents: dict[str, bytes]) -> None:
    """Other versions of this library are removed, so that the folder holds what the list says and nothing else."""
    for old in vendor.glob(f"{library['name']}-*"):
        shutil.rmtree(old)
    folder = folder_of(vendor, library)
    folder.mkdir()
    if library.get("zip"):
        zipped = {name: content for name, content in contents.items() if name != LICENCE}
        write_zip(folder / library["zip"], zipped)
        contents = {LICENCE: contents[LICENCE]}
    for name, content in contents.items():
        (folder / name).write_bytes(content)


def write_zip(path: Path, contents: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w") as packed:
        for name, content in contents.items():
            packed.writestr(zipfile.ZipInfo(name, EPOCH), content, zipfile.ZIP_DEFLATED, 9)


def fetch_all(vendor: Path, *, write: bool) -> None:
    listed = vendor / "vendored.json"
    libraries = json.loads(listed.read_text(encoding="utf-8"))
    for library in libraries:
        with tempfile.TemporaryDirectory() as folder:
            contents = read_members(pack(library, Path(folder)), library)
        compare(library, contents, write=write)
        store(vendor, library, contents)
        print(f"{library['name']} {library['version']}: {len(contents)} files")
    if write:
        listed.write_text(json.dumps(libraries, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    try:
        for folder in FOLDERS:
            fetch_all(folder, write="--write" in sys.argv[1:])
    except (FetchTrouble, OSError) as trouble:
        sys.exit(f"error: {trouble}")
