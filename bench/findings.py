"""Whether the papers' findings appear in a seeded world (bench/stage/kitchens.py): the same network
trained two ways, in as many worlds as there are seeds, and the paired difference with its interval.

A finding that does not appear is printed as such. Rates, mining and epochs were chosen in the
worlds of TRYING; --trying prints those.
"""

import json
import multiprocessing
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from time import perf_counter

import numpy as np
from scipy import stats

from bench.stage.kitchens import SEEDS, TRYING
from bench.table import arguments, machine
from retrieval.extra import MAKE, is_installed

LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Found:
    """Means over seeds, and the mean of the paired differences with its t interval."""

    claim: str
    measure: str
    first: float
    second: float
    difference: float
    low: float
    high: float
    seeds: int
    appears: bool


def compare(
    claim: str, measure: str, first: Sequence[float], second: Sequence[float], *, above: bool
) -> Found:
    """Appears where the whole interval is on the side that the paper has it."""
    differences = np.subtract(first, second)
    count = len(differences)
    mean = float(differences.mean())
    width = float(stats.t.ppf((1 + LEVEL) / 2, count - 1) * stats.sem(differences))
    low, high = mean - width, mean + width
    return Found(
        claim,
        measure,
        float(np.mean(first)),
        float(np.mean(second)),
        mean,
        low,
        high,
        count,
        low > 0 if above else high < 0,
    )


def draw(found: Sequence[Found]) -> str:
    head = (
        "finding",
        "measure",
        "first",
        "second",
        "difference",
        f"{LEVEL:.0%}",
        "seeds",
        "appears",
    )
    lines = [
        head,
        tuple("---" for _ in head),
        *(
            (
                one.claim,
                one.measure,
                f"{one.first:.3f}",
                f"{one.second:.3f}",
                f"{one.difference:+.3f}",
                f"{one.low:+.3f} to {one.high:+.3f}",
                str(one.seeds),
                "yes" if one.appears else "NO",
            )
            for one in found
        ),
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def scores_of(seed: int) -> dict[tuple[str, str], float]:
    from bench.stage.ways import score_world  # noqa: PLC0415  (PyTorch is there by now)

    return score_world(seed)


def find(seeds: Sequence[int]) -> list[Found]:
    from bench.stage.ways import CLAIMS  # noqa: PLC0415

    # Started afresh: a process that is forked has the threads of PyTorch in whatever state.
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), fresh) as processes:
        worlds = list(processes.map(scores_of, seeds))
    return [
        compare(
            claim.text,
            claim.measure,
            [world[claim.first, claim.measure] for world in worlds],
            [world[claim.second, claim.measure] for world in worlds],
            above=claim.above,
        )
        for claim in CLAIMS
    ]


def main() -> int:
    asked = arguments(trying="worlds for choosing rates and epochs, not those of the findings")
    if not is_installed():
        print(f"Left out: findings need PyTorch; `{MAKE}` installs it.")
        return 0
    start = perf_counter()
    title = f"Findings in seeded worlds ({machine()})"
    found = find(TRYING if asked.trying else SEEDS)
    print(f"\n{title}\n\n{draw(found)}\n\n{perf_counter() - start:.0f} s")
    if asked.json:
        figures = {"title": title, "rows": [asdict(one) for one in found]}
        asked.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
