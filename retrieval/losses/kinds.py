"""The losses by name, for forms and commands. It does without PyTorch."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class LossKind:
    name: str
    title: str
    equation: str  # where the paper has it
    graded: bool  # looks at the relevance of others, not only at the instance


_KINDS = (
    LossKind("triplet-all", "Triplets, all negatives", "004 Eq. 2", graded=False),
    LossKind("triplet-semi-hard", "Triplets, semi-hard negatives", "004 Eq. 2-3", graded=False),
    LossKind("triplet-hard", "Triplets, hardest negatives", "004 Eq. 2", graded=False),
    LossKind("triplet-semi-then-all", "Triplets, semi-hard then all", "004 Table 1", graded=False),
    LossKind(
        "triplet-semi-then-hard", "Triplets, semi-hard then hardest", "004 Table 1", graded=False
    ),
    LossKind("nce", "NCE", "004 Eq. 1", graded=False),
    LossKind("triplet-svr", "Triplets by threshold (SVR)", "000 Eq. 4; 002 Eq. 1-2", graded=True),
    LossKind("triplet-ran", "Triplet-RAN", "004 Eq. 5, 7, 9 without L_p", graded=True),
    LossKind("triplet-rap", "Triplet-RAP", "004 Eq. 6, 8, 9 without L_n", graded=True),
    LossKind("triplet-ranp", "Triplet-RANP", "004 Eq. 5-9", graded=True),
    LossKind("nce-ranp", "NCE-RANP", "004 Eq. 6, 10-11", graded=True),
    LossKind("log-ratio", "Log-ratio of similarities", "003", graded=True),
)
LOSSES: Mapping[str, LossKind] = MappingProxyType({kind.name: kind for kind in _KINDS})
MININGS = ("all", "semi-hard", "hard", "semi-then-all", "semi-then-hard")


@dataclass(frozen=True, slots=True)
class LossOptions:
    """Each loss takes what it needs."""

    margin: float = 0.2
    threshold: float = 0.15  # tau: relevant from here
    temperature: float = 0.05  # of NCE
    mining: str = "hard"  # of triplet-ran, -rap and -ranp
    triplets: int = 100  # drawn for each query by triplet-svr; 0: all of the batch
