"""The tables of what can be learnt from a benchmark's positives."""

from collections.abc import Mapping, Sequence

import numpy as np

from metrics.measures.lengths import CaptionSamples, Grid, RankCorrelation, RightByLength
from metrics.measures.reusability import Counts, RanksOfPositives
from metrics.measures.scoring import TIES
from metrics.measures.similarity import GRAM, NEAREST, Values
from metrics.snapshot import Rule
from metrics.tables import Cell, Column, Percent, Table

ONE_RUN = "Who is right (Figures 3 and 8) takes two runs, and there is one."
NO_TRAINING = (
    "No training captions are kept, so test captions are compared with none: import_benchmark"
    " --training brings them in."
)


def per_query(histogram: Counts, rule: str) -> Table:
    columns = (Column("positives", "Positives"), Column("queries", "Queries"))
    rows = [(number, int(queries)) for number, queries in enumerate(histogram) if queries]
    notes = (
        f"Positives: {rule}.",
        f"n = {int(histogram.sum()):,} queries: captions with the same text are one.",
    )
    return Table("positives_per_query", "Positives of a query (Figure 11)", columns, rows, notes)


def by_rank(ranks: Mapping[str, RanksOfPositives]) -> Table:
    columns = (
        Column("run", "Run"),
        Column("rank", "Rank"),
        Column("original", "Original"),
        Column("collected", "Collected"),
    )
    rows: list[tuple[Cell, ...]] = [
        (run, rank, int(original), int(collected))
        for run, found in ranks.items()
        for rank, (original, collected) in enumerate(
            zip(found.original, found.collected, strict=True), start=1
        )
    ]
    notes = [
        f"{run}: {found.original_below:,} original and {found.collected_below:,} collected ones"
        f" below rank {len(found.original)}, the last that is looked at, or without a ranking."
        for run, found in ranks.items()
    ]
    about = ("Positives of captions by the rank that a run gave them.", f"Ties: {TIES}.")
    return Table(
        "ranks_of_positives", "Where positives stand (Figure 12)", columns, rows, (*about, *notes)
    )


def by_words(grid: Grid) -> Table:
    columns = (
        Column("words", "Words"),
        Column("positives", "Positives"),
        Column("captions", "Captions"),
    )
    cells = zip(grid.lengths.tolist(), grid.positives.tolist(), grid.captions.tolist(), strict=True)
    notes = (
        (
            f"n = {int(grid.captions.sum()):,} captions, by their length in words and the number of"
            " their positives."
        ),
    )
    return Table(
        "positives_by_words",
        "Positives by the length of captions (Figure 2)",
        columns,
        list(cells),
        notes,
    )


def by_characters(
    right: Mapping[Rule, RightByLength], pair: tuple[str, str], k: int, width: int
) -> Table:
    column = Column("characters", f"Characters, {width} a bin, from")
    title = "Who is right, by the length of captions (Figure 3)"
    return Table(
        "right_by_characters", title, _columns(column, pair), _right(right), _about_right(right, k)
    )


def by_similarity(
    right: Mapping[Rule, RightByLength], pair: tuple[str, str], k: int, width: int
) -> Table:
    column = Column("similarity", f"Similarity in %, {width} a bin, from")
    title = "Who is right, by the similarity to training captions (Figure 8)"
    return Table(
        "right_by_similarity", title, _columns(column, pair), _right(right), _about_right(right, k)
    )


def _columns(first: Column, pair: tuple[str, str]) -> tuple[Column, ...]:
    only = Column("only_first", f"Only {pair[0]}"), Column("only_second", f"Only {pair[1]}")
    return (
        Column("positives", "Positives"),
        first,
        Column("both", "Both"),
        *only,
        Column("neither", "Neither"),
    )


def _right(right: Mapping[Rule, RightByLength]) -> list[tuple[Cell, ...]]:
    return [
        (rule, *(int(number) for number in row))
        for rule, one in right.items()
        for row in zip(
            one.starts, one.both, one.only_first, one.only_second, one.neither, strict=True
        )
    ]


def _about_right(right: Mapping[Rule, RightByLength], k: int) -> list[str]:
    left_out = [
        f"{rule}: {one.left_out:,} captions without positives left out."
        for rule, one in right.items()
        if one.left_out
    ]
    return [
        f"Captions; a run is right if a positive is among its first {k} (C@{k}).",
        f"Ties: {TIES}.",
        *left_out,
    ]


def samples(drawn: CaptionSamples, texts: Sequence[str], about: Sequence[str]) -> Table:
    columns = (Column("set", "Set"), Column("characters", "Characters"), Column("text", "Caption"))
    sets = {"shortest": drawn.shortest, "median": drawn.median, "longest": drawn.longest}
    rows = [
        (name, len(texts[number]), texts[number])
        for name, chosen in sets.items()
        for number in chosen.tolist()
    ]
    note = (
        "Ten of the 100 shortest captions, of the 100 in the middle, and of the 100 longest, by"
        f" characters; seed {drawn.seed}."
    )
    return Table(
        "caption_samples",
        "Captions by their length (Tables 5 and 6)",
        columns,
        rows,
        (note, *about),
    )


def correlations(found: Mapping[str, RankCorrelation], values: Values, training: int) -> Table:
    columns = (
        Column("length", "Length in"), Column("spearman", "Spearman"), Column("kendall", "Kendall"), Column("n", "n"),
        Column("mean", "Mean similarity"),
    )  # fmt: skip
    known = values[~np.isnan(values)]
    mean = Percent(float(known.mean()) if len(known) else None)
    rows = [
        (name, _known(one.spearman), _known(one.kendall), one.n, mean)
        for name, one in found.items()
    ]
    notes = [
        (
            f"Similarity of a caption: its mean cosine with the {NEAREST} nearest of {training:,}"
            " training captions."
        ),
        f"Cosines are of character {GRAM}-grams, weighed by TF-IDF over the test captions.",
        "Kendall: tau-b. Undefined (–) where all lengths or all similarities are the same.",
    ]
    short = len(values) - len(known)
    notes += (
        [f"{short:,} captions of fewer than {GRAM} characters left out: they have no {GRAM}-gram."]
        if short
        else []
    )
    return Table(
        "similarity", "Similarity to training captions and length (Table 7)", columns, rows, notes
    )


def _known(value: float) -> float | None:
    return None if np.isnan(value) else value
