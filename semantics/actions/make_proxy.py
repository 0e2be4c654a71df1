"""Make a proxy of a benchmark.

1. What was handed in is read, and the captions. With them it is known which proxy is asked for: one
   that is stored already is not made again.
2. The captions are parsed, and the kind relates them to the videos.
3. The matrix is kept (keep_proxy.py).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from foundation.frozen import frozen
from foundation.progress import Report, steps_of
from pooling.input_files import InputFile
from pooling.models import Benchmark
from semantics.actions.keep_proxy import Identity, KeptClasses, Made
from semantics.formats.class_tables import read_class_table
from semantics.formats.stored import Arranged, arrange
from semantics.formats.vectors import VectorFile, read_vectors
from semantics.proxies.description import ProxyKind
from semantics.proxies.material import TABLES, WEIGHTS, Material
from semantics.proxies.registry import KINDS
from semantics.queries.material import CaptionTexts, read_captions, read_column
from semantics.words.parsing import parse_all
from semantics.words.wordnet import VENDORED

WORDNET = VENDORED.parent.name  # with its version


@frozen
class ProxyOrder:
    """What a job was asked for. files: verbs, nouns, vectors, where they were given."""

    benchmark: Benchmark
    kind: str
    name: str
    rho: float
    seed: int
    files: Mapping[str, InputFile]
    columns: tuple[str, ...] = ()


@frozen
class Prepared:
    """Which proxy is asked for, before the slow part."""

    kind: ProxyKind
    made: Made
    captions: CaptionTexts
    material: Mapping[str, Any]  # fields of Material, without the captions
    warnings: tuple[str, ...] = ()


def prepare(order: ProxyOrder, report: Report) -> Prepared:
    """Raises Unreadable for a file with an error."""
    kind, captions = KINDS[order.kind], read_captions(order.benchmark)
    captions.require_sources()
    classes: dict[str, KeptClasses] = {}
    for part in TABLES:
        if source := order.files.get(part):
            with source.path.open("rb") as file:
                classes[part] = KeptClasses(read_class_table(file, source.name), source.name)
    given: dict[str, Any] = {part: kept.table for part, kept in classes.items()}
    given |= {"rho": order.rho, "seed": order.seed}
    if order.columns:
        # Captions are told apart by more than their texts, so each stands for itself.
        captions = captions.apart()
        given["columns"] = [read_column(order.benchmark, name) for name in order.columns]
    vectors: VectorFile | None = None
    warnings: tuple[str, ...] = ()
    if source := order.files.get("vectors"):
        progress = steps_of(report, f"Reading {source.name}")
        with source.path.open("rb") as file:
            vectors = read_vectors(file, source.name, captions.captions, progress)
        given["vectors"] = vectors.vectors
        warnings = tuple(problem.at(source.name) for problem in vectors.problems.warnings)
    parameters = _parameters(kind, order, classes, vectors)
    identity = Identity(order.benchmark, kind.name, _without_names(parameters), captions.shape)
    made = Made(identity, order.name, parameters, classes=classes)
    return Prepared(kind, made, captions, given, warnings)


def _parameters(
    kind: ProxyKind,
    order: ProxyOrder,
    classes: Mapping[str, KeptClasses],
    vectors: VectorFile | None,
) -> dict[str, Any]:
    """Those that change what this kind says, as the proxy's row has them."""
    known: dict[str, Any] = {"rho": order.rho, "weights": dict(WEIGHTS)}
    known["columns"] = list(order.columns)
    known |= {part: kept.as_json() for part, kept in classes.items()}
    if len(classes) < len(TABLES):  # of what has no table, WordNet says what means the same
        known["wordnet"] = WORDNET
    if vectors is None:
        known |= {"vectors": "fitted", "seed": order.seed}
    else:
        source, dimensions = order.files["vectors"], vectors.vectors.shape[1]
        known["vectors"] = {"file": source.name, "sha256": source.sha256, "dimensions": dimensions}
    return {name: known[name] for name in kind.parameters if name in known}


def _without_names(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """What a file is called makes no other proxy of it."""
    return {
        name: value["sha256"] if isinstance(value, dict) and "sha256" in value else value
        for name, value in parameters.items()
    }


def compute(prepared: Prepared, report: Report) -> tuple[Made, Arranged]:
    captions, kind = prepared.captions, prepared.kind
    material = Material(
        captions=parse_all(captions.texts, report),
        caption_texts=captions.caption_texts,
        video_of=captions.own_videos,
        videos=captions.videos,
        **prepared.material,
    )
    arranged = arrange(kind.compute(material, report))
    return replace(prepared.made, without_words=kind.count_wordless(material)), arranged
