"""The tables of agreement beside its figures: slice by slice, what raters disagree about, and the
raters, each beside the others and two by two."""

from collections.abc import Iterator, Sequence

from measures.disagreements import IRRELEVANT_UNABLE, OPPOSITE, REASONS_DIFFER, RELEVANT_UNABLE
from measures.quantity import Quantity
from metrics.studies.agreement import AgreementStudy
from metrics.studies.agreement_slices import DAY, AgreementSlice
from metrics.studies.disputed import NOT_NAMED_KEY
from metrics.studies.raters import RaterRow
from metrics.table import (
    Cell,
    Column,
    Drawn,
    Of,
    Percent,
    Table,
    Word,
    absent_intervals,
    cell_of,
    cells_of,
    drawn_table,
    ends,
    joined,
    marked_intervals,
    percents,
    plain,
    with_ends,
    words,
)
from metrics.words import counted

HOW = (
    "Score intervals of an effective number of pairs: fewer than there are, where pairs of one"
    " video are alike. Where all agree, videos are counted in place of pairs."
)


def slices(study: AgreementStudy) -> Iterator[Table]:
    found, daily = study.slices, study.slices.over_time.step == DAY
    # Figure 7, of all labels: third ones are in it, and in no figure above.
    yield _by_slice(
        "figure7",
        "Agreement by number of labels, third ones included (Figure 7)",
        study,
        found.by_number,
        words(number=Of("place", Word("Labels of a pair"))),
        "All labels of a pair, third ones too, whatever labels the figures are of. A third label is"
        " asked for where two disagree, so pairs with three are the hard ones.",
    )
    yield _by_slice(
        "by_time",
        "Agreement over time, by day" if daily else "Agreement over time, by week",
        study,
        found.over_time.slices,
        words(day=Of("name", "Day")) if daily else words(week=Of("name", "Week of")),
        "A pair counts on the day of the last of its labels, in UTC. Labels that were imported"
        " without a time have the time of their import.",
        *([] if daily else ["A week is named by its Monday."]),
    )
    yield _by_slice(
        "by_length",
        "Agreement by length of caption",
        study,
        found.by_length,
        words(words=Of("name", "Words")),
        "Length of the caption, in words.",
    )
    if found.by_column:
        yield _by_slice(
            "by_column",
            "Agreement by columns of the file",
            study,
            found.by_column,
            joined(plain(column="Column"), words(value=Of("name", "Value"))),
            "What the benchmark's files say of captions: of a column with many values the most"
            " frequent ones, and all others together. Captions of one text of which they say"
            " different things are left out.",
        )


# Long by what a table has, one argument for each.
def _by_slice(
    key: str,
    title: str,
    study: AgreementStudy,
    rows: Sequence[AgreementSlice],
    named: Drawn,
    *about: str,
) -> Table:
    shares = {one.name: one.agreement for one in rows}
    alphas = {one.name: one.alpha for one in rows if not one.alpha.reason}
    of_alpha = "interval of alpha"
    return drawn_table(
        key,
        title,
        rows,
        named,
        plain(pairs="n (pairs)"),
        with_ends("agreement", "Percent agreement"),
        cell_of(lambda one: Quantity(one.alpha.value, one.alpha.reason), alpha="Alpha"),
        ends("alpha", key="alpha_", percent=False),
        notes=[
            *about,
            HOW,
            f"Of {of_whom(study)}.",
            *absent_intervals(shares),
            *absent_intervals(alphas, called=of_alpha),
            *marked_intervals(shares),
            *marked_intervals(alphas, called=of_alpha),
        ],
    )


def of_whom(study: AgreementStudy) -> str:
    """Whether intervals are about these raters, beside every number that has one."""
    raters = counted(study.rater_groups, "rater")
    if study.raters_as == "drawn":
        return f"{raters}, taken as drawn from raters like these"
    return f"{raters}, taken as they are: of other raters nothing is said"


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
        cell_of(lambda one: Word(TITLES[one.kind]), kind="Disagreement"),
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
        cell_of(lambda one: Word(title_of_mistake(one.mistake)), mistake="What was mistaken"),
        plain(pairs="n (pairs)"),
        percents(share="Share"),
        ends("share"),
        notes=[note],
    )


def title_of_mistake(name: str) -> str:
    """What the adjudicator's page calls it."""
    return TITLES.get(name) or name.replace("_", " ").capitalize()


# A matrix of more raters than this cannot be read; the list of raters two by two says the same.
MOST_ACROSS = 20
BELOW = Word("agrees less")
OF_THESE = "The intervals of this table are for the raters as they are, not for raters like these."


def raters(study: AgreementStudy) -> Table:
    below = {row.rater for row in study.below_the_rest}
    sides = (
        ("others", "others", Word("n (others)"), Word("Others")),
        ("gold", "gold", Word("n (gold)"), Word("Gold")),
        ("verdict", "verdicts", Word("n (verdict)"), Word("Verdict")),
    )
    notes = [
        (
            "Others: the share of comparisons with another rater's label of the same pair in which"
            " both say the same."
        ),
        (
            "Gold: with hidden known answers. Verdict: with what became of the pair; the rater's"
            " own label is a part of that."
        ),
        (
            "Wilson's intervals of an effective number of comparisons, as those on one video are"
            " alike; gold is known of no video, and its comparisons are taken as independent."
        ),
        *([OF_THESE] if study.raters_as == "drawn" else []),
        *absent_intervals({row.name: row.others.share for row in study.raters if row.others.n}),
        (
            f"{BELOW.capitalize()}: the interval, widened so that it holds for all raters at once"
            " (Bonferroni), ends below what the others agree with each other."
        ),
    ]
    return drawn_table(
        "raters",
        "Raters beside others, gold and verdicts",
        study.raters,
        plain(rater=Of("name", "Rater"), labels="Labels"),
        *(part for side in sides for part in _beside(*side)),
        cell_of(lambda row: BELOW if row.rater in below else "", note="Beside the rest"),
        notes=notes,
    )


def matrix(study: AgreementStudy) -> Table:
    """Agreement above the diagonal, how many pairs were shared below it."""
    by_pair = {frozenset((two.a, two.b)): two for two in study.two_by_two}
    every = list(enumerate(study.raters))

    def met(row: int, across: RaterRow, column: int, down: RaterRow) -> Cell:
        two = by_pair.get(frozenset((across.rater, down.rater)))
        if row > column:
            return two.shared if two else 0
        return None if row == column else Percent(two.share.value if two else None)

    rows = [[one[1].name, *(met(*one, *other) for other in every)] for one in every]
    columns = [Column("rater", "Rater"), *(Column(f"rater_{r.rater}", r.name) for _, r in every)]
    note = (
        "Above the diagonal: the share of shared pairs on which the two agree. Below: how many"
        " pairs they share."
    )
    return Table("matrix", "Raters two by two", columns, rows, [note])


def two_by_two(study: AgreementStudy) -> Table:
    note = (
        "The share of the pairs that both labelled on which they agree; Wilson's intervals, which"
        " take pairs as independent. Who shares none is not listed."
    )
    return drawn_table(
        "pairwise",
        "Raters two by two, as a list",
        study.two_by_two,
        cells_of(lambda two: [study.names[two.a], study.names[two.b]], a="Rater", b="and rater"),
        plain(shared="Shared pairs"),
        percents(agreement=Of("share", "Agreement")),
        ends("share"),
        notes=[note],
    )


def _beside(key: str, side: str, n: str, title: str) -> tuple[Drawn, ...]:
    return (
        plain(**{f"{key}_n": Of(f"{side}.n", n)}),
        percents(**{f"{key}_agreement": Of(f"{side}.share", title)}),
        ends(f"{side}.share", key=f"{key}_"),
    )
