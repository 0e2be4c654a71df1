"""Make a proxy of a benchmark.

1. What was handed in is read, and the captions. With them it is known which proxy is asked for: one
   that is stored already is not made again.
2. The captions are parsed, and the kind relates them to the videos.
3. The matrix is kept (keep_proxy.py).
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from typing import Any

from foundation.progress import Report
from foundation.refused import Refused
from pooling.input_files import InputFile
from pooling.models import Benchmark
from semantics.actions.keep_proxy import Identity, KeptClasses, Made
from semantics.formats.class_tables import read_class_table
from semantics.formats.stored import Arranged, arrange
from semantics.formats.vectors import VectorFile, read_vectors
from semantics.proxies.description import Need, NothingToCompare, ProxyKind
from semantics.proxies.material import WEIGHTS, Material
from semantics.proxies.registry import KINDS
from semantics.queries.material import CaptionTexts, read_captions
from semantics.words.parsing import parse
from semantics.words.word import Parsed
from semantics.words.wordnet import VENDORED, WordNet

AT_ONCE = 500  # texts that are parsed between two looks at whether to stop
TABLES = ("verbs", "nouns")
WORDNET = VENDORED.parent.name  # with its version


class NothingToMake(Refused):
    """There is nothing that this proxy could be computed from."""


@dataclass(frozen=True, slots=True)
class ProxyOrder:
    """What a job was asked for. files: verbs, nouns, vectors, where they were given."""

    benchmark: Benchmark
    kind: str
    name: str
    rho: float
    seed: int
    files: Mapping[str, InputFile]


@dataclass(frozen=True, slots=True)
class Prepared:
    """Which proxy is asked for, before the slow part."""

    kind: ProxyKind
    made: Made
    captions: CaptionTexts
    material: Mapping[str, Any]  # fields of Material, without the captions
    warnings: tuple[str, ...] = field(default=())


def prepare(order: ProxyOrder, report: Report) -> Prepared:
    """Raises Unreadable for a file with an error."""
    kind, captions = KINDS[order.kind], read_captions(order.benchmark)
    captions.require_sources()
    classes: dict[str, KeptClasses] = {}
    for part in TABLES:
        if source := order.files.get(part):
            with source.path.open("rb") as file:
                classes[part] = KeptClasses(read_class_table(file, source.name), source.name)
    vectors = _vectors_of(order, captions, report)
    tables = {part: kept.table for part, kept in classes.items()}
    given: dict[str, Any] = {"rho": order.rho, "seed": order.seed, **tables}
    if vectors is not None:
        given["vectors"] = vectors.vectors
    parameters = _parameters(kind, order, classes, vectors)
    identity = Identity(order.benchmark, kind.name, _without_names(parameters), captions.shape)
    made = Made(identity, order.name, parameters, classes=classes)
    return Prepared(kind, made, captions, given, _warnings(order, vectors))


def _vectors_of(order: ProxyOrder, captions: CaptionTexts, report: Report) -> VectorFile | None:
    source = order.files.get("vectors")
    if source is None:
        return None

    def progress(done: int, total: int) -> None:
        report(done, total, f"Reading {source.name}")

    with source.path.open("rb") as file:
        return read_vectors(file, source.name, captions.captions, progress)


def _parameters(
    kind: ProxyKind,
    order: ProxyOrder,
    classes: Mapping[str, KeptClasses],
    vectors: VectorFile | None,
) -> dict[str, Any]:
    """Those that change what this kind says, as the proxy's row has them."""
    told: dict[str, Any] = {"rho": order.rho, "weights": dict(WEIGHTS)}
    told |= {part: kept.as_json() for part, kept in classes.items()}
    if needs_wordnet(kind, classes):
        told["wordnet"] = WORDNET
    if vectors is None:
        told |= {"vectors": "fitted", "seed": order.seed}
    else:
        source, (_, dimensions) = order.files["vectors"], vectors.vectors.shape
        about = {"file": source.name, "sha256": source.sha256, "dimensions": dimensions}
        told["vectors"] = about
    return {name: told[name] for name in kind.parameters if name in told}


def needs_wordnet(kind: ProxyKind, given: Container[str]) -> bool:
    untold = any(part not in given for part in TABLES)
    return Need.WORDNET in kind.needs or (Need.CLASSES_OR_WORDNET in kind.needs and untold)


def _without_names(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """What a file is called makes no other proxy of it."""
    return {
        name: value["sha256"] if isinstance(value, dict) and "sha256" in value else value
        for name, value in parameters.items()
    }


def _warnings(order: ProxyOrder, vectors: VectorFile | None) -> tuple[str, ...]:
    if vectors is None:
        return ()
    name = order.files["vectors"].name
    return tuple(problem.at(name) for problem in vectors.problems.warnings)


@dataclass(frozen=True, slots=True)
class Computed:
    arranged: Arranged
    without_words: int


def compute(prepared: Prepared, report: Report) -> Computed:
    """Raises NothingToMake."""
    material = _material(prepared, report)
    try:
        relevance = prepared.kind.compute(material, report)
        without_words = prepared.kind.count_wordless(material)
    except NothingToCompare as nothing:
        raise NothingToMake(str(nothing)) from None
    return Computed(arrange(relevance), without_words)


def _material(prepared: Prepared, report: Report) -> Material:
    captions, given = prepared.captions, prepared.material
    return Material(
        captions=_parsed(captions.texts, report),
        caption_texts=captions.caption_texts,
        video_of=captions.own_videos,
        videos=captions.videos,
        wordnet=WordNet.open() if needs_wordnet(prepared.kind, given) else None,
        **given,
    )


def _parsed(texts: list[str], report: Report) -> list[Parsed]:
    parsed: list[Parsed] = []
    for start in range(0, len(texts), AT_ONCE):
        report(start, len(texts), "Reading captions")
        parsed += parse(texts[start : start + AT_ONCE])
    return parsed
