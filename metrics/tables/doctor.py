"""What the doctor found, as tables: the findings, and the lists behind them."""

from collections.abc import Sequence

from measures.power import ALPHA, POWER
from metrics.drawing import Of, cells_of, listed, percents, plain
from metrics.studies.doctor_found import ComparedPair, Doctor, Example, Overlapping
from metrics.studies.doctor_reach import FIRST
from metrics.table import NO_SPAN, Cell, Span, Table, titled

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
    drawn = plain(kind="Kind", severity="To", count="Count", detail="Finding")
    columns, rows = listed(found.findings, drawn)
    return Table("findings", f"Findings: {found.benchmark}", columns, rows, [found.sentence])


def _of_runs(found: Doctor) -> list[Table]:
    suspects = Table(
        "suspects",
        f"Runs that are not what they pass for: {found.benchmark}",
        *listed(found.suspects, plain(run="Run", kind="Kind", detail="What was seen")),
    )
    return [suspects, differences_table(found), pairs_table(found), scores_table(found)]


def scores_table(found: Doctor) -> Table:
    columns, rows = listed(
        found.scores,
        plain(run="Run", measure="Measure"),
        percents(score=Of("value", "Score")),
        plain(n="n"),
    )
    notes = ["By original positives alone."]
    return Table("scores", f"Scores before any label: {found.benchmark}", columns, rows, notes)


def pairs_table(found: Doctor) -> Table:
    columns, rows = listed(
        found.pairs,
        plain(a="A", b="B", measure="Measure"),
        percents(difference="A - B"),
        cells_of(_span, interval="95 %"),
        plain(p="p", p_holm="p (Holm)", p_max="p (max-T)"),
        percents(detectable="Detectable"),
        cells_of(_apart, apart="Told apart"),
        plain(n="n", clusters="Clusters"),
    )
    return Table("pairs", f"Runs two by two: {found.benchmark}", columns, rows, PAIRS_NOTES)


def _span(pair: ComparedPair) -> list[Cell]:
    ends = pair.interval
    return [NO_SPAN if ends is None else Span(ends[0], ends[1], percent=True)]


def _apart(pair: ComparedPair) -> list[Cell]:
    return ["–" if pair.apart is None else "yes" if pair.apart else "no"]


def _of_texts(found: Doctor) -> list[Table]:
    two = titled(
        a="Caption",
        video_a="Video",
        text_a="Text",
        b="and caption",
        video_b="of video",
        text_b="says",
        alike="Similarity",
    )
    near = [(*_caption(one, 0), *_caption(one, 1), one.alike) for one in found.near.examples]
    return [
        Table("near", f"Captions that say nearly the same: {found.benchmark}", two, near),
        _duplicated(found),
        _ambiguous(found),
        *([] if found.overlap is None else [_overlap(found, found.overlap)]),
        nearest_table(found),
    ]


def _caption(example: Example, place: int) -> tuple[Cell, Cell, Cell]:
    one = example.captions[place]
    return one.key, one.video, one.text


def _duplicated(found: Doctor) -> Table:
    columns = titled(text="Text", captions="Captions", videos="Videos", keys="Their keys")
    rows = [
        (
            one.captions[0].text,
            len(one.captions),
            len({caption.video for caption in one.captions}),
            " ".join(caption.key for caption in one.captions),
        )
        for one in found.duplicated.examples
    ]
    notes = ["Case, punctuation and white space do not count. Twenty captions of a text at most."]
    return Table(
        "duplicated", f"Texts of several captions: {found.benchmark}", columns, rows, notes
    )


def _ambiguous(found: Doctor) -> Table:
    columns = titled(caption="Caption", video="Video", text="Text", fits="Other videos it fits")
    rows = [(*_caption(one, 0), one.note) for one in found.ambiguous.examples]
    return Table("ambiguous", f"Captions that fit several videos: {found.benchmark}", columns, rows)


def _overlap(found: Doctor, overlap: Overlapping) -> Table:
    columns = titled(
        caption="Caption",
        video="Video",
        text="Text",
        training="Training caption",
        alike="Similarity",
    )
    rows = [(*_caption(one, 0), one.note or "the same text", one.alike) for one in overlap.examples]
    return Table("overlap", f"In the training captions too: {found.benchmark}", columns, rows)


def _clips(found: Doctor) -> Table:
    columns = titled(a="Video", b="and video", alike="Similarity")
    rows = [(one.videos[0].key, one.videos[1].key, one.alike) for one in found.clips.examples]
    return Table("clips", f"Clips that look nearly the same: {found.benchmark}", columns, rows)


def differences_table(found: Doctor) -> Table:
    """The differences under one measure, as a picture shows them."""
    columns, rows = listed(
        [one for one in found.pairs if one.measure == FIRST],
        cells_of(lambda one: [f"{one.a} - {one.b}"], pair="Runs"),
        percents(difference="A - B"),
        cells_of(_span, interval="95 %"),
        percents(detectable="Detectable"),
        cells_of(_apart, told="Told apart"),
        plain(p="p", n="n"),
    )
    title = f"Differences in {FIRST}: {found.benchmark}"
    return Table("differences", title, columns, rows, PAIRS_NOTES)


def nearest_table(found: Doctor) -> Table:
    columns = titled(
        whose="Among captions of", low="Similarity from", high="to", captions="Captions"
    )
    sides = {
        "other videos": [one.other for one in found.histogram],
        "its own video": [one.own for one in found.histogram],
    }
    rows = [
        (whose, one.low, one.high, count)
        for whose, counts in sides.items()
        if any(counts)
        for one, count in zip(found.histogram, counts, strict=True)
    ]
    notes = [
        (
            "Similarity: twice the weight of the words that two captions share over the weight of"
            " all their words, the rarer the heavier."
        )
    ]
    return Table("nearest", f"The nearest caption: {found.benchmark}", columns, rows, notes)
