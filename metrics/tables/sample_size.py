"""How sure the mean of N labelled captions is (the paper's section 4.3), and what they show of two
runs."""

from collections.abc import Sequence

from measures.estimate import LEVEL
from measures.power import ALPHA, POWER
from measures.scoring import TIES
from metrics.drawing import Of, cells_of, listed, percents, plain
from metrics.studies.sample_size import QUANTILES, HalfWidth, SampleSizes, TwoRuns
from metrics.table import Cell, Percent, Table

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


def tables(found: SampleSizes) -> Sequence[Table]:
    columns, rows = listed(
        found.rows,
        RUN,
        percents(
            half_width="Half-width", expected="Expected", score=Of("summary.value.value", "Score")
        ),
        DRAWN_FROM,
    )
    title = f"How sure the mean of N labelled captions is: {found.benchmark}"
    sizes = Table("sample_size", title, columns, rows, _notes(found))
    return [sizes, *_two_runs(found), _distances(found)]


def _two_runs(found: SampleSizes) -> list[Table]:
    if not found.two_runs:
        return []
    columns, rows = listed(
        found.two_runs,
        plain(a="A", b="B", measure="Measure", n=Of("size", "N")),
        percents(difference="A - B", discordant="Discordant", detectable="Detectable"),
        cells_of(_needed, captions_needed="Captions needed"),
        plain(captions="Scored in both"),
    )
    reasons = dict.fromkeys(
        f"{row.a}, {row.b}, {row.measure}: {why}."
        for row in found.two_runs
        for why in dict.fromkeys((row.detectable.reason, row.needed.reason))
        if why
    )
    title = f"What N labelled captions show of two runs: {found.benchmark}"
    return [Table("two_runs", title, columns, rows, [*ABOUT_TWO_RUNS, *reasons])]


def _needed(row: TwoRuns) -> list[Cell]:
    return [None if row.needed.value is None else int(row.needed.value)]


def _distances(found: SampleSizes) -> Table:
    quantiles = {name: f"{100 * at:g} %" for name, at in QUANTILES.items()}
    shares = cells_of(lambda row: [Percent(row.quantiles[name]) for name in QUANTILES], **quantiles)
    columns, rows = listed(found.rows, RUN, shares, DRAWN_FROM)
    notes = [
        (
            "How far the mean of N captions is from the mean of all, either way: this share of the"
            f" {found.resamples:,} means drawn is no further."
        ),
        f"Positives: {found.rule}. Seed {found.seed}.",
        *dict.fromkeys(row.summary.measure.definition for row in found.rows),
    ]
    title = "How far means of N captions are from the mean of all (Figures 4, 9 and 10)"
    return Table("distances", title, columns, rows, notes)


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
    notes = []
    for row in rows:
        name, one = f"{row.run}, {row.summary.measure}", row.summary
        notes += [f"{name}: {one.left_out:,} without positives left out."] if one.left_out else []
        notes += (
            [f"{name}: {one.missing:,} without a ranking, which found nothing."]
            if one.missing
            else []
        )
        notes += [] if one.measure.depth else [f"{name}: {one.depth} ranks are looked at."]
        notes += [f"{name}: {note}." for note in one.notes]
    return list(dict.fromkeys(notes))
