"""The relevance of relevance-aware mining: paper 004, Eq. 4."""

from collections.abc import Sequence

from semantics.proxies.material import WEIGHTS, Material
from semantics.proxies.meanings import meaning_parts
from semantics.proxies.overlaps import Compared, overlap_kind


def _parts(material: Material) -> Sequence[Compared]:
    # Whatever the weights of parts of speech are elsewhere: Eq. 4 has verbs and nouns, half each.
    return meaning_parts(material, WEIGHTS)


KIND = overlap_kind(
    _parts,
    name="ranp",
    title="Verb and noun classes",
    equation="004 Eq. 4: (|x_i^V ∩ x_j^V| / |x_i^V ∪ x_j^V| + the same of nouns) / 2",
    parameters=("rho", "verbs", "nouns", "wordnet"),
)
