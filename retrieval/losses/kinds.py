"""The losses by name, for forms and commands. It does without PyTorch."""

from collections.abc import Mapping

from foundation.frozen import frozen


@frozen
class LossKind:
    name: str
    title: str
    graded: bool = False  # looks at the relevance of others, not only at the instance


_KINDS = (
    LossKind("triplet-all", "Triplets, all negatives"),
    LossKind("triplet-semi-hard", "Triplets, semi-hard negatives"),
    LossKind("triplet-hard", "Triplets, hardest negatives"),
    LossKind("triplet-semi-then-all", "Triplets, semi-hard then all"),
    LossKind("triplet-semi-then-hard", "Triplets, semi-hard then hardest"),
    LossKind("nce", "NCE"),
    LossKind("triplet-svr", "Triplets by threshold (SVR)", graded=True),
    LossKind("triplet-ran", "Triplet-RAN", graded=True),
    LossKind("triplet-rap", "Triplet-RAP", graded=True),
    LossKind("triplet-ranp", "Triplet-RANP", graded=True),
    LossKind("nce-ranp", "NCE-RANP", graded=True),
    LossKind("log-ratio", "Log-ratio of similarities", graded=True),
    LossKind("smooth-ap", "Smooth-AP", graded=True),
    LossKind("approx-ndcg", "Approximate nDCG", graded=True),
)
LOSSES: Mapping[str, LossKind] = {kind.name: kind for kind in _KINDS}
MININGS = ("all", "semi-hard", "hard", "semi-then-all", "semi-then-hard")


@frozen
class LossOptions:
    """Each loss takes what it needs."""

    margin: float = 0.2
    threshold: float = 0.15  # tau: relevant from here
    temperature: float = 0.05  # of NCE, and of smooth ranks
    mining: str = "hard"  # of triplet-ran, -rap and -ranp
    triplets: int = 100  # drawn for each query where they are drawn; 0: all of the batch count
