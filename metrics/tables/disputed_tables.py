"""The tables of what raters disagree about: kinds of disagreement, and kinds of mistakes."""

from measures.disagreements import (
    IRRELEVANT_UNABLE,
    OPPOSITE,
    REASONS_DIFFER,
    RELEVANT_UNABLE,
)
from metrics.studies.agreement import AgreementStudy
from metrics.studies.disputed import NOT_NAMED_KEY
from metrics.table import Table, cell_of, drawn_table, ends, marked_intervals, percents, plain

TITLES = {
    OPPOSITE: "Relevant against irrelevant",
    RELEVANT_UNABLE: "Relevant against cannot judge",
    IRRELEVANT_UNABLE: "Irrelevant against cannot judge",
    REASONS_DIFFER: "Cannot judge, for different reasons",
    NOT_NAMED_KEY: "Not named",
}


def by_kind(study: AgreementStudy) -> Table:
    found = study.disputed
    notes = (
        (
            f"Shares are of the {found.answered:,} pairs that two raters or more answered, cannot"
            f" judge included; on {found.differing:,} of these, two answers differ. A pair can be"
            " in more than one row."
        ),
        "The columns to the right say what became of the pairs.",
        *marked_intervals({TITLES[one.kind]: one.share for one in found.kinds if one.pairs}),
    )
    return drawn_table(
        "kinds",
        "Disagreements by kind",
        found.kinds,
        cell_of(lambda one: TITLES[one.kind], kind="Disagreement"),
        plain(pairs="n (pairs)"),
        percents(share="Share"),
        ends("share"),
        plain(
            relevant="Now relevant",
            irrelevant="Now irrelevant",
            disagreement="Disputed",
            open="Open",
            adjudicated="Decided by an adjudicator",
        ),
        notes=notes,
    )


def by_mistake(study: AgreementStudy) -> Table:
    found = study.disputed
    note = (
        f"Of the {found.decided:,} pairs that some raters called relevant and some irrelevant, and"
        " that an adjudicator decided: what the decision says that the overruled raters got wrong."
    )
    return drawn_table(
        "mistakes",
        "Kinds of mistakes, as adjudicators named them",
        found.mistakes,
        cell_of(lambda one: title_of_mistake(one.mistake), mistake="What was mistaken"),
        plain(pairs="n (pairs)"),
        percents(share="Share"),
        ends("share"),
        notes=[note],
    )


def title_of_mistake(name: str) -> str:
    """What the adjudicator's page calls it."""
    return TITLES.get(name) or name.replace("_", " ").capitalize()
