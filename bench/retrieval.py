"""A training step of Triplet-RANP beside one of plain hard triplets: the whole of it, from the
batch's relevance to the optimiser, with JPoSE at the sizes of Wray et al. 2019. Their paper's ratio
is 2.6."""

import sys
from collections.abc import Callable
from time import perf_counter

from bench.table import Row, arguments, machine, row, show
from retrieval.extra import MAKE, is_installed
from retrieval.networks.kinds import NETWORKS

BATCHES = (64, 128, 256)
STEPS, WARM = 40, 5
LIMIT = 1.5
PEER = "the same with plain hard triplets"
Step = Callable[[], None]


def seconds_of(step: Step) -> float:
    start = perf_counter()
    step()
    return perf_counter() - start


def in_turn(what: str, ours: Step, peer: str, plain: Step) -> Row:
    """In turn, in one process: what slows one slows the other."""
    pairs = [(seconds_of(ours), seconds_of(plain)) for _ in range(WARM + STEPS)][WARM:]
    mine, theirs = zip(*pairs, strict=True)
    return row(what, mine, peer, theirs)


def beside_mmen(size: int) -> list[Row]:
    """A step of each network that learns, and of the losses of smooth ranks, beside one of MMEN
    with hard triplets."""
    from bench.stage.steps import make_step  # noqa: PLC0415  (PyTorch is there)

    asked = [("triplet-hard", kind.name) for kind in NETWORKS.values() if kind.learns]
    asked += [(loss, "mmen") for loss in ("nce", "smooth-ap", "approx-ndcg")]
    peer = f"MMEN with hard triplets, {size} pairs"
    rows = []
    for loss, network in asked:
        ours, plain = make_step(loss, size, network), make_step("triplet-hard", size, "mmen")
        rows.append(in_turn(f"{network}, {loss}", ours, peer, plain))
    return rows


def compare(what: str, size: int, make: Callable[[str, int], Step]) -> Row:
    return in_turn(
        f"{what}, {size} pairs", make("triplet-ranp", size), PEER, make("triplet-hard", size)
    )


def main() -> int:
    asked = arguments()
    if not is_installed():
        print(f"Left out: training steps need PyTorch; `{MAKE}` installs it.")
        return 0
    from bench.stage.steps import make_loss_step, make_step  # noqa: PLC0415  (PyTorch is there)

    title = f"Training steps, with JPoSE where none is named, one thread ({machine()})"
    rows = [compare("a step of Triplet-RANP", size, make_step) for size in BATCHES]
    alone = compare("the loss of Triplet-RANP alone", BATCHES[-1], make_loss_step)
    show(title, [*rows, alone, *beside_mmen(BATCHES[1])], asked)
    slow = [r.what for r in rows if r.ratio is not None and r.ratio > LIMIT]
    for what in slow:
        print(f"Above {LIMIT} times its peer: {what}.")
    return int(bool(slow))


if __name__ == "__main__":
    sys.exit(main())
