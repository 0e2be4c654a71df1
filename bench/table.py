"""How a benchmark shows its figures: a table with a ratio against a named peer, and the same as
JSON."""

import argparse
import json
import os
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Goal:
    """What a figure should not exceed; None where nothing was set."""

    seconds: float | None = None
    megabytes: float | None = None

    def __str__(self) -> str:
        parts = ((self.seconds, "s"), (self.megabytes, "MB"))
        return ", ".join(f"{limit:g} {unit}" for limit, unit in parts if limit is not None)


@dataclass(frozen=True, slots=True)
class Row:
    what: str
    seconds: float  # the median
    least: float
    most: float
    runs: int
    peer: str = ""
    ratio: float | None = None  # ours over the peer's, median of the pairs: below 1 is faster
    megabytes: float | None = None  # at the peak of the worst run
    goal: Goal | None = None

    @property
    def met(self) -> bool | None:
        """The median against the goal's seconds, the peak against its megabytes; None where there
        is no goal."""
        if self.goal is None:
            return None
        figures = ((self.seconds, self.goal.seconds), (self.megabytes, self.goal.megabytes))
        return all(
            figure is not None and figure <= limit for figure, limit in figures if limit is not None
        )


def row(
    what: str,
    ours: Sequence[float],
    peer: str = "",
    theirs: Sequence[float] = (),
    *,
    megabytes: Sequence[float] = (),
    goal: Goal | None = None,
) -> Row:
    """Ours and the peer's were taken in turn, so that a change of the machine's mood is in both."""
    ratio = statistics.median(a / b for a, b in zip(ours, theirs, strict=True)) if theirs else None
    peak = max(megabytes, default=None)
    return Row(
        what, statistics.median(ours), min(ours), max(ours), len(ours), peer, ratio, peak, goal
    )


@dataclass(frozen=True, slots=True)
class Column:
    title: str
    rule: str
    cell: Callable[[Row], str]


def columns(rows: Sequence[Row]) -> list[Column]:
    """Those of memory and goals only where a row has one."""
    shown = [
        Column("what", "---", lambda r: r.what),
        Column("median s", "---:", lambda r: f"{r.seconds:.3f}"),
        Column("least", "---:", lambda r: f"{r.least:.3f}"),
        Column("most", "---:", lambda r: f"{r.most:.3f}"),
        Column("runs", "---:", lambda r: str(r.runs)),
    ]
    if any(r.megabytes is not None for r in rows):
        shown.append(
            Column("peak MB", "---:", lambda r: "" if r.megabytes is None else f"{r.megabytes:.0f}")
        )
    if any(r.goal is not None for r in rows):
        shown.append(Column("goal", "---", lambda r: "" if r.goal is None else str(r.goal)))
        shown.append(Column("met", "---", lambda r: {True: "yes", False: "NO", None: ""}[r.met]))
    shown.append(Column("against", "---", lambda r: r.peer))
    shown.append(Column("ratio", "---:", lambda r: "" if r.ratio is None else f"{r.ratio:.2f}"))
    return shown


def draw(title: str, rows: Sequence[Row]) -> str:
    shown = columns(rows)
    lines = [
        [column.title for column in shown],
        *([column.cell(r) for column in shown] for r in rows),
    ]
    head, *body = (f"| {' | '.join(cells)} |" for cells in lines)
    rule = f"|{'|'.join(column.rule for column in shown)}|"
    return "\n".join([title, "", head, rule, *body])


def machine() -> str:
    """What the figures were taken on, and what else it had to do in the minute before."""
    return f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start"


def arguments(**switches: str) -> argparse.Namespace:
    """--json FILE, and the switches that a benchmark has: name -> what it does."""
    parser = argparse.ArgumentParser()
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="write the figures to this file too"
    )
    for name, what in switches.items():
        parser.add_argument(f"--{name}", action="store_true", help=what)
    return parser.parse_args(sys.argv[1:])


def show(title: str, rows: Sequence[Row], asked: argparse.Namespace | None = None) -> None:
    """The table to standard output; with --json FILE also to a file."""
    target = (asked or arguments()).json
    print(f"\n{draw(title, rows)}")
    if target:
        figures = {"title": title, "rows": [{**asdict(r), "met": r.met} for r in rows]}
        target.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
