"""Where positives are, and which captions have them: Figures 2, 3, 8, 11 and 12 and Tables 5 to 7,
as numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Counts
from measures.hits import Pairs
from measures.lengths import (
    CaptionSamples,
    Grid,
    positives_by_length,
    sample_by_length,
)
from measures.reusability import (
    RanksOfPositives,
    ranks_of_positives,
)
from measures.scoring import TIES
from metrics.snapshot import Rule, Snapshot
from metrics.studies.description import Need, Setup, Study
from metrics.studies.likeness import (
    ASKED,
    Likeness,
    Right,
    Texts,
    correct_of,
    likeness,
    right_by,
    rows_of,
    rows_of_right,
)
from metrics.studies.pooled import check_depth, of_videos, pooled_runs
from metrics.studies.questions import FOUND
from metrics.studies.scored import check_draws
from metrics.studies.study import NothingToStudy

RULES: tuple[Rule, ...] = ("original", "all")
K = 5
CHARACTERS = 20  # in a bin
# The key of Figure 8, by the way in which likeness is computed.
BY_LIKENESS = {"text": "right_by_similarity", "release": "right_by_similarity_released"}


@frozen
class PerQuery:
    """Queries by how many positives they have, each (most + 1,): of all kinds, original ones, and
    those that are not original."""

    every: Counts
    original: Counts
    collected: Counts


@frozen
class Reuse:
    benchmark: str
    rule: str
    k: int
    per_query: PerQuery
    ranks: Mapping[str, RanksOfPositives]  # by run
    by_words: Grid
    pair: tuple[str, str] | None  # the two runs that are compared
    right: Right | None  # by characters
    samples: CaptionSamples
    texts: (
        Sequence[str] | None
    )  # None where captions are not shown, nor compared with training captions
    trained: bool  # whether there are training captions
    likeness: tuple[Likeness, ...]  # in each of the ways that were asked for

    def as_json(self) -> dict[str, Any]:
        return {
            "benchmark": self.benchmark,
            "positives": self.rule,
            "k": self.k,
            "runs_compared": None if self.pair is None else list(self.pair),
            "seed": self.samples.seed,
            "training_captions": self.likeness[0].training if self.likeness else 0,
            "ties": TIES,
            **self.listings(),
        }

    def listings(self) -> dict[str, list[dict[str, Any]]]:
        """The rows of each table, in the order of its columns."""
        grid = self.by_words
        found = {
            "positives_per_query": _numbered(self.per_query),
            "ranks_of_positives": _by_rank(self.ranks),
            "positives_by_words": rows_of(
                words=grid.lengths, positives=grid.positives, captions=grid.captions
            ),
        }
        if self.right:
            found["right_by_characters"] = rows_of_right(self.right, "characters")
        if self.texts is not None:
            found["caption_samples"] = _sampled(self.samples, self.texts)
        if self.likeness:
            found["similarity"] = [row for one in self.likeness for row in one.correlated()]
        for one in self.likeness:
            if one.right:
                found[BY_LIKENESS[one.way]] = rows_of_right(one.right, "similarity")
        return found


def _numbered(found: PerQuery) -> list[dict[str, Any]]:
    numbers, every = np.arange(len(found.every)), found.every
    rows = rows_of(
        positives=numbers, queries=every, original=found.original, collected=found.collected
    )
    return [row for row in rows if any(list(row.values())[1:])]


def _by_rank(ranks: Mapping[str, RanksOfPositives]) -> list[dict[str, Any]]:
    return [
        {"run": run} | row
        for run, found in ranks.items()
        for row in rows_of(
            rank=np.arange(1, len(found.original) + 1),
            original=found.original,
            collected=found.collected,
        )
    ]


def _sampled(drawn: CaptionSamples, texts: Sequence[str]) -> list[dict[str, Any]]:
    sets = {"shortest": drawn.shortest, "median": drawn.median, "longest": drawn.longest}
    return [
        {"set": name, "characters": len(texts[number]), "text": texts[number]}
        for name, chosen in sets.items()
        for number in chosen.tolist()
    ]


def reuse(
    snapshot: Snapshot, texts: Texts | None, k: int = K, *, ways: str = "both", seed: int = 0
) -> Reuse:
    """Reuse of the snapshot's runs; the first two are compared. seed: of the caption samples.

    Without texts no captions are shown, nor compared with training captions. ways: of comparing
    with these, see metrics/studies/likeness.py.
    """
    check_draws(seed)
    runs = pooled_runs(snapshot)
    check_depth(runs[:2], k)
    positives = _positives(snapshot)
    every = positives["all"]
    pair = (runs[0].name, runs[1].name) if len(runs) > 1 else None
    correct = correct_of(runs, positives, k) if pair else None
    compared = ASKED[ways] if texts and texts.training else ()
    return Reuse(
        snapshot.benchmark,
        every.rule,
        k,
        _per_query(snapshot, positives),
        {run.name: ranks_of_positives(run.targets, every, positives["original"]) for run in runs},
        positives_by_length(snapshot.words, every.counts),
        pair,
        None if correct is None else right_by(snapshot.characters, correct, CHARACTERS),
        sample_by_length(snapshot.characters, seed=seed),
        texts.captions if texts else None,
        bool(texts and texts.training),
        tuple(likeness(way, snapshot, texts, correct) for way in compared if texts),
    )


def _positives(snapshot: Snapshot) -> dict[Rule, Pairs]:
    positives = {rule: snapshot.positives(rule) for rule in RULES}
    if not len(positives["all"].keys):
        raise NothingToStudy(
            f"{snapshot.benchmark} has no positive at all: label some pairs, or import captions"
            " with their videos"
        )
    return positives


def _per_query(snapshot: Snapshot, positives: Mapping[Rule, Pairs]) -> PerQuery:
    """Captions with the same text are one query, and their positives are its own. What is original
    for one of them is not counted as collected."""
    every, original = (
        positives[rule].gathered(snapshot.caption_queries, snapshot.queries).counts
        for rule in ("all", "original")
    )
    size = int(every.max(initial=0)) + 1
    return PerQuery(*(np.bincount(n, minlength=size) for n in (every, original, every - original)))


def _part(setup: Setup) -> Reuse:
    of, asked = of_videos(setup.snapshot), setup.asked
    k = min([K, *(run.depth for run in of.runs)])
    return reuse(of, setup.context.texts, k, ways=asked.likeness, seed=asked.seed)


STUDY = Study(
    name="reuse",
    title="Where positives stand",
    question=FOUND,
    version=2,
    findings=(Reuse,),
    part=_part,
    option="reuse",
    needs=(Need.TEXTS,),
    place=8,
)
