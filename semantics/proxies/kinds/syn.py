"""Meanings by their part of speech: paper 000, Eq. 8."""

from collections.abc import Sequence

from semantics.proxies.material import Material
from semantics.proxies.meanings import meaning_parts
from semantics.proxies.overlaps import Compared, overlap_kind


def _parts(material: Material) -> Sequence[Compared]:
    return meaning_parts(material, material.weights)


KIND = overlap_kind(
    _parts,
    name="syn",
    title="Synsets",
    equation="000 Eq. 8: Σ α^p |C_i^p ∩ C_j^p| / |C_i^p ∪ C_j^p|, of classes or synsets",
    parameters=("rho", "weights", "verbs", "nouns", "wordnet"),
)
