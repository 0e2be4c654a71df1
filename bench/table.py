"""How a benchmark shows its figures: a table with a ratio against a named peer, and the same as JSON."""

import argparse
import json
import statistics
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Row:
    what: str
    seconds: float  # the median
    least: float
    most: float
    runs: int
    peer: str = ""
    ratio: float | None = None  # ours over the peer's, median of the pairs: below 1 is faster


def row(what: str, ours: Sequence[float], peer: str = "", theirs: Sequence[float] = ()) -> Row:
    """Ours and the peer's were taken in turn, so that a change of the machine's mood is in both."""
    ratio = statistics.median(a / b for a, b in zip(ours, theirs, strict=True)) if theirs else None
    return Row(what, statistics.median(ours), min(ours), max(ours), len(ours), peer, ratio)


def show(title: str, rows: Sequence[Row]) -> None:
    """The table to standard output; with --json FILE also to a file."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", type=Path)
    target = parser.parse_args(sys.argv[1:]).json
    print(f"\n{title}\n\n| what | median s | least | most | runs | against | ratio |\n|---|---:|---:|---:|---:|---|---:|")
    for r in rows:
        ratio = "" if r.ratio is None else f"{r.ratio:.2f}"
        print(f"| {r.what} | {r.seconds:.3f} | {r.least:.3f} | {r.most:.3f} | {r.runs} | {r.peer} | {ratio} |")
    if target:
        target.write_text(json.dumps({"title": title, "rows": [asdict(r) for r in rows]}, indent=2) + "\n", encoding="utf-8")
