"""How sure the mean of N labelled captions is (the paper's section 4.3), and what they show of two
runs."""

from collections.abc import Iterator, Sequence

from measures.estimate import LEVEL, USUAL
from measures.power import ALPHA, POWER
from measures.scoring import TIES, Summary
from metrics.studies.sample_size import QUANTILES, HalfWidth, SampleSizes
from metrics.studies.witness_sizes import Needed
from metrics.studies.witnessed import CAPTIONS
from metrics.table import (
    NO_SPAN,
    Cell,
    Of,
    Percent,
    Span,
    Table,
    cell_of,
    cells_of,
    drawn_table,
    ends,
    percents,
    plain,
    words,
)
from metrics.tables.comparison import whole

RUN = plain(run="Run", measure=Of("summary.measure", "Measure"), n=Of("size", "N"))
DRAWN_FROM = plain(captions=Of("summary.n", "Drawn from"))
ABOUT_TWO_RUNS = (
    (
        "Discordant: the share of captions for which exactly one of the two is right, or, where"
        " captions are more than right or wrong, whose scores differ."
    ),
    (
        "Detectable: the smallest true difference of the two that a test of N captions finds, at"
        f" alpha {ALPHA} with power {POWER:.0%}, by Student's t with the error of videos and texts"
        " as clusters."
    ),
    (
        "Captions needed: at how many the difference that was observed would be found so, if it is"
        " the true one and new captions are like these, as many to a source video."
    ),
)
TOLD = 0.02  # in a sentence, and the rest in the table
DRAWN = "How captions were drawn is known of the pool; another draw by the same design is meant."
BASES = {
    "most": (
        "too few labels tell how values vary, so that people alone is the most that it could take"
    ),
    "scores": "people alone is from how scores of captions vary as they are labelled now",
}


def tables(found: SampleSizes) -> Sequence[Table]:
    sizes = drawn_table(
        "sample_size",
        f"How sure the mean of N labelled captions is: {found.benchmark}",
        found.rows,
        RUN,
        percents(
            half_width="Half-width", expected="Expected", score=Of("summary.value.value", "Score")
        ),
        DRAWN_FROM,
        notes=_notes(found),
    )
    return [sizes, *_two_runs(found), *_needed(found), _distances(found)]


def _two_runs(found: SampleSizes) -> list[Table]:
    if not found.two_runs:
        return []
    reasons = dict.fromkeys(
        f"{row.a}, {row.b}, {row.measure}: {why}."
        for row in found.two_runs
        for why in dict.fromkeys((row.detectable.reason, row.needed.reason))
        if why
    )
    table = drawn_table(
        "two_runs",
        f"What N labelled captions show of two runs: {found.benchmark}",
        found.two_runs,
        plain(a="A", b="B", measure="Measure", n=Of("size", "N")),
        percents(difference="A - B", discordant="Discordant", detectable="Detectable"),
        cell_of(lambda row: whole(row.needed), captions_needed="Captions needed"),
        plain(captions="Scored in both"),
        notes=[*ABOUT_TWO_RUNS, *reasons],
    )
    return [table]


def _needed(found: SampleSizes) -> list[Table]:
    """People alone first."""
    if not found.needed:
        return []
    names = " and ".join(found.witnesses)
    table = drawn_table(
        "needed",
        f"What people have to label, alone and with {names}: {found.benchmark}",
        found.needed,
        plain(run="Run", measure="Measure"),
        percents(half_width="Half-width"),
        cells_of(_counts, people="People alone", witness=f"With {names}", witness_interval="95 %"),
        words(unit="Unit"),
        plain(population="Of", labelled="Labelled", worth="Worth"),
        ends("worth", key="worth_", titles={USUAL: "95 % of worth"}, percent=False),
        notes=[*_about_needed(found, names), *_in_sentences(found.needed, names)],
    )
    return [table]


def _counts(row: Needed) -> list[Cell]:
    ends = row.witness.ends()
    about = None if row.witness.value is None else int(row.witness.value)
    return [whole(row.people), about, NO_SPAN if ends is None else Span(int(ends[0]), int(ends[1]))]


def _about_needed(found: SampleSizes, names: str) -> Iterator[str]:
    yield (
        "Half-width: half of the 95 % interval of a corrected score over these captions. Of the"
        " captions counted, drawn at random, people judge a run's misses alone under C@K."
    )
    yield (
        f"With {names}: as many as people alone would need, were the variance less by the worth"
        " that labels which are there show. Where its interval includes 1, people alone."
    )
    yield DRAWN if found.pooled else CAPTIONS
    for basis, note in BASES.items():
        rows = dict.fromkeys(row.figure for row in found.needed if row.basis == basis)
        if rows:
            yield f"{'; '.join(rows)}: {note}."


def _in_sentences(rows: Sequence[Needed], names: str) -> list[str]:
    """One for each figure: to two points, or the first that was asked for; or why no witness
    helps."""
    usual = TOLD if any(row.half_width == TOLD for row in rows) else rows[0].half_width
    said = []
    for row in (row for row in rows if row.half_width == usual):
        if row.people.value is None or row.witness.value is None:
            why = f"{row.figure}: {row.people.reason or row.witness.reason}."
            said.append(why)
            continue
        low, high = row.witness.ends() or (row.witness.value, row.witness.value)
        said.append(
            f"{row.figure}: to ±{100 * row.half_width:g} points: {row.people.value:,.0f}"
            f" {row.unit}; with {names} about {row.witness.value:,.0f}"
            f" ({low:,.0f} to {high:,.0f})."
        )
    return said


def _distances(found: SampleSizes) -> Table:
    quantiles = {name: f"{100 * at:g} %" for name, at in QUANTILES.items()}
    notes = [
        (
            "How far the mean of N captions is from the mean of all, either way: this share of the"
            f" {found.resamples:,} means drawn is no further."
        ),
        f"Positives: {found.rule}. Seed {found.seed}.",
        *dict.fromkeys(row.summary.measure.definition for row in found.rows),
    ]
    return drawn_table(
        "distances",
        "How far means of N captions are from the mean of all (Figures 4, 9 and 10)",
        found.rows,
        RUN,
        cells_of(lambda row: [Percent(row.quantiles[name]) for name in QUANTILES], **quantiles),
        DRAWN_FROM,
        notes=notes,
    )


def _notes(found: SampleSizes) -> list[str]:
    return [
        f"Positives: {found.rule}.",
        *dict.fromkeys(row.summary.measure.definition for row in found.rows),
        f"Ties: {TIES}.",
        (
            f"Half-width: {LEVEL:.0%} of the means of N captions stand no further from the mean of"
            " all. Where each caption is right or wrong it is 1.96 sqrt(p (1 - p) / N), without a"
            " draw. It is of one run alone and says nothing of two: see the table of two runs, for"
            " which two have to be named."
        ),
        f"N captions are drawn {found.resamples:,} times, with replacement, seed {found.seed}.",
        "Expected: the same without drawing, where means are normal: 1.96 sd / sqrt(N).",
        (
            "Captions are drawn one by one, as in the paper. Where several captions share a video,"
            " a mean is less sure."
        ),
        *dict.fromkeys(
            f"{row.run}, {row.summary.measure}: {row.half_width.reason}."
            for row in found.rows
            if row.half_width.reason
        ),
        *_about_captions(found.rows),
    ]


def _about_captions(rows: Sequence[HalfWidth]) -> list[str]:
    notes = (
        f"{row.run}, {row.summary.measure}: {note}."
        for row in rows
        for note in _about_summary(row.summary)
    )
    return list(dict.fromkeys(notes))


def _about_summary(one: Summary) -> Iterator[str]:
    if one.left_out:
        yield f"{one.left_out:,} without positives left out"
    if one.missing:
        yield f"{one.missing:,} without a ranking, which found nothing"
    if not one.measure.depth:
        yield f"{one.depth} ranks are looked at"
    yield from one.notes
