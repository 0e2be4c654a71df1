"""Classes that a data set gives its captions, as EPIC-KITCHENS does: Wray et al. 2021, Eq. 8, with
nothing read from the texts.

Two captions with the same text may have different classes, so each caption is compared for itself.
"""

import re
from collections.abc import Iterator, Sequence

from semantics.proxies.material import Material
from semantics.proxies.overlaps import Compared, compared_sets, overlap_kind

_LIST = re.compile(r"\s*[\[(](.*)[\])]\s*", re.DOTALL)


def classes_of(value: str) -> Iterator[str]:
    """One class, or several: a list as Python or JSON writes it, or with semicolons between."""
    listed = _LIST.fullmatch(value)
    parts = listed[1].split(",") if listed else value.split(";")
    return (name for part in parts if (name := part.strip().strip("'\"")))


def _parts(material: Material) -> Sequence[Compared]:
    weight = 1 / max(len(material.columns), 1)
    return [compared_sets(material, map(classes_of, one), weight) for one in material.columns]


KIND = overlap_kind(
    _parts,
    name="given",
    title="Classes of the data set",
    equation="Wray et al. 2021 Eq. 8: Σ |C_i^p ∩ C_j^p| / |C_i^p ∪ C_j^p| / n, of the classes in n"
    " columns",
    parameters=("rho", "columns"),
)
