"""How often 95 % intervals hold what they are about, and how often tests reject what is true, by
simulation: `python -m bench.coverage`.

Each module of `bench/cells` has a function `cells()`. A replicate follows from its number alone, so
that a run can be repeated; the Monte Carlo error is printed beside each share. A cell passes where
its share lies within the goal, give or take that error twice, or where the product itself marks the
number as not to be trusted there.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from importlib import import_module
from pkgutil import iter_modules

from bench import cells as folder
from bench.cells.cell import Cell, Outcome

MOSTLY = 0.5  # a cell of which more than this share is marked counts as marked


@dataclass(frozen=True, slots=True)
class Found:
    where: str
    number: str
    before: str
    share: float | None  # of the replicates that were not marked
    error: float | None  # Monte Carlo: standard error of the share
    marked: float
    replicates: int
    verdict: str  # held, marked, missed


def all_cells() -> Iterator[Cell]:
    for module in iter_modules(folder.__path__, f"{folder.__name__}."):
        yield from getattr(import_module(module.name), "cells", tuple)()


def outcomes_of(cell: Cell, replicates: int) -> list[Outcome]:
    """The seeds are 0, 1, 2 and so on."""
    return [cell.replicate(seed) for seed in range(replicates)]


def judge(cell: Cell, outcomes: list[Outcome]) -> Found:
    marked = sum(one is Outcome.MARKED for one in outcomes)
    told = len(outcomes) - marked
    share = sum(one is Outcome.HELD for one in outcomes) / told if told else None
    error = None if share is None else (share * (1 - share) / told) ** 0.5
    low, high = cell.goal.value
    if share is None or error is None or marked > MOSTLY * len(outcomes):
        verdict = "missed" if cell.large else "marked"
    else:
        verdict = "held" if low - 2 * error <= share <= high + 2 * error else "missed"
    return Found(
        cell.where, cell.number, cell.before, share, error, marked / len(outcomes), len(outcomes),
        verdict,
    )  # fmt: skip


def show(rows: list[Found]) -> None:
    print("| world | number | before | now | Monte Carlo | marked | replicates | |")
    print("|---|---|---|---|---|---|---|---|")
    for row in rows:
        now = "-" if row.share is None else f"{row.share:.3f}"
        error = "-" if row.error is None else f"{row.error:.3f}"
        print(
            f"| {row.where} | {row.number} | {row.before or '-'} | {now} | {error} |"
            f" {row.marked:.1%} | {row.replicates:,} | {row.verdict} |"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--replicates", type=int, help="instead of each cell's own number")
    parser.add_argument("--only", default="", help="cells whose world or number has this text")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    chosen = [cell for cell in all_cells() if asked.only in f"{cell.where} {cell.number}"]
    with ProcessPoolExecutor(asked.workers) as pool:
        jobs = [
            (cell, pool.submit(_outcomes, number, asked.only, asked.replicates or cell.replicates))
            for number, cell in enumerate(chosen)
        ]
        rows = []
        for cell, job in jobs:
            rows.append(judge(cell, job.result()))
            print(f"{rows[-1].verdict}: {cell.where}, {cell.number}", file=sys.stderr, flush=True)
    print(json.dumps([asdict(row) for row in rows], indent=1)) if asked.json else show(rows)
    return int(any(row.verdict == "missed" for row in rows))


def _outcomes(number: int, only: str, replicates: int) -> list[Outcome]:
    """In a process of its own, where the cell is found again: worlds are functions, which do not
    travel."""
    chosen = [cell for cell in all_cells() if only in f"{cell.where} {cell.number}"]
    return outcomes_of(chosen[number], replicates)


if __name__ == "__main__":
    sys.exit(main())
