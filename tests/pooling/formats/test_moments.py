"""Runs of moments: films stand where their best moments do."""

import gzip
import json

import pytest

from pooling.formats.guess import guess_run_format
from pooling.formats.keys import Keys
from pooling.formats.runs import Wanted, read_run
from tests.pooling.formats.reading import file_of, problems_of, the_error

KEYS = Keys.of(("11", "12"), ("film a", "film b", "film c"), [0, 1])
HEAD = "caption_id,video_id,start,end,score\n"
IDX = {"film a": 7, "film b": 8, "film c": 9}


def read(file, direction="t2v"):
    return read_run(file, "run", Wanted(KEYS, 3, direction))


def found(content) -> list[list[tuple[str, float]]]:
    rankings = read(file_of(content)).rankings
    return [
        [
            (KEYS.videos.keys[target], score)
            for target, score in zip(*row, strict=True)
            if target >= 0
        ]
        for row in zip(rankings.targets.tolist(), rankings.scores.tolist(), strict=True)
    ]


def tvr(first=((8, 0, 0, 0.1), (7, 1, 2, 0.9), (8, 5, 6.5, 0.3)), of="VR", **more) -> str:
    entries = [
        {"desc_id": 11, "desc": "x", "predictions": [list(one) for one in first]},
        {"desc_id": 12, "desc": "y", "predictions": [[9, 0, 0, -3]]},
    ]
    return json.dumps({"video2idx": IDX, of: entries} | more)


def test_a_film_has_the_score_of_its_best_moment():
    rows = "11,film a,0,1.5,0.2\n11,film b,3,4,0.5\n11,film a,7,9,0.7\n12,film b,0,0,-1\n"
    assert guess_run_format(file_of(HEAD + rows)) == "moments"
    assert found(HEAD + rows) == [[("film a", 0.7), ("film b", 0.5)], [("film b", -1.0)]]


@pytest.mark.parametrize(
    ("rows", "code", "said"),
    [
        ("11,film a,zero,1,0.2\n", "number", "start: expected seconds, found 'zero'"),
        ("11,film a,0,1_0,0.2\n", "number", "end: expected seconds, found '1_0'"),
        ("11,film a,0,1,nan\n", "number", "'nan' is no score"),
        ("11,film d,0,1,0.5\n", "unknown-video", "'film d' is no video"),
        (
            "11,film a,0,1,0.2\n12,film a,0,1,0.2\n11,film a,3,4,0.5\n",
            "duplicate",
            "stand together in line 2 and again in line 4",
        ),
    ],
)
def test_a_row_that_is_no_moment_is_refused_with_its_line(rows, code, said):
    error = the_error(read, HEAD + rows)
    assert (error.code, said in error.message, error.line) == (code, True, rows.count("\n") + 1)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(tvr(), id="VR"),
        pytest.param(tvr(of="VCMR", SVMR=[]), id="moments alone"),
        pytest.param(tvr(VCMR=[{"desc_id": 1, "predictions": []}]), id="both"),
        pytest.param(gzip.compress(tvr().encode(), mtime=0), id="packed"),
        pytest.param(json.dumps(dict(reversed(json.loads(tvr()).items())), indent=1), id="turned"),
    ],
)
def test_order_counts_in_a_submission_to_tvr_and_a_film_stands_once(content):
    assert guess_run_format(file_of(content)) == "tvr"
    assert found(content) == [[("film b", -1.0), ("film a", -2.0)], [("film c", -1.0)]]


def test_a_submission_on_one_long_line_is_read():
    many = [(7 + n % 3, n, n + 1, 0.5) for n in range(80_000)]
    content = tvr(many)
    assert len(content) > 1_000_000
    assert "\n" not in content
    assert found(content)[0] == [("film a", -1.0), ("film b", -2.0), ("film c", -3.0)]


@pytest.mark.parametrize(
    ("content", "code", "said"),
    [
        (tvr([(1, 0, 0, 0.5)]), "type", "/VR/0/predictions/0: expected [a number of video2idx"),
        (tvr([(True, 0, 0, 0.5)]), "type", "found true"),
        (
            tvr(of="SVMR"),
            "fields",
            "an object with video2idx and VR or VCMR; found SVMR, video2idx",
        ),
        (tvr(video2idx={"film a": "7"}), "type", "/video2idx: expected a number for each video"),
        (tvr(VR=[{"desc_id": "11", "predictions": []}]), "type", "/VR/0/desc_id: expected a whole"),
        (tvr(VR=[{"desc_id": 13, "predictions": [[7]]}]), "unknown-caption", "'13' is no caption"),
        (tvr()[:-4], "json", "cut off"),
    ],
)
def test_what_is_no_submission_is_refused(content, code, said):
    assert [(one.code, said in one.message) for one in problems_of(read, content).errors] == [
        (code, True)
    ]


def test_a_submission_does_not_rank_captions():
    assert "expected the direction t2v" in the_error(lambda file: read(file, "v2t"), tvr()).message
