"""How far estimates behind weak labels are off, and how often they are marked:
`python -m bench.weak results.jsonl --from 0 --to 200`.

A replicate follows from its world and its number alone, and is one line of the file. Those that
the file has are left out, so that a run can be continued, and files of several runs can be put
together. Bias is against what each world's captions really have: luck of captions is no bias.
`--to 0` only counts. `bench.coverage --only weak` asks the same cells whether intervals hold.
"""

import argparse
import json
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from bench.cells.weak import WORLDS, came_out, found
from metrics.studies.label_means import LABELS


def replicate(world: str, seed: int) -> dict[str, Any]:
    weak = WORLDS[world]
    row = found(seed, weak).rows[0]
    low, high = row.drawn.ends(LABELS) or (0.0, 1.0)
    really = came_out(seed, weak)
    return {
        "world": world,
        "seed": seed,
        "off": (row.drawn.value or 0.0) - really,
        "verdicts": (row.score.value or 0.0) - really,
        "holds": low <= weak.truth <= high,
        "moves": row.moves,
        "mark": row.drawn.mark(LABELS),
    }


def show(rows: list[dict[str, Any]]) -> None:
    print(
        "| world | replicates | verdicts' bias | holds | bias | marked | unmarked: holds | bias |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for name, weak in WORLDS.items():
        every = [row for row in rows if row["world"] == name]
        unmarked = [row for row in every if not row["mark"]]
        if every:
            print(
                f"| {weak} | {len(every)} | {_mean(every, 'verdicts')} | {_share(every)} |"
                f" {_mean(every, 'off')} | {1 - len(unmarked) / len(every):.1%} |"
                f" {_share(unmarked)} | {_mean(unmarked, 'off')} |"
            )


def _share(rows: list[dict[str, Any]]) -> str:
    if not rows:
        return "-"
    share = fmean(row["holds"] for row in rows)
    return f"{share:.3f} ({(share * (1 - share) / len(rows)) ** 0.5:.3f})"


def _mean(rows: list[dict[str, Any]], key: str) -> str:
    values = [row[key] for row in rows]
    if len(values) < 2:
        return "-"
    return f"{fmean(values):+.3f} ({stdev(values) / len(values) ** 0.5:.3f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--worlds", default=",".join(WORLDS))
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--to", type=int, default=200)
    asked = parser.parse_args()
    lines = asked.file.read_text().splitlines() if asked.file.exists() else []
    rows = [json.loads(line) for line in lines]
    done = {(row["world"], row["seed"]) for row in rows}
    with asked.file.open("a") as file:
        for seed in range(asked.first, asked.to):
            for world in asked.worlds.split(","):
                if (world, seed) not in done:
                    rows.append(replicate(world, seed))
                    print(json.dumps(rows[-1]), file=file, flush=True)
    show(rows)


if __name__ == "__main__":
    main()
