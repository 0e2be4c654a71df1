"""Words by their part of speech: Wray et al. 2021, Eq. 7."""

from collections.abc import Iterable, Sequence
from functools import partial

from semantics.proxies.material import WEIGHTS, Material
from semantics.proxies.overlaps import Compared, compared, overlap_kind
from semantics.words.word import Parsed, Part


def _lemmas(words: Parsed, part: Part) -> Iterable[str]:
    return (word.lemma for word in words if word.part == part)


def _parts(material: Material) -> Sequence[Compared]:
    return [
        compared(material, partial(_lemmas, part=part), weight) for part, weight in WEIGHTS.items()
    ]


KIND = overlap_kind(
    _parts,
    name="pos",
    title="Parts of speech",
    equation="Wray et al. 2021 Eq. 7: Σ α^p |w_i^p ∩ w_j^p| / |w_i^p ∪ w_j^p|, of lemmas",
    parameters=("rho", "weights"),
)
