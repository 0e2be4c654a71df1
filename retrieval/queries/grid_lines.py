"""The table of a grid as text, and as the rows of a CSV at full digits; both from its JSON."""

from collections.abc import Iterator, Mapping
from typing import Any

from retrieval.queries.grids import in_words

Shown = Mapping[str, Any]
HELD = ("difference", "low", "high", "p", "p_holm")


def lines_of(table: Shown) -> list[str]:
    """A table in Markdown, and what it is of."""
    head = ["row", "trained with", "seeds", *table["measures"], "difference", "p (Holm)"]
    lines = [head, ["---"] * len(head), *(_line(table, row) for row in table["rows"])]
    return [*(f"| {' | '.join(line)} |" for line in lines), "", *_notes(table)]


def _line(table: Shown, row: Shown) -> list[str]:
    held = row["against"]
    return [
        str(row["row"]),
        row["title"],
        str(len(row["seeds"])),
        *(_mean(row["scores"][name]) for name in table["measures"]),
        _number(held and held["difference"], "+.3f"),
        _number(held and held["p_holm"], ".4f"),
    ]


def _mean(score: Shown) -> str:
    if score["low"] is None:
        return _number(score["mean"])
    return f"{score['mean']:.3f} ({score['low']:.3f} to {score['high']:.3f})"


def _number(value: float | None, how: str = ".3f") -> str:
    return "-" if value is None else format(value, how)


def _notes(table: Shown) -> Iterator[str]:
    ways = {"both": "of both directions", "tv": "of text to video", "vt": "of video to text"}
    yield (
        f"Grid {table['grid']} of {table['benchmark']}: means {ways[table['direction']]}, with 95 %"
        " t intervals over seeds. A single seed has none."
    )
    if table["tested"]:
        yield (
            f"The difference is that of {table['tested']}, text to video, from row"
            f" {table['against']}: paired sign flips over {table['captions']:,} captions, of means"
            " over seeds. p is corrected for all rows (Holm)."
        )
    for row in table["rows"]:
        for failure in row["failures"]:
            yield f"failed: {row['title']}: {failure}"
    if left := sum(row["left"] for row in table["rows"]):
        yield f"{left:,} cells are still to be trained: order the grid again."


def csv_of(table: Shown) -> tuple[list[str], Iterator[list[Any]]]:
    """The header, and the rows."""
    varied = list(dict.fromkeys(name for row in table["rows"] for name in row["values"]))
    ends = ("", "_low", "_high")
    scores = [f"{name}{end}" for name in table["measures"] for end in ends]
    held = [f"{table['tested']} {name}" for name in HELD]
    return ["row", *varied, "seeds", *scores, *held], _csv_rows(table, varied)


def _csv_rows(table: Shown, varied: list[str]) -> Iterator[list[Any]]:
    for row in table["rows"]:
        scores = [row["scores"][name] for name in table["measures"]]
        held = row["against"] or {}
        yield [
            row["row"],
            *(in_words(row["values"][name]) if name in row["values"] else "" for name in varied),
            " ".join(map(str, row["seeds"])),
            *(one[name] for one in scores for name in ("mean", "low", "high")),
            *(held.get(name) for name in HELD),
        ]
