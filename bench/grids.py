"""The ablations of the sister papers as grids (`train_grid --shape`), on EPIC-KITCHENS-100's own
sentences and classes with made features: each table with means and intervals over seeds.

What it says is about the shape of the tables, and not about the papers' numbers: the features are
made, and the networks are small (docs/papers.md). `--large` takes about an hour on one processor.
"""

import json
import os
import sys
from io import StringIO
from pathlib import Path
from time import perf_counter

import numpy as np
from django.core.management import call_command

from bench.stage.segments import choose, features_of, import_segments
from bench.stage.tagged import EPIC
from bench.table import arguments, machine
from retrieval.extra import MAKE, is_installed

# Training and test segments, epochs, and seeds of Figure 6 and of the tables.
SMALL = (600, 200, 8, 1, 2)
LARGE = (4_000, 1_000, 20, 2, 3)
TAU = "0.15"  # Falcon et al. 2024's on EPIC-KITCHENS-100
OPEN, CLOSED = "open", "closed"
# The hardest negatives fail from the start in so few epochs (docs/papers.md).
LOSS = ("--loss", "triplet-all", "--tau", TAU)
COMMON = ("--model", "mmen", *LOSS, "--batch", "128", "--space", "128", "--patience", "50")
# The shape, and the benchmark.
ORDERS = (
    ("svr-fig6", OPEN),
    ("ranp-table1", OPEN),
    ("ranp-table2", OPEN),
    ("ranp-table3", OPEN),
    ("jpose-table4", OPEN),
    ("jpose-table10", OPEN),
    ("jpose-table10", CLOSED),
)


def order(shape: str, benchmark: str, features: Path, epochs: int, seeds: int) -> str:
    words = [*COMMON, "--features", str(features), "--epochs", str(epochs), "--hours", "4"]
    words += ["--vary", "seed=" + ",".join(map(str, range(seeds)))]
    out = StringIO()
    call_command("train_grid", benchmark, shape, "--shape", shape, *words, "--json", stdout=out)
    return out.getvalue()


def measure(size: tuple[int, int, int, int, int], folder: Path) -> dict[str, dict[str, object]]:
    from retrieval.queries.grid_lines import lines_of  # noqa: PLC0415

    training, test, epochs, figure, tables = size
    chosen, found = choose(EPIC, training, test), {}
    features = folder / "features.npz"
    made = features_of(chosen)
    np.savez(features, keys=np.array(list(made)), features=np.array(list(made.values())))
    for name in (OPEN, CLOSED):
        import_segments(name, chosen, EPIC, folder, closed_words=name == CLOSED)
    for shape, benchmark in ORDERS:
        start = perf_counter()
        seeds = figure if shape == "svr-fig6" else tables
        table = json.loads(order(shape, benchmark, features, epochs, seeds))["table"]
        seconds = perf_counter() - start
        print("\n".join(["", f"## {shape} ({benchmark}), {seconds:.0f} s", "", *lines_of(table)]))
        found[f"{shape} {benchmark}"] = table | {"seconds": seconds}
    return found


def main() -> int:
    asked = arguments(large="4,000 training and 1,000 test segments, in about an hour")
    if not is_installed():
        print(f"Left out: grids need PyTorch; `{MAKE}` installs it.")
        return 0
    if not EPIC.exists():
        print(f"skipped: {EPIC} is not here; TRUEPOOL_PUBLISHED names its folder")
        return 0
    size = LARGE if asked.large else SMALL
    print(f"Grids over {size[0]:,} training and {size[1]:,} test segments ({machine()})")
    os.environ.pop("TRUEPOOL_PUBLISHED", None)  # has been read, and is no setting of Truepool's
    from bench.stage.world import HOME, migrated_database  # noqa: PLC0415  (sets Django up)

    with migrated_database():
        found = measure(size, HOME.root)
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
