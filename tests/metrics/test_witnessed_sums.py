"""python -m metrics estimate with measures that are sums over pairs, of which some were judged, and
with differences of two runs."""

import json

import numpy as np
import pytest

from metrics.standalone.command import run
from tests.metrics.test_witnessed import write

CAPTIONS, VIDEOS, DEPTH, JUDGED = 300, 80, 10, 700


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """Two runs, of which A is better; labels of some pairs that either ranks; what a judge says."""
    rng = np.random.default_rng(11)
    folder = tmp_path_factory.mktemp("sums")
    own = rng.permutation(np.arange(CAPTIONS) % VIDEOS)
    relevant = rng.random((CAPTIONS, VIDEOS)) < 0.15
    relevant[np.arange(CAPTIONS), own] = True
    write(folder / "captions.csv", "caption_id,video_id,caption",
          [f"c{n},v{own[n]},caption {n}" for n in range(CAPTIONS)])  # fmt: skip
    tops = {}
    for name, skill in (("A", 1.5), ("B", 0.7)):
        scores = rng.normal(size=relevant.shape) + skill * relevant
        tops[name] = np.argsort(-scores, axis=1)[:, :DEPTH]
        rows = [f"c{n},v{video},{scores[n, video]:.4f}" for n, row in enumerate(tops[name])
                for video in row]  # fmt: skip
        write(folder / f"{name}.csv", "caption_id,video_id,score", rows)
    pairs = sorted({(n, int(v)) for top in tops.values() for n, row in enumerate(top) for v in row})
    said = np.clip(0.2 + 0.5 * relevant + rng.normal(0, 0.2, relevant.shape), 0, 1)
    write(folder / "judge.csv", "caption_id,video_id,score",
          [f"c{n},v{v},{said[n, v]:.4f}" for n, v in pairs])  # fmt: skip
    open_pairs = [pair for pair in pairs if own[pair[0]] != pair[1]]
    judged = [open_pairs[n] for n in rng.choice(len(open_pairs), JUDGED, replace=False)]
    (folder / "labels.qrels").write_text(
        "".join(f"c{n} 0 v{v} {int(relevant[n, v])}\n" for n, v in judged)
    )
    hits = {name: np.take_along_axis(relevant, top, axis=1) for name, top in tops.items()}
    falling = 0.1 * 0.9 ** np.arange(DEPTH)
    truth = {name: {"P@5": hit[:, :5].mean(), "RBP(p=0.9)": (hit @ falling).mean()}
             for name, hit in hits.items()}  # fmt: skip
    return folder, truth


@pytest.fixture
def told(world, capsys):
    folder, _ = world

    def ask(*words: str, status: int = 0):
        files = {"--captions": "captions.csv", "--collected": "labels.qrels",
                 "--opinions": "judge.csv"}  # fmt: skip
        given = [part for name, file in files.items() for part in (name, str(folder / file))]
        runs = [str(folder / f"{name}.csv") for name in "AB"]
        assert run(["estimate", *runs, *given, *words]) == status
        out, err = capsys.readouterr()
        return json.loads(out) if "--json" in words else out or err

    return ask


def test_pairs_that_were_judged_tell_of_sums_over_all(told, world):
    _, truth = world
    found = told("--measures", "P@5,RBP(p=0.9)", "--json")
    assert len(found["rows"]) == 4
    for row in found["rows"]:
        assert row["unit"] == "pairs"
        assert row["sampled"] < row["population"]
        true = truth[row["run"]][row["measure"]]
        ends = {}
        for line in ("people", "witness"):
            low, high = row[f"{line}_interval"]
            assert low - 0.01 <= true <= high + 0.01
            ends[line] = high - low
        assert ends["witness"] < ends["people"]
        assert row["worth_interval"][0] > 1


def test_of_two_runs_only_what_they_do_not_share_counts(told, world):
    _, truth = world
    found = told("--measures", "P@5", "--against", "B", "--json")
    (row,) = found["rows"]
    assert row["run"] == "A - B"
    (alone, _) = told("--measures", "P@5", "--json")["rows"]
    assert row["population"] < 2 * alone["population"]
    low, high = row["witness_interval"]
    assert 0 < low <= truth["A"]["P@5"] - truth["B"]["P@5"] <= high
    low, high = row["people_interval"]
    assert low <= truth["A"]["P@5"] - truth["B"]["P@5"] <= high


def test_about_captions_like_these_a_sum_is_less_sure(told):
    widths = []
    for about in ("these", "alike"):
        found = told("--measures", "P@5", "--about", about, "--json")
        low, high = found["rows"][0]["witness_interval"]
        widths.append(high - low)
        assert any("like these" in note for note in found["notes"]) == (about == "alike")
    assert widths[0] < widths[1]


def test_where_few_pairs_carry_a_measure_nothing_is_said_of_it(told, world):
    folder, _ = world
    rows = (folder / "labels.qrels").read_text().splitlines()
    (folder / "few.qrels").write_text("\n".join(rows[:150]) + "\n")
    few = "--collected", str(folder / "few.qrels")
    row = told("--measures", "RBP(p=0.05),P@5", "--json", *few)["rows"][0]
    assert row["people"] is None
    assert "few pairs carry RBP(p=0.05)" in row["people_why"]
    alone = told("--measures", "RBP(p=0.05)", *few, status=1)
    assert "error: nothing can be estimated: few pairs carry RBP(p=0.05)" in alone


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--measures", "P@500"], "P@500: runs are read to rank 100: raise --depth"),
        (["--measures", "P@x"], "P@x"),
        (["--against", "C"], "no run is called 'C': expected one of A, B"),
        (["--about", "alike", "--drawn", "videos"], "of whole videos drawn"),
    ],
)
def test_what_cannot_be_asked_of_files_is_said_plainly(told, words, says):
    assert says in told(*words, status=1)
