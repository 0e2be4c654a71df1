"""How a stored proxy is computed, so that it can be computed of training captions: the proxy itself
is of those that are evaluated."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from foundation.frozen import frozen
from foundation.refused import Refused
from measures.arrays import Integers
from pooling.models import Benchmark
from semantics.models import Proxy
from semantics.proxies.description import ProxyKind
from semantics.proxies.material import Material
from semantics.proxies.registry import KINDS
from semantics.queries.proxies import find_proxy
from semantics.words.classes import ClassTable
from semantics.words.word import Parsed

NUMBERS = ("rho", "seed")  # of the parameters, those that Material has


class NoRecipe(Refused):
    """This proxy cannot be computed of training captions."""


@frozen
class Recipe:
    """How a stored proxy was computed."""

    kind: str
    parameters: Mapping[str, Any]
    tables: Mapping[str, ClassTable]  # by part of speech

    @property
    def of_kind(self) -> ProxyKind:
        return KINDS[self.kind]

    def material(self, parsed: Sequence[Parsed], video_of: Integers, videos: int) -> Material:
        """What these captions are to the proxy."""
        numbers = {name: self.parameters[name] for name in NUMBERS if name in self.parameters}
        places: dict[Parsed, int] = {}
        texts = np.array([places.setdefault(one, len(places)) for one in parsed], np.int64)
        return Material(
            captions=list(places),
            caption_texts=texts,
            video_of=video_of,
            videos=videos,
            verbs=self.tables.get("verb"),
            nouns=self.tables.get("noun"),
            **numbers,
        )


def has_recipe(proxy: Proxy) -> bool:
    """Whether it can be computed of training captions."""
    return not _why_none(proxy)


def _why_none(proxy: Proxy) -> str:
    of = proxy.benchmark
    if proxy.kind == Proxy.Kind.IMPORTED:
        return (
            f"Proxy {proxy} was imported: it is of the captions of {of} alone, and cannot be"
            " computed of training captions. Make one of a kind that is computed."
        )
    if proxy.kind == Proxy.Kind.GIVEN:
        return (
            f"Proxy {proxy} follows from columns of the file of {of}, and of training captions no"
            " column is kept: make one of another kind."
        )
    if isinstance(proxy.parameters.get("vectors"), dict):
        return (
            f"Proxy {proxy} rests on a file of vectors of the captions of {of}: make one"
            " whose vectors are fitted."
        )
    return ""


def find_recipe(benchmark: Benchmark, name: str) -> Recipe:
    """Raises UnknownProxy, NoRecipe."""
    proxy = find_proxy(benchmark, name)
    if why := _why_none(proxy):
        raise NoRecipe(why, field="relevance")
    tables = {
        part: ClassTable(tuple(row.names), row.instances)
        for part, row in (("verb", proxy.verbs), ("noun", proxy.nouns))
        if row is not None
    }
    return Recipe(proxy.kind, dict(proxy.parameters), tables)
