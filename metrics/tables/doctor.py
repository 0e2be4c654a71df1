"""What the doctor found, as tables: the findings, and the lists behind them."""

from collections.abc import Sequence

from measures.power import ALPHA, POWER
from metrics.studies.doctor_found import ComparedPair, Doctor
from metrics.studies.doctor_reach import FIRST
from metrics.studies.doctor_told import Example
from metrics.table import (
    NO_SPAN,
    Cell,
    Of,
    Span,
    Table,
    Word,
    cell_of,
    cells_of,
    drawn_table,
    percents,
    plain,
    titled,
)

PAIRS_NOTES = (
    (
        "Difference: A less B by original positives, with its 95 % interval; captions of one video"
        " stand and fall together, and so do captions of one text."
    ),
    (
        "p: sign-flip test by clusters, of this pair alone; Holm's p is over all pairs and measures"
        f" here, and two runs are told apart where it is {ALPHA} or less. p (max-T) holds for all"
        " of them too, by the permutations themselves."
    ),
    (
        "Detectable: the smallest true difference that such a test finds with power"
        f" {POWER:.0%}; nothing where no difference could be significant."
    ),
)


def tables(found: Doctor) -> Sequence[Table]:
    every = [_findings(found), *_of_runs(found), *_of_texts(found), _clips(found)]
    return [table for table in every if table.rows or table.key == "findings"]


def _findings(found: Doctor) -> Table:
    return drawn_table(
        "findings",
        f"Findings: {found.benchmark}",
        found.findings,
        plain(kind="Kind", severity="To", count="Count", detail="Finding"),
        notes=[found.sentence],
    )


def _of_runs(found: Doctor) -> list[Table]:
    suspects = drawn_table(
        "suspects",
        f"Runs that are not what they pass for: {found.benchmark}",
        found.suspects,
        plain(run="Run", kind="Kind", detail="What was seen"),
    )
    return [suspects, _differences(found), _pairs(found), _scores(found)]


def _scores(found: Doctor) -> Table:
    return drawn_table(
        "scores",
        f"Scores before any label: {found.benchmark}",
        found.scores,
        plain(run="Run", measure="Measure"),
        percents(score=Of("value", "Score")),
        plain(n="n"),
        notes=["By original positives alone."],
    )


def _pairs(found: Doctor) -> Table:
    return drawn_table(
        "pairs",
        f"Runs two by two: {found.benchmark}",
        found.pairs,
        plain(a="A", b="B", measure="Measure"),
        percents(difference="A - B"),
        cell_of(_span, interval="95 %"),
        plain(p="p", p_holm="p (Holm)", p_max="p (max-T)"),
        percents(detectable="Detectable"),
        cell_of(_apart, apart="Told apart"),
        plain(n="n", clusters="Clusters"),
        notes=PAIRS_NOTES,
    )


def _differences(found: Doctor) -> Table:
    """The differences under one measure, as a picture shows them."""
    return drawn_table(
        "differences",
        f"Differences in {FIRST}: {found.benchmark}",
        [one for one in found.pairs if one.measure == FIRST],
        cell_of(lambda one: f"{one.a} - {one.b}", pair="Runs"),
        percents(difference="A - B"),
        cell_of(_span, interval="95 %"),
        percents(detectable="Detectable"),
        cell_of(_apart, told="Told apart"),
        plain(p="p", n="n"),
        notes=PAIRS_NOTES,
    )


def _span(pair: ComparedPair) -> Cell:
    ends = pair.interval
    return NO_SPAN if ends is None else Span(ends[0], ends[1], percent=True)


def _apart(pair: ComparedPair) -> Cell:
    return "–" if pair.apart is None else Word("yes") if pair.apart else Word("no")


def _of_texts(found: Doctor) -> list[Table]:
    of = found.benchmark
    tables = [
        drawn_table(
            "near",
            f"Captions that say nearly the same: {of}",
            found.near.examples,
            cells_of(lambda one: _caption(one, 0), a="Caption", video_a="Video", text_a="Text"),
            cells_of(
                lambda one: _caption(one, 1), b="and caption", video_b="of video", text_b="says"
            ),
            plain(alike="Similarity"),
        ),
        drawn_table(
            "duplicated",
            f"Texts of several captions: {of}",
            found.duplicated.examples,
            cells_of(_alike, text="Text", captions="Captions", videos="Videos", keys="Their keys"),
            notes=[
                "Case, punctuation and white space do not count. Twenty captions of a text at most."
            ],
        ),
        drawn_table(
            "ambiguous",
            f"Captions that fit several videos: {of}",
            found.ambiguous.examples,
            CAPTION,
            plain(fits=Of("note", "Other videos it fits")),
        ),
    ]
    if found.overlap is not None:
        overlap = drawn_table(
            "overlap",
            f"In the training captions too: {of}",
            found.overlap.examples,
            CAPTION,
            cell_of(lambda one: one.note or "the same text", training="Training caption"),
            plain(alike="Similarity"),
        )
        tables.append(overlap)
    return [*tables, _nearest(found)]


def _caption(example: Example, place: int) -> tuple[Cell, Cell, Cell]:
    one = example.captions[place]
    return one.key, one.video, one.text


CAPTION = cells_of(lambda one: _caption(one, 0), caption="Caption", video="Video", text="Text")


def _alike(example: Example) -> Sequence[Cell]:
    every = example.captions
    videos = {caption.video for caption in every}
    return every[0].text, len(every), len(videos), " ".join(caption.key for caption in every)


def _clips(found: Doctor) -> Table:
    return drawn_table(
        "clips",
        f"Clips that look nearly the same: {found.benchmark}",
        found.clips.examples,
        cells_of(lambda one: [clip.key for clip in one.videos[:2]], a="Video", b="and video"),
        plain(alike="Similarity"),
    )


def _nearest(found: Doctor) -> Table:
    sides = ("other", Word("other videos")), ("own", Word("its own video"))
    rows = [
        (whose, one.low, one.high, getattr(one, side))
        for side, whose in sides
        if any(getattr(one, side) for one in found.histogram)
        for one in found.histogram
    ]
    columns = titled(
        whose="Among captions of", low="Similarity from", high="to", captions="Captions"
    )
    note = (
        "Similarity: twice the weight of the words that two captions share over the weight of all"
        " their words, the rarer the heavier."
    )
    return Table("nearest", f"The nearest caption: {found.benchmark}", columns, rows, [note])
