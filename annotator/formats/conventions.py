"""What a manifest says of how its files are to be read."""

CONVENTIONS = {
    "triplets": "One row for each pair with a verdict: relevant, irrelevant, or disagreement.",
    "log": (
        "One row for each label ever given, in order; superseded labels stand, and so do"
        " disregarded ones, which were asked for again and count for no verdict. Times are UTC."
    ),
    "qrels": (
        "qid 0 docid rel, or with strata qid 0 docid stratum rel. 1 relevant, 0 irrelevant, -1"
        " pooled without a verdict (not judged yet, or a disagreement)."
    ),
    "fire": (
        "The raters' own labels; more than half decide, else it is a disagreement."
        " Where adjudicator_id stands, that person decided, and is none of the raters."
    ),
}
TWICE = (
    "{safe} is for spreadsheets: a cell that one would take for a formula begins with a quote, and"
    " its header's first name is quoted if there is any such cell. {exact} is for tools. Either can"
    " be imported."
)
SHARED = (
    "Captions with the same text are one query, named by the first of them.",
    "Raters bear pseudonyms drawn for this release.",
)
