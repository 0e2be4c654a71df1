"""What N labelled captions can show (the paper's section 4.3)."""

from collections.abc import Sequence

from metrics.measures.scoring import TIES
from metrics.studies.sample_size import LEVEL, QUANTILES, Detectable, SampleSizes
from metrics.table import Cell, Column, Percent, Table

COLUMNS = (
    Column("run", "Run"),
    Column("measure", "Measure"),
    Column("n", "N"),
    Column("detectable", "Detectable"),
    Column("expected", "Expected"),
    Column("score", "Score"),
    Column("captions", "Drawn from"),
)
DISTANCES = (
    *COLUMNS[:3],
    *(Column(name, f"{100 * at:g} %") for name, at in QUANTILES.items()),
    Column("captions", "Drawn from"),
)


def tables(found: SampleSizes) -> Sequence[Table]:
    rows = [
        (
            row.run,
            str(row.summary.measure),
            row.size,
            Percent(row.detectable.value),
            Percent(row.expected.value),
            Percent(row.summary.value.value),
            row.summary.n,
        )
        for row in found.rows
    ]
    title = f"What N labelled captions can show: {found.benchmark}"
    return [Table("sample_size", title, COLUMNS, rows, _notes(found)), _distances(found)]


def _distances(found: SampleSizes) -> Table:
    rows: list[Sequence[Cell]] = [
        (
            row.run,
            str(row.summary.measure),
            row.size,
            *(Percent(row.quantiles[name]) for name in QUANTILES),
            row.summary.n,
        )
        for row in found.rows
    ]
    notes = [
        (
            "How far the mean of N captions is from the mean of all, either way: this share of the"
            f" {found.resamples:,} means drawn is no further. The last, {100 * LEVEL:g} %, is what"
            " N captions can tell apart."
        ),
        f"Positives: {found.rule}. Seed {found.seed}.",
        *dict.fromkeys(row.summary.measure.definition for row in found.rows),
    ]
    title = "How far means of N captions are from the mean of all (Figures 4, 9 and 10)"
    return Table("distances", title, DISTANCES, rows, notes)


def _notes(found: SampleSizes) -> list[str]:
    return [
        f"Positives: {found.rule}.",
        *dict.fromkeys(row.summary.measure.definition for row in found.rows),
        f"Ties: {TIES}.",
        (
            f"Detectable: {LEVEL:.0%} of the means of N captions stand no further from the mean of"
            " all."
        ),
        f"N captions are drawn {found.resamples:,} times, with replacement, seed {found.seed}.",
        "Expected: the same without drawing, where means are normal: 1.96 sd / sqrt(N).",
        (
            "Captions are drawn one by one, as in the paper. Where several captions share a video,"
            " less can be shown."
        ),
        *dict.fromkeys(
            f"{row.run}, {row.summary.measure}: {row.detectable.reason}."
            for row in found.rows
            if row.detectable.reason
        ),
        *_about_captions(found.rows),
    ]


def _about_captions(rows: Sequence[Detectable]) -> list[str]:
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
