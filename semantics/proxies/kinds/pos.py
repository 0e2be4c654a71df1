"""Words by their part of speech: paper 000, Eq. 7."""

from collections.abc import Sequence
from functools import partial

from semantics.proxies.material import Material
from semantics.proxies.meanings import lemmas_in
from semantics.proxies.overlaps import Compared, compared, overlap_kind


def _parts(material: Material) -> Sequence[Compared]:
    return [
        compared(material, partial(lemmas_in, part=part), weight)
        for part, weight in material.weights.items()
    ]


KIND = overlap_kind(
    _parts,
    name="pos",
    title="Parts of speech",
    equation="000 Eq. 7: Σ α^p |w_i^p ∩ w_j^p| / |w_i^p ∪ w_j^p|, of lemmas",
    parameters=("rho", "weights"),
)
