"""The shapes of papers' ablations: what each varies, and what it is scored by. Proxies are called
as their kinds are.

Seeds are added (`--vary seed=0,1,2`), and an axis of one's own takes the place of one of the same
name.
"""

from collections.abc import Mapping, Sequence

from foundation.frozen import frozen


@frozen
class Shape:
    """vary: as people write it, an axis each."""

    name: str
    title: str
    vary: tuple[str, ...]
    score_by: tuple[str, ...]


def _joined(names: str, rows: Sequence[str]) -> str:
    """An axis of questions that go together, a value each row."""
    return f"{names}={','.join(row.replace(' ', '+') for row in rows)}"


TAUS = "tau=" + ",".join(f"{tenth / 10:g}" for tenth in range(1, 11))
# Strategy by strategy, without the paper's relevance and with it.
STRATEGIES = [
    row
    for plain, mining in (
        ("triplet-all", "all"),
        ("triplet-semi-then-all", "semi-then-all"),
        ("triplet-semi-then-hard", "semi-then-hard"),
        ("triplet-hard", "hard"),
    )
    for row in (f"{plain} instance {mining}", f"triplet-ranp ranp {mining}")
]
PRETRAINED = [
    "nce instance all",
    "nce-ranp ranp all",
    "triplet-all instance all",
    "triplet-ranp ranp all",
    "triplet-semi-then-all instance semi-then-all",
    "triplet-ranp ranp semi-then-all",
]
PARTS_OF_THE_LOSS = [
    f"{loss} {relevance} {mining}"
    for mining in ("hard", "all")
    for loss, relevance in (
        (f"triplet-{mining}", "instance"),
        ("triplet-ran", "ranp"),
        ("triplet-rap", "ranp"),
        ("triplet-ranp", "ranp"),
    )
]
SEMANTIC = [f"triplet-svr {relevance}" for relevance in ("bow", "pos", "syn", "meteor")]
LOSSES = "loss+relevance+mining"
GRADED = ("syn", "bow", "pos")
_SHAPES = (
    Shape(
        "svr-fig6",
        "Wray et al. 2021, Figure 6: instances against proxies over ten thresholds",
        (_joined("loss+relevance", ["triplet-svr instance", *SEMANTIC]), TAUS),
        ("bow", "pos", "syn", "meteor"),
    ),
    Shape(
        "ranp-table1",
        "Falcon et al. 2024, Table 1: strategies of mining, without and with RANP",
        (_joined(LOSSES, STRATEGIES),),
        (*GRADED, "ranp"),
    ),
    Shape(
        "ranp-table2",
        "Falcon et al. 2024, Table 2: NCE and triplets, without pretraining",
        (_joined(LOSSES, PRETRAINED),),
        GRADED,
    ),
    Shape(
        "ranp-table3",
        "Falcon et al. 2024, Table 3: the components of the loss",
        (_joined(LOSSES, PARTS_OF_THE_LOSS),),
        GRADED,
    ),
    Shape(
        "jpose-table4",
        "Wray et al. 2019, Table 4: one space, parts joined, and a layer on top",
        ("network=mmen,pos-mmen,jpose",),
        ("ranp",),
    ),
    Shape(
        "jpose-table10",
        "Wray et al. 2019, Table 10: JPoSE, ordered with open and with closed vocabulary",
        ("network=jpose",),
        ("ranp",),
    ),
)
SHAPES: Mapping[str, Shape] = {shape.name: shape for shape in _SHAPES}
