"""Features in a folder: the files of experts, or a file for each video, which its key names."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from foundation.checksum import sha256_of
from pooling.formats.problem import excerpt, refuse
from pooling.formats.signatures import HEAD
from retrieval.features.keys import bare
from retrieval.features.npz import open_only_array
from retrieval.features.shelves import OneByOne
from retrieval.features.stored import Stored, open_npy
from retrieval.features.video_features import MOST_OF_ONE, joined_sha256

OPENED = {b"\x93NUMPY": open_npy, b"PK\x03\x04": open_only_array}
OF_ONE = "its name is a video's key"
MOST_EXPERTS = 64
MOST_OF_A_FILE = 8 * MOST_OF_ONE  # bytes


def files_in(folder: Path) -> list[Path]:
    """In the order of their names, with those of folders within it; what is hidden is left out."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return [
        path
        for path in found
        if not any(part.startswith(".") for part in path.relative_to(folder).parts)
    ]


def names_in(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in files_in(folder)]


def checksum_of(path: Path) -> str:
    """Of a folder, that of its files, in their order."""
    files = files_in(path) if path.is_dir() else [path]
    if not files:
        refuse("empty", "the folder is empty; expected files with features")
    return joined_sha256(*map(sha256_of, files))


def experts_in(folder: Path, keys: Sequence[str]) -> list[Path]:
    """Its files; or the folder itself, where any of them is called as a video is."""
    files = files_in(folder)
    known = {bare(key) for key in keys}
    if any(bare(path.name) in known for path in files):
        return [folder]
    if len(files) > MOST_EXPERTS:
        found = f"found {len(files):,} files such as {excerpt(files[0].name)}"
        refuse("folder", f"expected the files of experts, or files with the videos' keys, {found}")
    return files


def starts_of(folder: Path, keys: Sequence[str]) -> bytes:
    """How the first file begins that is called as a video is."""
    known = {bare(key) for key in keys}
    first = next(path for path in files_in(folder) if bare(path.name) in known)
    with first.open("rb") as file:
        return file.read(HEAD)


class VideoFiles(OneByOne):
    """A file for each video."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: Sequence[str] = names_in(folder)

    def stored(self, name: str) -> Stored:
        path = self.folder / name
        if path.stat().st_size > MOST_OF_A_FILE:
            refuse("size", f"expected at most {MOST_OF_A_FILE:,} bytes of a video")
        content = path.read_bytes()
        opens = next((one for begin, one in OPENED.items() if content.startswith(begin)), None)
        if opens is None:
            refuse("kind", f"expected an .npy or .npz file, as {OF_ONE}")
        return opens(BytesIO(content))
