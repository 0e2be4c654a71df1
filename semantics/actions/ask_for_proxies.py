"""Ask for a proxy: a job computes it, or reads it from a file."""

from dataclasses import dataclass

from foundation.progress import Report
from jobs.models import Job
from people.actor import Actor
from pooling.actions.hand_in import hand_in
from pooling.input_files import InputFile
from pooling.models import Benchmark
from semantics.actions.keep_proxy import Identity, Made
from semantics.asked.proxies import FILES, ProxyFileWanted, ProxyWanted
from semantics.formats.matrices import MatrixFile, MatrixWanted, read_matrix
from semantics.models import Proxy
from semantics.queries.described import COMPUTED
from semantics.queries.material import CaptionTexts, read_captions

MAKE, IMPORT = "semantics.make_proxy", "semantics.import_proxy"


def ask_for_proxy(actor: Actor, wanted: ProxyWanted) -> Job:
    title = f"Make proxy {wanted.name or COMPUTED[wanted.kind]} of {wanted.benchmark}"
    files = {name: getattr(wanted, name) for name in FILES}
    return hand_in(actor, MAKE, files, title=title, **wanted.arguments())


def hand_in_proxy(actor: Actor, wanted: ProxyFileWanted) -> Job:
    title = f"Import proxy {wanted.name} of {wanted.benchmark}"
    return hand_in(actor, IMPORT, {"upload": wanted.file}, title=title, **wanted.arguments())


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
