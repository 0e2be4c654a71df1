"""A file that a job reads: an upload, or, for commands, a path of this machine."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from django.conf import settings

from foundation.checksum import sha256_of
from foundation.frozen import frozen
from jobs.kinds import JobFailure
from pooling.formats.embeddings import open_embeddings, open_within
from pooling.formats.keys import Axis, Numbers, read_names
from pooling.formats.npy import open_matrix, open_square
from pooling.formats.runs import RunFile, Wanted, rank_matrix, read_run
from pooling.formats.text import Progress
from pooling.models import Upload

CANDIDATES = 3  # that are named
UploadOrPath = int | str  # an upload's id, or a path of this machine


@frozen
class InputFile:
    """`name` is what people called it, and how errors name it."""

    path: Path
    name: str
    sha256: str

    @property
    def called(self) -> str:
        return Path(self.name).stem


@frozen
class EmbeddingFiles:
    """Two files that are one run: those of its captions' and of its videos' embeddings."""

    captions: InputFile
    videos: InputFile
    normalise: bool

    @property
    def name(self) -> str:
        return f"{self.captions.name}, {self.videos.name}"

    @property
    def called(self) -> str:
        return self.captions.called

    @property
    def sha256(self) -> str:
        """By which the same two files, taken in the same way, are recognised."""
        parts = self.captions.sha256, self.videos.sha256, str(self.normalise)
        return sha256(" ".join(parts).encode()).hexdigest()


@frozen
class OwnEmbeddings:
    """One file that is a run: the embeddings of videos, or of captions, held against each other.
    unread: the name of a file of the others that was handed in beside it."""

    file: InputFile
    normalise: bool
    unread: str = ""

    @property
    def name(self) -> str:
        return self.file.name

    @property
    def called(self) -> str:
        return self.file.called

    @property
    def sha256(self) -> str:
        return sha256(f"{self.file.sha256} {self.normalise}".encode()).hexdigest()


RunInput = InputFile | EmbeddingFiles | OwnEmbeddings


def handed(source: UploadOrPath) -> InputFile:
    """A file that is gone fails the job plainly."""
    if isinstance(source, str):
        path = Path(source)
        if not path.is_file():
            raise JobFailure(f"{source}: expected a file, found {_instead(path)}")
        return InputFile(path, source, sha256_of(path))
    upload = Upload.objects.get(pk=source)
    if not upload.path:
        raise JobFailure(
            f"{upload.name}: this upload was read already, and its file is gone: upload it again"
        )
    return InputFile(settings.MEDIA_ROOT / upload.path, upload.name, upload.sha256)


def _instead(path: Path) -> str:
    """A folder is not searched: what could be meant is named."""
    if not path.is_dir():
        return "nothing"
    inside = sorted(one.name for one in path.iterdir() if one.is_file())[:CANDIDATES]
    return f"a folder with {' and '.join(inside)}: name the file" if inside else "a folder"


def handed_or_none(source: UploadOrPath | None) -> InputFile | None:
    return None if source is None else handed(source)


def read_handed_run(
    source: RunInput,
    names: Sequence[InputFile | None],
    wanted: Wanted,
    file_format: str | None,
    progress: Progress,
) -> RunFile:
    """names: the files that name a matrix's captions and videos, each where there is one; only a
    matrix and embeddings have them."""
    if isinstance(source, InputFile) and not any(names):
        with source.path.open("rb") as file:
            return read_run(file, source.name, wanted, file_format, progress)
    captions, videos = (
        _names(side, axis)
        for side, axis in zip(names, (wanted.keys.captions, wanted.keys.videos), strict=True)
    )
    if wanted.within:
        named = captions if wanted.direction == "tt" else videos
        return _read_within(source, wanted, named, progress)
    if isinstance(source, EmbeddingFiles):
        with (
            source.captions.path.open("rb") as of_captions,
            source.videos.path.open("rb") as of_videos,
        ):
            embeddings = open_embeddings(
                (of_captions, source.captions.name),
                (of_videos, source.videos.name),
                wanted.keys,
                normalise=source.normalise,
                names=(captions, videos),
            )
            return rank_matrix(embeddings, source.name, wanted, progress)
    if isinstance(source, OwnEmbeddings):
        raise TypeError("embeddings of one kind rank that kind alone")
    with source.path.open("rb") as file:
        matrix = open_matrix(file, source.name, wanted.keys, captions=captions, videos=videos)
        return rank_matrix(matrix, source.name, wanted, progress)


def _read_within(
    source: RunInput, wanted: Wanted, named: Numbers | None, progress: Progress
) -> RunFile:
    axis = wanted.keys.targets(wanted.direction)
    if isinstance(source, EmbeddingFiles):
        raise TypeError("one kind is ranked for itself by its own embeddings alone")
    if isinstance(source, InputFile):
        with source.path.open("rb") as file:
            matrix = open_square(file, source.name, wanted.keys, axis, named)
            return rank_matrix(matrix, source.name, wanted, progress)
    with source.file.path.open("rb") as file:
        normalise = source.normalise
        embeddings = open_within(file, source.name, axis, normalise=normalise, named=named)
        if source.unread:
            embeddings.problems.warn(
                "unread",
                f"{source.unread} was not read: {axis.noun}s are ranked for {axis.noun}s by their"
                " own embeddings",
            )
        return rank_matrix(embeddings, source.name, wanted, progress)


def _names(side: InputFile | None, axis: Axis) -> Numbers | None:
    if side is None:
        return None
    with side.path.open("rb") as lines:
        return read_names(lines, side.name, axis)
