"""The tables of what can be learnt from a benchmark's positives."""

from collections.abc import Sequence

from measures.scoring import TIES
from measures.similarity import GRAM, NEAREST
from measures.similarity_as_released import GRAMS_RELEASED, NEAREST_RELEASED
from metrics.studies.likeness import HUNDREDTHS, Likeness, Right
from metrics.studies.reuse import BY_LIKENESS, CHARACTERS, Reuse
from metrics.table import Column, Percent, Table, titled

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
    "right_by_similarity_released": (
        "Who is right, by the similarity that the release computed (Figure 8)"
    ),
}
COLUMNS = {
    "positives_per_query": titled(
        positives="Positives",
        queries="Queries",
        original="Queries by original",
        collected="Queries by collected",
    ),
    "ranks_of_positives": titled(
        run="Run", rank="Rank", original="Original", collected="Collected"
    ),
    "positives_by_words": titled(words="Words", positives="Positives", captions="Captions"),
    "caption_samples": titled(set="Set", characters="Characters", text="Caption"),
    "similarity": titled(
        convention="As in the",
        length="Length in",
        spearman="Spearman",
        kendall="Kendall",
        n="n",
        mean="Mean similarity",
    ),
}
# Of who is right: what the captions are told apart by.
BY = {
    "right_by_characters": Column("characters", f"Characters, {CHARACTERS} a bin, from"),
    **{
        key: Column("similarity", f"Similarity in %, {HUNDREDTHS} a bin, from")
        for key in BY_LIKENESS.values()
    },
}
# How captions are compared with training captions, in each of the ways.
DEFINED = {
    "text": [
        (
            f"Similarity by the paper's text: mean cosine with the {NEAREST} nearest training"
            f" captions, of character {GRAM}-grams, weighed by TF-IDF over the test captions."
        )
    ],
    "release": [
        (
            f"Similarity by the paper's release: mean cosine with the {NEAREST_RELEASED} nearest"
            f" training captions, of character {GRAMS_RELEASED[0]}- to {GRAMS_RELEASED[1]}-grams"
            " inside words, weighed by TF-IDF over the test captions."
        ),
        "The release's code, and not the paper's text, gives the digits of the paper's Table 7.",
    ],
}
TOO_SHORT = {
    "text": f"of fewer than {GRAM} characters left out: they have no {GRAM}-gram",
    "release": "without a word left out",
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
    untrained = found.texts is not None and not found.trained
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
        *titled(neither="Neither", n="n"),
    )


def _notes(found: Reuse, name: str) -> list[str]:
    own = {
        "positives_per_query": _about_queries,
        "ranks_of_positives": _about_ranks,
        "positives_by_words": _about_words,
        "caption_samples": _about_samples,
        "right_by_characters": lambda found: _about_right(found.right, found.k),
        "similarity": _about_similarity,
    }
    if name in own:
        return own[name](found)
    one = next(one for one in found.likeness if BY_LIKENESS[one.way] == name)
    return [*_about_right(one.right, found.k), *_defined(one)]


def _about_queries(found: Reuse) -> list[str]:
    queries = int(found.per_query.every.sum())
    return [
        f"Positives: {found.rule}.",
        f"n = {queries:,} queries: captions with the same text are one.",
        (
            "A row counts the queries that have so many positives, that have so many original"
            " ones, and that have so many collected ones, which are not original."
        ),
    ]


def _about_words(found: Reuse) -> list[str]:
    captions = int(found.by_words.captions.sum())
    return [
        f"n = {captions:,} captions, by their length in words and the number of their positives."
    ]


def _about_samples(found: Reuse) -> list[str]:
    return [
        (
            "Ten of the 100 shortest captions, of the 100 in the middle, and of the 100"
            f" longest, by characters; seed {found.samples.seed}."
        )
    ]


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


def _about_similarity(found: Reuse) -> list[str]:
    return [
        f"Test captions are compared with {found.likeness[0].training:,} training captions.",
        *(note for one in found.likeness for note in _defined(one)),
        "Kendall: tau-b. Undefined (–) where all lengths or all similarities are the same.",
    ]


def _defined(one: Likeness) -> list[str]:
    short = [f"{one.short:,} captions {TOO_SHORT[one.way]}."] if one.short else []
    return DEFINED[one.way] + short
