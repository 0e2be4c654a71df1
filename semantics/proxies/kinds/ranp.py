"""The relevance of relevance-aware mining: Falcon et al. 2024, Eq. 4."""

from semantics.proxies.meanings import meaning_parts
from semantics.proxies.overlaps import overlap_kind

KIND = overlap_kind(
    meaning_parts,
    name="ranp",
    title="Verb and noun classes",
    equation="Falcon et al. 2024 Eq. 4: (|x_i^V ∩ x_j^V| / |x_i^V ∪ x_j^V| + the same of"
    " nouns) / 2",
    parameters=("rho", "verbs", "nouns", "wordnet"),
)
