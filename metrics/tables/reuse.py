"""The tables of what can be learnt from a benchmark's positives."""

from collections.abc import Sequence

from metrics.measures.scoring import TIES
from metrics.measures.similarity import GRAM, NEAREST
from metrics.studies.reuse import CHARACTERS, HUNDREDTHS, Reuse, Right, Similarity
from metrics.table import Column, Percent, Table

ONE_RUN = "Who is right (Figures 3 and 8) takes two runs, and there is one."
NO_TRAINING = (
    "No training captions are kept, so test captions are compared with none: import_benchmark"
    " --training brings them in."
)
TITLES = {
    "positives_per_query": "Positives of a query (Figure 11)",
    "ranks_of_positives": "Where positives stand (Figure 12)",
    "positives_by_words": "Positives by the length of captions (Figure 2)",
    "right_by_characters": "Who is right, by the length of captions (Figure 3)",
    "caption_samples": "Captions by their length (Tables 5 and 6)",
    "similarity": "Similarity to training captions and length (Table 7)",
    "right_by_similarity": "Who is right, by the similarity to training captions (Figure 8)",
}
COLUMNS = {
    "positives_per_query": (Column("positives", "Positives"), Column("queries", "Queries")),
    "ranks_of_positives": (
        Column("run", "Run"),
        Column("rank", "Rank"),
        Column("original", "Original"),
        Column("collected", "Collected"),
    ),
    "positives_by_words": (
        Column("words", "Words"),
        Column("positives", "Positives"),
        Column("captions", "Captions"),
    ),
    "caption_samples": (
        Column("set", "Set"),
        Column("characters", "Characters"),
        Column("text", "Caption"),
    ),
    "similarity": (
        Column("length", "Length in"),
        Column("spearman", "Spearman"),
        Column("kendall", "Kendall"),
        Column("n", "n"),
        Column("mean", "Mean similarity"),
    ),
}
# Of who is right: what the captions are told apart by.
BY = {
    "right_by_characters": Column("characters", f"Characters, {CHARACTERS} a bin, from"),
    "right_by_similarity": Column("similarity", f"Similarity in %, {HUNDREDTHS} a bin, from"),
}


def tables(found: Reuse) -> Sequence[Table]:
    """Their rows are those of the JSON."""
    listings = found.listings()
    notes = {name: _notes(found, name) for name in listings}
    columns = {name: _columns(found, name) for name in listings}
    notes["caption_samples" if found.texts is not None else list(listings)[-1]] += _missing(found)
    return [
        Table(
            name,
            TITLES[name],
            columns[name],
            [
                tuple(
                    Percent(row[column.key]) if column.key == "mean" else row[column.key]
                    for column in columns[name]
                )
                for row in rows
            ],
            notes[name],
        )
        for name, rows in listings.items()
    ]


def _missing(found: Reuse) -> list[str]:
    """What would be here, if there were more to look at."""
    one_run = [ONE_RUN] if found.pair is None else []
    untrained = found.texts is not None and found.similarity is None
    return one_run + ([NO_TRAINING] if untrained else [])


def _columns(found: Reuse, name: str) -> tuple[Column, ...]:
    if name not in BY:
        return COLUMNS[name]
    first, second = found.pair or ("", "")
    return (
        Column("positives", "Positives"),
        BY[name],
        Column("both", "Both"),
        Column("only_first", f"Only {first}"),
        Column("only_second", f"Only {second}"),
        Column("neither", "Neither"),
    )


def _notes(found: Reuse, name: str) -> list[str]:  # noqa: PLR0911  (one for each table)
    if name == "positives_per_query":
        queries = int(found.histogram.sum())
        return [
            f"Positives: {found.rule}.",
            f"n = {queries:,} queries: captions with the same text are one.",
        ]
    if name == "ranks_of_positives":
        return _about_ranks(found)
    if name == "positives_by_words":
        captions = int(found.by_words.captions.sum())
        return [
            (
                f"n = {captions:,} captions, by their length in words and the number of their"
                " positives."
            )
        ]
    if name == "caption_samples":
        return [
            (
                "Ten of the 100 shortest captions, of the 100 in the middle, and of the 100"
                f" longest, by characters; seed {found.samples.seed}."
            )
        ]
    similarity = found.similarity
    if name == "right_by_characters":
        return _about_right(found.right, found.k)
    if name == "right_by_similarity":
        return _about_right(similarity.right if similarity else None, found.k)
    return _about_similarity(similarity) if similarity else []


def _about_ranks(found: Reuse) -> list[str]:
    below = [
        f"{run}: {one.original_below:,} original and {one.collected_below:,} collected ones below"
        f" rank {len(one.original)}, the last that is looked at, or without a ranking."
        for run, one in found.ranks.items()
    ]
    return ["Positives of captions by the rank that a run gave them.", f"Ties: {TIES}.", *below]


def _about_right(right: Right | None, k: int) -> list[str]:
    left_out = [
        f"{rule}: {one.left_out:,} captions without positives left out."
        for rule, one in (right or {}).items()
        if one.left_out
    ]
    return [
        f"Captions; a run is right if a positive is among its first {k} (C@{k}).",
        f"Ties: {TIES}.",
        *left_out,
    ]


def _about_similarity(similarity: Similarity) -> list[str]:
    short = similarity.short
    notes = [
        (
            f"Similarity of a caption: its mean cosine with the {NEAREST} nearest of"
            f" {similarity.training:,} training captions."
        ),
        f"Cosines are of character {GRAM}-grams, weighed by TF-IDF over the test captions.",
        "Kendall: tau-b. Undefined (–) where all lengths or all similarities are the same.",
    ]
    left_out = f"{short:,} captions of fewer than {GRAM} characters left out: they have no"
    return notes + ([f"{left_out} {GRAM}-gram."] if short else [])
