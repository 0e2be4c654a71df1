"""Proxies of relevance on EPIC-KITCHENS-100: 9,668 segments x 3,807 sentences, as the parser tells
them apart.

Before the times, the random baselines beside those that Wray et al. 2021 print. The peer of METEOR
is NLTK, on 10,000 of the pairs; the same scores, or the benchmark fails.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numpy as np

from bench.stage.meteor_peer import score_pairs
from bench.stage.narrations import PRINTED, VARIANTS, parsed_narrations, with_tables
from bench.stage.proxied import measured_proxy
from bench.stage.tagged import EPIC
from bench.table import Goal, Row, arguments, machine, row, show
from semantics.graded.baseline import random_baseline
from semantics.proxies.description import with_own
from semantics.proxies.meteor import References
from semantics.proxies.registry import KINDS
from semantics.words.wordnet import open_wordnet

T = TypeVar("T")

RUNS = 3
PAIRS = 10_000
GOALS = {
    "bow": Goal(2, 1_000),
    "pos": Goal(2, 1_000),
    "syn": Goal(2, 1_000),
    "ranp": None,
    "angular": None,
    "meteor": Goal(120),
}


def main() -> None:
    asked = arguments()
    if not EPIC.exists():
        sys.exit(f"skipped: {EPIC} is not here; TRUEPOOL_PUBLISHED names its folder")
    print("\n".join(table_of_baselines(EPIC)))
    show(
        f"Proxies of relevance ({machine()})", [*proxies(EPIC), *meteor(EPIC), graded(EPIC)], asked
    )


def table_of_baselines(folder: Path) -> list[str]:
    """In percent, as the paper has them."""
    lines = [
        "| random baseline | words of | printed | expected | drawn | t2v | v2t |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    for variant in VARIANTS:
        found = variant.baseline(folder)
        expected, drawn = found.expected.means, found.drawn.means
        cells = (PRINTED[variant.kind], expected["both"], drawn["both"], expected["t2v"])
        shown = [f"{100 * (cell or 0):.2f}" for cell in (*cells, expected["v2t"])]
        lines.append(f"| {variant.kind} | {variant.words} | {' | '.join(shown)} |")
    return lines


def proxies(folder: Path) -> list[Row]:
    rows = []
    for kind, goal in GOALS.items():
        measured = [measured_proxy(kind, folder) for _ in range(RUNS)]
        seconds, megabytes = zip(*measured, strict=True)
        rows.append(row(KINDS[kind].title, seconds, megabytes=megabytes, goal=goal))
    return rows


def meteor(folder: Path) -> list[Row]:
    """Every sentence with every other, once, against NLTK's pace on some of them."""
    sentences = [[word.text for word in words] for words in parsed_narrations(folder).captions]
    chosen = np.random.default_rng(1).integers(0, len(sentences), (PAIRS, 2))
    pairs = [(sentences[one], sentences[other]) for one, other in chosen]
    references = References(sentences, open_wordnet().synonyms)
    scores, seconds = timed(lambda: [references.score(words) for words in sentences])
    ours = [scores[one][other] for one, other in chosen]
    theirs, peer_seconds = timed(lambda: score_pairs(pairs))
    if ours != theirs:
        raise AssertionError("METEOR is not NLTK's")
    each, peer_each = seconds / len(sentences) ** 2 * PAIRS, peer_seconds
    what = f"METEOR, per {PAIRS:,} pairs of sentences: {peer_each / each:,.0f} times as fast"
    name = f"NLTK's meteor_score, {PAIRS:,} pairs"
    return [row(what, [each], name, [peer_each]), row(f"peer: {name}", [peer_each])]


def graded(folder: Path) -> Row:
    material = with_tables(folder)
    texts = KINDS["syn"].relate(material)
    relevance = with_own(texts, material.caption_texts, material)
    _, seconds = timed(lambda: random_baseline(relevance))
    return row("the random baseline of one proxy, drawn and exact, both directions", [seconds])


def timed(work: Callable[[], T]) -> tuple[T, float]:
    started = time.perf_counter()
    return work(), time.perf_counter() - started


if __name__ == "__main__":
    main()
