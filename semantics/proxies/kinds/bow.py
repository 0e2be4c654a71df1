"""Bag of words: Wray et al. 2021, Eq. 6."""

from collections.abc import Iterator, Sequence

from semantics.proxies.material import Material
from semantics.proxies.overlaps import Compared, compared, overlap_kind
from semantics.words.word import Parsed


def _words(words: Parsed) -> Iterator[str]:
    # As they are written: the paper matches words here, and lemmas nowhere.
    return (word.text for word in words if not word.is_stop_word)


def _parts(material: Material) -> Sequence[Compared]:
    return [compared(material, _words, weight=1)]


KIND = overlap_kind(
    _parts,
    name="bow",
    title="Bag of words",
    equation="Wray et al. 2021 Eq. 6: |w_i ∩ w_j| / |w_i ∪ w_j|, of all words but stop words",
)
