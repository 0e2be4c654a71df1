"""Ask for a proxy: a job computes it, or reads it from a file."""

from foundation.progress import Report, steps_of
from jobs.models import Job
from people.actor import Actor
from pooling.actions.hand_in import hand_in
from pooling.input_files import InputFile
from pooling.models import Benchmark
from semantics.actions.keep_proxy import Identity, Made
from semantics.asked.proxies import ProxyFileWanted, ProxyWanted
from semantics.formats.matrices import MatrixFile, MatrixWanted, read_matrix
from semantics.models import Proxy
from semantics.queries.described import COMPUTED
from semantics.queries.material import CaptionTexts, read_captions

MAKE, IMPORT = "semantics.make_proxy", "semantics.import_proxy"


def ask_for_proxy(actor: Actor, wanted: ProxyWanted) -> Job:
    title = f"Make proxy {wanted.name or COMPUTED[wanted.kind]} of {wanted.benchmark}"
    return hand_in(actor, MAKE, wanted.files(), title=title, **wanted.arguments())


def hand_in_proxy(actor: Actor, wanted: ProxyFileWanted) -> Job:
    title = f"Import proxy {wanted.name} of {wanted.benchmark}"
    return hand_in(actor, IMPORT, {"upload": wanted.file}, title=title, **wanted.arguments())


def expect_file(benchmark: Benchmark, name: str, source: InputFile) -> tuple[Made, CaptionTexts]:
    """Which proxy a file would be, before it is read: the same file again is recognised."""
    captions, content = read_captions(benchmark), {"sha256": source.sha256}
    identity = Identity(benchmark, Proxy.Kind.IMPORTED.value, content, captions.shape)
    return Made(identity, name, {"file": source.name, **content}), captions


def read_expected(captions: CaptionTexts, source: InputFile, report: Report) -> MatrixFile:
    """Raises Unreadable."""
    progress = steps_of(report, f"Reading {source.name}")
    wanted = MatrixWanted(captions.shape, captions.own_videos, progress)
    with source.path.open("rb") as file:
        return read_matrix(file, source.name, wanted)
