"""A training step of Triplet-RANP beside one of plain hard triplets: the whole of it, from the
batch's relevance to the optimiser, with JPoSE at the sizes of Wray et al. 2019. Their paper's ratio
is 2.6."""

import sys
from collections.abc import Callable
from time import perf_counter

from bench.table import Row, arguments, machine, row, show
from retrieval.extra import MAKE, is_installed

BATCHES = (64, 128, 256)
STEPS, WARM = 40, 5
LIMIT = 1.5
PEER = "the same with plain hard triplets"


def seconds_of(step: Callable[[], None]) -> float:
    start = perf_counter()
    step()
    return perf_counter() - start


def compare(what: str, size: int, make: Callable[[str, int], Callable[[], None]]) -> Row:
    """In turn, in one process: what slows one slows the other."""
    ours, plain = make("triplet-ranp", size), make("triplet-hard", size)
    pairs = [(seconds_of(ours), seconds_of(plain)) for _ in range(WARM + STEPS)][WARM:]
    mine, theirs = zip(*pairs, strict=True)
    return row(f"{what}, {size} pairs", mine, PEER, theirs)


def main() -> int:
    asked = arguments()
    if not is_installed():
        print(f"Left out: training steps need PyTorch; `{MAKE}` installs it.")
        return 0
    from bench.stage.steps import make_loss_step, make_step  # noqa: PLC0415  (PyTorch is there)

    title = f"Training steps with JPoSE, one thread ({machine()})"
    rows = [compare("a step of Triplet-RANP", size, make_step) for size in BATCHES]
    alone = compare("the loss of Triplet-RANP alone", BATCHES[-1], make_loss_step)
    show(title, [*rows, alone], asked)
    slow = [r.what for r in rows if r.ratio is not None and r.ratio > LIMIT]
    for what in slow:
        print(f"Above {LIMIT} times its peer: {what}.")
    return int(bool(slow))


if __name__ == "__main__":
    sys.exit(main())
