"""What proxies are computed from: the captions of a benchmark, read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from measures.arrays import Floats, Integers
from semantics.words.bags import RHO
from semantics.words.classes import ClassTable
from semantics.words.word import Parsed, Part

TABLES = ("verbs", "nouns")
# Wray et al. 2021, section 5: verbs and nouns alone, half each.
WEIGHTS: Mapping[Part, float] = {"verb": 0.5, "noun": 0.5}


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """Relevance has a row for each of `caption_texts` and a column for each of `videos`."""

    captions: Sequence[Parsed]  # one for each distinct text
    caption_texts: Integers  # (captions,) the distinct text of each
    video_of: Integers  # (captions,) its own video
    videos: int
    rho: float = RHO
    verbs: ClassTable | None = None
    nouns: ClassTable | None = None
    columns: Sequence[Sequence[str]] = ()  # of each text, what the data set gives it
    vectors: Floats | None = None  # (captions, dimensions); LSA where there are none
    seed: int = 0  # of the fit of LSA

    def __post_init__(self) -> None:
        if not 0 < self.rho <= 1:
            raise ValueError(f"rho is {self.rho:g}; expected a share above 0, at most 1")
        if self.vectors is not None and len(self.vectors) != len(self.caption_texts):
            captions = len(self.caption_texts)
            raise ValueError(f"{len(self.vectors)} vectors; expected one for each of {captions}")
