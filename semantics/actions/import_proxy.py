"""Import a relevance matrix from elsewhere as a proxy."""

from collections.abc import Callable
from dataclasses import dataclass

from pooling.input_files import InputFile
from pooling.models import Benchmark
from semantics.actions.keep_proxy import Identity, Made
from semantics.formats.matrices import MatrixFile, MatrixWanted, read_matrix
from semantics.models import Proxy
from semantics.queries.material import CaptionTexts, read_captions

Report = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class Expected:
    """Which proxy a file would be, before it is read: the same file again is recognised."""

    made: Made
    captions: CaptionTexts


def expect_file(benchmark: Benchmark, name: str, source: InputFile) -> Expected:
    captions = read_captions(benchmark)
    content = {"sha256": source.sha256}
    identity = Identity(benchmark, Proxy.Kind.IMPORTED.value, content, captions.shape)
    return Expected(Made(identity, name, {"file": source.name, **content}), captions)


def read_expected(expected: Expected, source: InputFile, report: Report) -> MatrixFile:
    """Raises Unreadable."""

    def progress(done: int, total: int) -> None:
        report(done, total, f"Reading {source.name}")

    captions = expected.captions
    wanted = MatrixWanted(captions.shape, captions.own_videos, progress)
    with source.path.open("rb") as file:
        return read_matrix(file, source.name, wanted)
