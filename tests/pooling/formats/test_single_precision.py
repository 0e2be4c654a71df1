"""Scores that differ only beyond single precision are tied, in every format, as trec_eval has
it."""

import io
import json

import numpy as np
import pytest
import pytrec_eval

from pooling.formats.keys import Keys
from pooling.formats.runs import Wanted, read_run
from tests.pooling.formats.reading import file_of, the_error, warned

CAPTIONS, VIDEOS = (
    tuple(f"c{n}" for n in range(4)),
    ("b", "a10", "a9", "ü", "Z", "z", "m", "0", "zz", "y"),
)
KEYS = Keys.of(CAPTIONS, VIDEOS, [0, 1, 2, 3])


def near_ties(seed: int) -> np.ndarray:
    """Few scores in single precision, many in double."""
    draw = np.random.default_rng(seed)
    shape = len(CAPTIONS), len(VIDEOS)
    return draw.choice([0.1, 0.7, -3.3, 0.0, 1e6], shape) * (
        1 + draw.choice([-1, 0, 1], shape) * 1e-9
    ) + draw.choice([0, 1e-50], shape)


def cells(scores):
    return [
        (CAPTIONS[c], VIDEOS[v], float(scores[c, v]))
        for c in range(len(CAPTIONS))
        for v in range(len(VIDEOS))
    ]


def as_npy(scores) -> bytes:
    out = io.BytesIO()
    np.save(out, scores)
    return out.getvalue()


WRITERS = {
    "trec": lambda scores: "".join(f"{c} Q0 {v} 0 {s!r} t\n" for c, v, s in cells(scores)),
    "csv": lambda scores: (
        "caption_id,video_id,score\n" + "".join(f"{c},{v},{s!r}\n" for c, v, s in cells(scores))
    ),
    "jsonl": lambda scores: "".join(
        json.dumps({"caption_id": c, "video_id": v, "score": s}) + "\n" for c, v, s in cells(scores)
    ),
    "npy": as_npy,
}


def order_of_trec_eval(scores) -> list[list[str]]:
    """Each video in turn is the only relevant one, so that its reciprocal rank tells where it
    stands."""
    run, qrels = {}, {}
    for caption, row in zip(CAPTIONS, scores.tolist(), strict=True):
        for video in VIDEOS:
            run[f"{caption} {video}"] = dict(zip(VIDEOS, row, strict=True))
            qrels[f"{caption} {video}"] = {video: 1}
    found = pytrec_eval.RelevanceEvaluator(qrels, {"recip_rank"}).evaluate(run)
    ranks = {question: round(1 / values["recip_rank"]) for question, values in found.items()}
    return [sorted(VIDEOS, key=lambda video: ranks[f"{caption} {video}"]) for caption in CAPTIONS]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("file_format", WRITERS)
def test_the_order_is_that_of_trec_eval(file_format, seed):
    scores = near_ties(seed)
    assert len(np.unique(scores)) > 2 * len(np.unique(scores.astype(np.float32)))
    found = read_run(file_of(WRITERS[file_format](scores)), "r", Wanted(KEYS, 10), file_format)
    names = [[VIDEOS[target] for target in row] for row in found.rankings.targets.tolist()]
    assert names == order_of_trec_eval(scores)


@pytest.mark.parametrize("file_format", WRITERS)
def test_a_tie_in_single_precision_across_the_depth_is_counted_and_the_own_rank_follows(
    file_format,
):
    scores = np.full((len(CAPTIONS), len(VIDEOS)), 0.3)
    scores[:, VIDEOS.index("b")] += 1e-12
    found = read_run(file_of(WRITERS[file_format](scores)), "r", Wanted(KEYS, 9), file_format)
    assert found.rankings.ties_across_depth == len(CAPTIONS)
    assert found.rankings.own_ranks[0] == 1 + sum(video > "b" for video in VIDEOS)
    assert any("scores kept are the same" in problem.message for problem in found.problems.warnings)


@pytest.mark.parametrize("file_format", WRITERS)
def test_scores_are_kept_as_the_file_has_them(file_format):
    scores = near_ties(7)
    kept = read_run(
        file_of(WRITERS[file_format](scores)), "r", Wanted(KEYS, 10), file_format
    ).rankings
    given = [
        [scores[item, target] for target in row]
        for item, row in zip(kept.items, kept.targets, strict=True)
    ]
    assert kept.scores.tolist() == given


def test_ranks_that_agree_in_single_precision_are_no_doubt():
    run = "c0 Q0 zz 1 0.3 t\nc0 Q0 b 2 0.3000000000001 t\n"
    assert "rank" not in warned(read_run(file_of(run), "r", Wanted(KEYS, 2), "trec").problems)


@pytest.mark.parametrize(
    ("file_format", "line", "said"),
    [
        ("trec", 1, "too large"),
        ("csv", 2, "too large"),
        ("jsonl", 1, "too large"),
        ("npy", 0, "1e+39 at row 0, column 0"),
    ],
)
def test_what_single_precision_cannot_hold_is_refused_with_its_place(file_format, line, said):
    scores = near_ties(1)
    scores[0, 0] = 1e39
    error = the_error(
        lambda file: read_run(file, "r", Wanted(KEYS, 10), file_format),
        WRITERS[file_format](scores),
    )
    assert (error.line, error.code) == (line, "number")
    assert said in error.message
    assert "3.4e38" in error.message


@pytest.mark.parametrize("file_format", WRITERS)
def test_the_largest_score_of_single_precision_is_taken(file_format):
    scores = near_ties(1)
    scores[0, :2] = float(np.finfo(np.float32).max), -float(np.finfo(np.float32).max)
    kept = read_run(
        file_of(WRITERS[file_format](scores)), "r", Wanted(KEYS, 10), file_format
    ).rankings
    assert (kept.targets[0, 0], kept.targets[0, -1]) == (0, 1)
