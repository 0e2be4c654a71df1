"""Where positives stand, and which captions have them: Figures 2, 3, 8, 11 and 12 and Tables 5 to
7, as numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from metrics.measures.arrays import Counts, Values
from metrics.measures.estimate import known
from metrics.measures.hits import Pairs, find_hits
from metrics.measures.kinds.correct import correct_at
from metrics.measures.lengths import (
    CaptionSamples,
    Grid,
    RankCorrelation,
    RightByLength,
    correlate_ranks,
    positives_by_length,
    right_by_length,
    sample_by_length,
)
from metrics.measures.reusability import (
    RanksOfPositives,
    contains,
    ranks_of_positives,
)
from metrics.measures.scoring import TIES
from metrics.measures.similarity import similarity_to_training
from metrics.snapshot import Rule, Snapshot, StoredRun
from metrics.studies.description import Setup, Study
from metrics.studies.pooled import check_depth, of_videos, pooled_runs
from metrics.studies.scored import check_draws
from metrics.studies.study import NothingToStudy

RULES: tuple[Rule, ...] = ("original", "all")
K = 5
CHARACTERS = 20  # in a bin
HUNDREDTHS = 10  # of similarity, in a bin

Right = Mapping[Rule, RightByLength]


@dataclass(frozen=True, slots=True)
class Texts:
    captions: Sequence[str]
    training: Sequence[str]


@dataclass(frozen=True, slots=True)
class Similarity:
    """Of captions to training captions: (captions,), nan where a caption has no 5-gram."""

    values: Values
    training: int
    right: Right | None  # by hundredths; None where there are no two runs
    correlations: Mapping[str, RankCorrelation]  # with the length in words, and in characters

    @property
    def short(self) -> int:
        """Captions without a 5-gram, which are left out."""
        return int(np.isnan(self.values).sum())


@dataclass(frozen=True, slots=True)
class Reuse:
    benchmark: str
    rule: str
    k: int
    histogram: Counts  # queries by how many positives they have
    ranks: Mapping[str, RanksOfPositives]  # by run
    by_words: Grid
    pair: tuple[str, str] | None  # the two runs that are compared
    right: Right | None  # by characters
    samples: CaptionSamples
    texts: (
        Sequence[str] | None
    )  # None where captions are not shown, nor compared with training captions
    similarity: Similarity | None

    def as_json(self) -> dict[str, Any]:
        return {
            "benchmark": self.benchmark,
            "positives": self.rule,
            "k": self.k,
            "runs_compared": None if self.pair is None else list(self.pair),
            "seed": self.samples.seed,
            "training_captions": 0 if self.similarity is None else self.similarity.training,
            "ties": TIES,
            **self.listings(),
        }

    def listings(self) -> dict[str, list[dict[str, Any]]]:
        """The rows of each table, in the order of its columns."""
        found = {
            "positives_per_query": _numbered(self.histogram),
            "ranks_of_positives": _by_rank(self.ranks),
            "positives_by_words": _by_words(self.by_words),
        }
        if self.right:
            found["right_by_characters"] = _who_is_right(self.right, "characters")
        if self.texts is not None:
            found["caption_samples"] = _sampled(self.samples, self.texts)
        if self.similarity is not None:
            found["similarity"] = _correlated(self.similarity)
            if self.similarity.right:
                found["right_by_similarity"] = _who_is_right(self.similarity.right, "similarity")
        return found


def _numbered(histogram: Counts) -> list[dict[str, Any]]:
    return [
        {"positives": number, "queries": int(queries)}
        for number, queries in enumerate(histogram)
        if queries
    ]


def _by_rank(ranks: Mapping[str, RanksOfPositives]) -> list[dict[str, Any]]:
    return [
        {"run": run, "rank": rank, "original": int(original), "collected": int(collected)}
        for run, found in ranks.items()
        for rank, (original, collected) in enumerate(
            zip(found.original, found.collected, strict=True), start=1
        )
    ]


def _by_words(grid: Grid) -> list[dict[str, Any]]:
    cells = zip(grid.lengths.tolist(), grid.positives.tolist(), grid.captions.tolist(), strict=True)
    return [dict(zip(("words", "positives", "captions"), cell, strict=True)) for cell in cells]


def _who_is_right(right: Right, by: str) -> list[dict[str, Any]]:
    names = (by, "both", "only_first", "only_second", "neither")
    return [
        {"positives": rule} | {name: int(number) for name, number in zip(names, row, strict=True)}
        for rule, one in right.items()
        for row in zip(
            one.starts, one.both, one.only_first, one.only_second, one.neither, strict=True
        )
    ]


def _sampled(drawn: CaptionSamples, texts: Sequence[str]) -> list[dict[str, Any]]:
    sets = {"shortest": drawn.shortest, "median": drawn.median, "longest": drawn.longest}
    return [
        {"set": name, "characters": len(texts[number]), "text": texts[number]}
        for name, chosen in sets.items()
        for number in chosen.tolist()
    ]


def _correlated(similarity: Similarity) -> list[dict[str, Any]]:
    values = similarity.values[~np.isnan(similarity.values)]
    mean = float(values.mean()) if len(values) else None
    return [
        {
            "length": name,
            "spearman": known(one.spearman),
            "kendall": known(one.kendall),
            "n": one.n,
            "mean": mean,
        }
        for name, one in similarity.correlations.items()
    ]


def reuse(snapshot: Snapshot, texts: Texts | None, k: int = K, *, seed: int = 0) -> Reuse:
    """Of the snapshot's runs, the first two of which are compared. seed: of the caption samples.

    Without texts no captions are shown, nor compared with training captions.
    """
    check_draws(seed)
    runs = pooled_runs(snapshot)
    check_depth(runs[:2], k)
    positives = _positives(snapshot)
    every = positives["all"]
    pair = (runs[0].name, runs[1].name) if len(runs) > 1 else None
    correct = (
        {rule: _correct(runs, found, k) for rule, found in positives.items()} if pair else None
    )
    return Reuse(
        snapshot.benchmark,
        every.rule,
        k,
        np.bincount(_per_query(snapshot, every)),
        {run.name: _ranks(snapshot, run, every, positives["original"]) for run in runs},
        positives_by_length(snapshot.words, every.counts),
        pair,
        _right(snapshot.characters, correct, CHARACTERS),
        sample_by_length(snapshot.characters, seed=seed),
        texts.captions if texts else None,
        _similarity(snapshot, texts, correct) if texts and texts.training else None,
    )


def _positives(snapshot: Snapshot) -> dict[Rule, Pairs]:
    positives = {rule: snapshot.positives(rule) for rule in RULES}
    if not len(positives["all"].keys):
        raise NothingToStudy(
            f"{snapshot.benchmark} has no positive at all: label some pairs, or import captions"
            " with their videos"
        )
    return positives


def _per_query(snapshot: Snapshot, positives: Pairs) -> Counts:
    """(queries,): captions with the same text are one query, and their positives are its own."""
    return positives.gathered(snapshot.caption_queries, snapshot.queries).counts


def _ranks(
    snapshot: Snapshot, run: StoredRun, positives: Pairs, original: Pairs
) -> RanksOfPositives:
    own = np.arange(snapshot.captions)  # originals belong to captions, not to queries
    return ranks_of_positives(
        run.targets, own, snapshot.videos, positives.keys, contains(original.keys, positives.keys)
    )


def _correct(runs: Sequence[StoredRun], positives: Pairs, k: int) -> tuple[Values, Values]:
    """C@K of the first two runs."""
    first, second = (correct_at(find_hits(run.targets, positives), k) for run in runs[:2])
    return first, second


def _right(
    lengths: Counts, correct: Mapping[Rule, tuple[Values, Values]] | None, width: int
) -> Right | None:
    if correct is None:
        return None
    return {
        rule: right_by_length(lengths, first, second, width=width)
        for rule, (first, second) in correct.items()
    }


def _similarity(
    snapshot: Snapshot, texts: Texts, correct: Mapping[Rule, tuple[Values, Values]] | None
) -> Similarity:
    values = similarity_to_training(texts.captions, texts.training)
    there = ~np.isnan(values)
    # Rounded first: a similarity of 1 may come out as a little less, and belongs to the highest
    # bin.
    hundredths = np.floor(100 * np.round(values[there], 9)).astype(np.int64)
    of_known = correct and {
        rule: (first[there], second[there]) for rule, (first, second) in correct.items()
    }
    lengths = {"words": snapshot.words, "characters": snapshot.characters}
    correlations = {
        name: correlate_ranks(values, length.astype(np.float64)) for name, length in lengths.items()
    }
    return Similarity(
        values, len(texts.training), _right(hundredths, of_known, HUNDREDTHS), correlations
    )


def _part(setup: Setup) -> Reuse:
    of = of_videos(setup.snapshot)
    k = min([K, *(run.depth for run in of.runs)])
    return reuse(of, None, k, seed=setup.asked.seed)


STUDY = Study(
    name="reuse",
    title="Where positives stand",
    version=1,
    findings=(Reuse,),
    part=_part,
    option="reuse",
    place=8,
)
