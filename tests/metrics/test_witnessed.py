"""python -m metrics estimate: a run, some labels and a witness's opinions in; corrected C@K with
and without it, or one line of what is wrong, out."""

import json

import numpy as np
import pytest

from measures.estimate import interval_of, sure
from metrics.standalone.command import run
from metrics.studies.witness_sample import between
from metrics.studies.witnessed import Witnessed, WitnessedRow
from metrics.tables.witnessed import tables

CAPTIONS, VIDEOS, DEPTH = 600, 120, 10


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """A run that often misses a caption's own video, of which others are relevant too; the opinions
    of a witness who knows something; labels of 120 of its misses at 1."""
    rng = np.random.default_rng(5)
    folder = tmp_path_factory.mktemp("witness")
    own = rng.permutation(np.arange(CAPTIONS) % VIDEOS)
    relevant = rng.random((CAPTIONS, VIDEOS)) < 0.12
    relevant[np.arange(CAPTIONS), own] = True
    scores = rng.normal(size=relevant.shape) + 0.8 * relevant
    scores[np.arange(CAPTIONS), own] += 1.4
    top = np.argsort(-scores, axis=1)[:, :DEPTH]
    opinion = np.clip(0.12 + 0.5 * (relevant - 0.12) + rng.normal(0, 0.12, scores.shape), 0, 1)
    pairs = [(caption, video) for caption in range(CAPTIONS) for video in top[caption]]
    write(folder / "captions.csv", "caption_id,video_id,caption",
          [f"c{n},v{own[n]},caption {n}" for n in range(CAPTIONS)])  # fmt: skip
    for name, values in (("run", scores), ("judge", opinion)):
        rows = [f"c{caption},v{video},{values[caption, video]:.4f}" for caption, video in pairs]
        write(folder / f"{name}.csv", "caption_id,video_id,score", rows)
    misses = np.flatnonzero(top[:, 0] != own)
    drawn = rng.choice(misses, 120, replace=False)
    rows = [f"c{n} 0 v{video} {int(relevant[n, video])}" for n in drawn for video in top[n]]
    (folder / "labels.qrels").write_text("\n".join(rows) + "\n")
    found = np.take_along_axis(relevant, top, axis=1)
    truth = {k: found[:, :k].any(axis=1).mean() for k in (1, 5)}
    videos = rng.choice(VIDEOS, 40, replace=False)
    rows = [f"c{n} 0 v{video} {int(relevant[n, video])}" for n in misses
            if own[n] in videos for video in top[n]]  # fmt: skip
    (folder / "videos.qrels").write_text("\n".join(rows) + "\n")
    return folder, truth, len(misses)


def write(path, head: str, rows: list[str]) -> None:
    path.write_text("\n".join([head, *rows]) + "\n")


@pytest.fixture
def told(world, capsys):
    folder, *_ = world

    def ask(*words: str, status: int = 0, opinions: str = "judge.csv", labels="labels.qrels"):
        files = {"--captions": "captions.csv", "--collected": labels, "--opinions": opinions}
        given = [part for name, file in files.items() for part in (name, str(folder / file))]
        assert run(["estimate", str(folder / "run.csv"), *given, *words]) == status
        out, err = capsys.readouterr()
        return json.loads(out) if "--json" in words else out or err.replace(f"{folder}/", "")

    return ask


def test_people_alone_stand_first_and_a_witness_narrows_what_they_say(told, world):
    _, truth, misses = world
    found = told("--at", "1,5", "--json")
    one = found["rows"][0]
    assert (one["run"], one["measure"], one["population"], one["sampled"]) == (
        "run",
        "C@1",
        misses,
        120,
    )
    for row, k in zip(found["rows"], (1, 5), strict=True):
        low, high = row["people_interval"]
        assert low <= truth[k] <= high
    (low, high), (alone_low, alone_high) = one["witness_interval"], one["people_interval"]
    assert low <= truth[1] <= high
    assert high - low < alone_high - alone_low
    assert one["worth_interval"][0] < one["worth"] < one["worth_interval"][1]
    assert one["worth"] > 1.5
    assert 120 < one["labels_as_if"] < misses
    assert (one["missing"], one["left_out"]) == (0, 0)


def test_a_witness_who_learnt_from_the_labels_is_weighed_without_each_ones_own(told):
    plain, crossed = told("--at", "1", "--json"), told("--at", "1", "--learnt", "--json")
    ends = [found["rows"][0]["witness_interval"] for found in (plain, crossed)]
    assert ends[0] != ends[1]
    assert ends[0] == pytest.approx(ends[1], abs=0.02)


def test_where_whole_videos_were_drawn_they_are_the_units(told, world):
    _, truth, misses = world
    one, other = (
        told("--at", "1", "--json", *words, labels="videos.qrels")
        for words in (["--drawn", "videos"], [])
    )
    (row,), (as_captions,) = one["rows"], other["rows"]
    assert row["sampled"] == as_captions["sampled"] < misses
    for name in ("people", "witness"):
        low, high = row[f"{name}_interval"]
        assert low <= truth[1] <= high
        assert row[f"{name}_interval"] != as_captions[f"{name}_interval"]
    assert row["worth"] > 1.2
    assert "Videos whose misses are all judged" in one["notes"][0]


def test_the_table_has_both_lines_and_says_what_it_takes_for_granted(told):
    text = told("--at", "1")
    assert "People alone" in text
    assert "With judge" in text
    assert "drawn at random from a run's misses" in text
    assert (
        "judge: opinions of 6,000 pairs of text and video; of a caption, 1 - prod(1 - p) over a"
        " run's first K." in text
    )


def test_opinions_that_are_missing_are_counted_and_some_that_are_no_probabilities_are_taken(
    told, world
):
    folder, *_ = world
    head, *rows = (folder / "judge.csv").read_text().splitlines()
    some = [row for row in rows if int(row.split(",")[0][1:]) % 3]
    write(folder / "some.csv", head, [f"{row.rsplit(',', 1)[0]},{10 * float(row.rsplit(',', 1)[1])}"
                                      for row in some])  # fmt: skip
    found = told("--at", "1", "--json", opinions="some.csv")
    (row,) = found["rows"]
    assert row["missing"] > 0.25 * row["population"]
    assert row["worth"] > 1.2
    assert any("a witness says nothing" in note for note in found["notes"])
    assert any("the greatest in a run's first K" in note for note in found["notes"])


def test_too_few_positives_leave_people_alone_and_say_so(told, world):
    folder, *_ = world
    rows = (folder / "labels.qrels").read_text().splitlines()
    few = list(dict.fromkeys(row.split()[0] for row in rows))[:12]
    (folder / "few.qrels").write_text(
        "\n".join(row for row in rows if row.split()[0] in few) + "\n"
    )
    (row,) = told("--at", "1", "--json", labels="few.qrels")["rows"]
    assert row["people"] is not None
    assert row["witness"] is None
    assert "positives, and it takes 10" in row["witness_why"]


def test_misses_that_are_judged_in_part_are_left_out_and_named(told, world):
    folder, *_ = world
    rows = [row for row in (folder / "labels.qrels").read_text().splitlines() if row[-1] == "0"]
    part = [row for number, row in enumerate(rows) if number % 7]
    (folder / "part.qrels").write_text("\n".join(part) + "\n")
    found = told("--at", "5", "--json", labels="part.qrels")
    assert found["rows"][0]["left_out"] > 0
    assert any("judged in part and left out" in note for note in found["notes"])


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (["c0,v0,nan"], "bad.csv:2:3: score: 'nan' is no score: it is not finite"),
        (
            ["c0,v0,0.5", "c0,v0,0.6"],
            "bad.csv:3:1: caption 'c0' and video 'v0' have an opinion in line 2",
        ),
        (["c0,nowhere,0.5"], "bad.csv:2:1: 'nowhere' is no video of this benchmark"),
        (["c0,v0,0,5"], "bad.csv:2:1: expected 3 columns, found 4"),
        ([], "the file has no opinion"),
    ],
)
def test_bad_opinions_are_refused_with_their_place(told, world, rows, says):
    write(world[0] / "bad.csv", "caption_id,video_id,score", rows)
    assert says in told(opinions="bad.csv", status=1)


def test_a_table_that_an_import_takes_is_read_as_it_does(told, world):
    """Samples are one mean, and where nothing was given there is no opinion."""
    folder, *_ = world
    _, *rows = (folder / "judge.csv").read_text().splitlines()
    twice, once = [], []
    for number, row in enumerate(rows):
        pair, score = row.rsplit(",", 1)
        if number % 5 == 0:
            twice.append(f"{pair},,0,{('refused', 'failed', 'unparsable')[number % 3]}")
            continue
        values = [float(score), float(score) / 2]
        twice += [f"{pair},{values[0]},0,given", f"{pair},{values[1]},1,", f"{pair},,2,failed"]
        once.append(f"{pair},{sum(values) / 2}")
    write(folder / "twice.csv", "caption,video,score,sample,status", twice)
    write(folder / "once.csv", "caption_id,video_id,score", once)
    found, same = (told("--at", "1", "--json", opinions=name) for name in ("twice.csv", "once.csv"))
    assert found["rows"][0]["missing"] > 0
    assert found["rows"][0]["witness_interval"] == pytest.approx(
        same["rows"][0]["witness_interval"]
    )
    assert found["rows"][0]["missing"] == same["rows"][0]["missing"]
    assert "twice: opinions of 4,800 pairs of text and video" in " ".join(found["notes"])


def test_captions_with_one_text_are_asked_about_once(told, world):
    folder, *_ = world
    head, *rows = (folder / "captions.csv").read_text().splitlines()
    labelled = {row.split()[0] for row in (folder / "labels.qrels").read_text().splitlines()}
    first, second = [row for row in rows if row.split(",")[0] not in labelled][:2]
    shared = [
        f"{row.rsplit(',', 1)[0]},one text" if row in (first, second) else row for row in rows
    ]
    (folder / "captions.csv").rename(folder / "kept.csv")
    a, b = (row.split(",")[0] for row in (first, second))
    try:
        write(folder / "captions.csv", head, shared)
        said = [f"{a},v0,0.5", f"{b},v1,0.5", f"{a},v2,0.5", f"{b},v2,0.5"]
        write(folder / "few.csv", "caption_id,video_id,score", said)
        notes = told("--at", "1", "--json", opinions="few.csv")["notes"]
    finally:
        (folder / "kept.csv").rename(folder / "captions.csv")
    assert any(note.startswith("few: opinions of 3 pairs of text and video") for note in notes)


def test_a_figure_without_an_interval_says_why(told, world):
    """Of what was judged, all turned out right by five: nothing varies, and so nothing is sure."""
    folder, *_ = world
    labels = [row.split() for row in (folder / "labels.qrels").read_text().splitlines()]
    right = {row[0] for row in labels if row[3] == "1"}
    (folder / "right.qrels").write_text(
        "\n".join(" ".join(row) for row in labels if row[0] in right) + "\n"
    )
    text = " ".join(told("--at", "10", labels="right.qrels").split())
    assert "No interval of run, C@10, with judge: nothing varies in the sample." in text


def test_where_nothing_was_judged_to_the_end_the_reason_is_all_that_is_said(told, world):
    folder, *_ = world
    (folder / "one.qrels").write_text("c0 0 v0 0\n")
    said = told("--at", "5", labels="one.qrels", status=1)
    assert "\nerror: nothing can be estimated: nothing of it was judged to the end\n" in said


@pytest.mark.parametrize("at", ["0", "1,x", "-1", "1_0", "101"])
def test_ranks_that_cannot_be_are_refused(told, at):
    assert told(f"--at={at}", status=1).startswith("error: argument --at: ")


@pytest.mark.parametrize(
    ("ends", "says"),
    [
        ((1.001, 1.2), "1.001x to 1.20x"),
        ((0.993, 1.2), "0.99x to 1.20x"),
        ((0.9996, 1.00004), "0.9996x to 1.00004x"),
        ((1.0, 2.0), "1.00x to 2.00x"),
    ],
)
def test_the_interval_of_a_worth_tells_whether_it_includes_1(ends, says):
    assert between(*ends) == says


@pytest.mark.parametrize(
    ("low", "cell", "says"),
    [
        (1.001, "as if 67", "as if 67 instead of 57 misses had been labelled (1.001x to 1.20x)."),
        (0.993, "no saving shown", "no saving shown (0.99x to 1.20x)."),
    ],
)
def test_no_labels_are_promised_where_the_interval_of_a_worth_includes_1(low, cell, says):
    sure_of = sure(0.5, interval_of(0.4, 0.6))
    row = WitnessedRow(
        run="A", measure="C@1", unit="misses", population=100, sampled=57, positives=20, left_out=0,
        people=sure_of, witness=sure_of, worth=sure(1.1, interval_of(low, 1.2)), labels_as_if=67.2,
        missing=0,
    )  # fmt: skip
    (table,) = tables(Witnessed("toy", ("gpt",), (row,), ()))
    assert [line[5] for line in table.rows] == [57, cell]
    assert row.saving == f"A, C@1: {says}"
    assert row.as_json()["labels_as_if"] == 67.2


def test_of_a_measure_that_nothing_was_drawn_for_nothing_is_counted(told):
    (line, *_) = (
        one for one in told("--measures", "C@1,AP", "--csv").splitlines() if ",AP," in one
    )
    assert ",0," not in line
