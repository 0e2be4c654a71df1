"""What is looked at in a run's file: each fault alone turns its check, and no other."""

import io

import numpy as np
import pytest

from pooling.formats.checks import ALL_EQUAL, checks_of
from pooling.formats.keys import Keys
from pooling.formats.runs import Wanted, read_run

SIZE = 20
KEYS = Keys.of(
    tuple(f"c{n}" for n in range(SIZE)),
    tuple(f"v{n}" for n in range(SIZE)),
    np.arange(SIZE, dtype=np.int32),
)


def good() -> np.ndarray:
    """Distinct scores; the own video is the best."""
    drawn = np.random.default_rng(0).permutation(SIZE * SIZE).reshape(SIZE, SIZE) / SIZE**2
    return drawn + 2 * np.eye(SIZE)


def warned(matrix: np.ndarray, depth: int = 5) -> set[str]:
    file = io.BytesIO()
    np.save(file, matrix)
    file.seek(0)
    wanted = Wanted(KEYS, depth)
    found = checks_of(read_run(file, "m.npy", wanted), wanted)
    assert len({one.check for one in found}) == 6
    return {one.check for one in found if one.state == "warning"}


def test_a_good_matrix_passes_all():
    assert warned(good()) == set()


def test_a_square_matrix_that_is_transposed_is_seen_by_its_own_videos():
    """Own videos are best of their row only: scaled by column, so that columns do not compare."""
    rows = np.random.default_rng(1).random((SIZE, SIZE)) * np.linspace(1, 50, SIZE)[:, None]
    rows[np.arange(SIZE), np.arange(SIZE)] = rows.max(axis=1) + 0.01
    assert warned(rows) == set()
    assert "orientation" in warned(rows.T)


def test_distances_are_seen():
    assert "orientation" in warned(-good())


def test_rows_in_another_order_rank_own_videos_as_by_chance():
    assert "order" in warned(chance())


def chance() -> np.ndarray:
    """Own videos evenly over all ranks."""
    matrix = np.zeros((SIZE, SIZE))
    for row in range(SIZE):
        others = [n for n in range(SIZE) if n != row]
        order = [*others[:row], row, *others[row:]]
        matrix[row, order] = np.arange(SIZE, 0, -1)
    return matrix


def test_constant_scores_and_ties():
    level = good()
    level[3] = 1.0
    assert warned(level) == {"constant", "ties"}


def test_a_matrix_of_one_score_tells_nothing_of_its_orientation():
    assert {"orientation", "order", "constant"} <= warned(np.ones((SIZE, SIZE)))
    file = io.BytesIO()
    np.save(file, np.zeros((SIZE, SIZE)))
    wanted = Wanted(KEYS, 5)
    found = {one.check: one.detail for one in checks_of(read_run(file, "m.npy", wanted), wanted)}
    assert found["orientation"] == found["order"] == ALL_EQUAL


def csv(rows) -> tuple:
    text = "caption_id,video_id,score\n" + "".join(f"{c},{v},{s}\n" for c, v, s in rows)
    wanted = Wanted(KEYS, 5)
    return checks_of(read_run(io.BytesIO(text.encode()), "r.csv", wanted), wanted)


@pytest.mark.parametrize(
    ("rows", "check"),
    [
        (
            [(f"c{c}", f"v{v}", -abs(c - v) - v / 100) for c in range(15) for v in range(SIZE)],
            "coverage",
        ),
        ([(f"c{c}", f"v{(c + v) % SIZE}", -v) for c in range(SIZE) for v in range(3)], "depth"),
        (
            [(f"c{c}", f"v{(c + 5 + v) % SIZE}", -v) for c in range(SIZE) for v in range(5)],
            "order",
        ),
    ],
    ids=["coverage", "depth", "order"],
)
def test_a_file_of_rows(rows, check):
    assert {one.check for one in csv(rows) if one.state == "warning"} == {check}
