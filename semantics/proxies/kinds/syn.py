"""Meanings by their part of speech: Wray et al. 2021, Eq. 8."""

from semantics.proxies.meanings import meaning_parts
from semantics.proxies.overlaps import overlap_kind

KIND = overlap_kind(
    meaning_parts,
    name="syn",
    title="Synsets",
    equation="Wray et al. 2021 Eq. 8: Σ α^p |C_i^p ∩ C_j^p| / |C_i^p ∪ C_j^p|, of classes or"
    " synsets",
    parameters=("rho", "weights", "verbs", "nouns", "wordnet"),
)
