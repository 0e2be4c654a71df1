"""Two files of embeddings: their rankings beside those of the whole matrix in double precision, and
what is said of files that are none."""

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pooling.formats.embeddings import TILE, Embeddings, open_embeddings
from pooling.formats.keys import Keys
from pooling.formats.problem import Unreadable
from pooling.formats.runs import Wanted, rank_matrix
from tests.pooling.formats.reading import warned
from tests.pooling.formats.test_npy import declaring, keys_of, saved, with_header


def opened(captions, videos, keys: Keys, **words) -> Embeddings:
    files = (
        (io.BytesIO(one if isinstance(one, bytes) else saved(one)), name)
        for one, name in ((captions, "q.npy"), (videos, "v.npy"))
    )
    return open_embeddings(*files, keys, **words)


def refused(captions, videos, keys: Keys, **words) -> list[str]:
    with pytest.raises(Unreadable) as unreadable:
        rank_matrix(opened(captions, videos, keys, **words), "q.npy, v.npy", Wanted(keys, 3))
    return unreadable.value.lines()


def scaled(embeddings) -> np.ndarray:
    return embeddings / np.linalg.norm(embeddings, axis=1, keepdims=True)


def twin(scores, keys: Keys, direction: str, depth: int) -> list[list[int]]:
    """Every row sorted by the one tie rule, one pair after the other."""
    order = keys.targets(direction).order
    single = (scores if direction == "t2v" else scores.T).astype(np.float32)
    return [
        sorted(range(len(row)), key=lambda n: (row[n], order[n]), reverse=True)[:depth]
        for row in single
    ]


def by_item(rankings) -> list[list[int]]:
    return rankings.targets[np.argsort(rankings.items)].tolist()


@given(
    shape=st.tuples(st.integers(1, 9), st.integers(1, 9), st.integers(1, 6)),
    dtype=st.sampled_from(["<f2", "<f4", ">f4", "<f8", "<i2"]),
    direction=st.sampled_from(["t2v", "v2t"]),
    seed=st.integers(0, 99),
)
def test_whole_numbers_rank_as_their_matrix_does_ties_included(shape, dtype, direction, seed):
    captions, videos, width = shape
    rng = np.random.default_rng(seed)
    q, v = (rng.integers(-2, 3, (rows, width)) for rows in (captions, videos))
    q[~q.any(axis=1)] = v[~v.any(axis=1)] = 1
    keys = keys_of(captions, videos)
    wanted = Wanted(keys, len(keys.targets(direction)), direction)
    found = rank_matrix(opened(q.astype(dtype), v.astype(dtype), keys), "", wanted).rankings
    assert by_item(found) == twin(q @ v.T, keys, direction, wanted.depth)


@pytest.mark.parametrize("direction", ["t2v", "v2t"])
@pytest.mark.parametrize("normalise", [False, True])
def test_ranks_are_those_of_double_precision_also_the_whole_ranks_of_own_videos(
    direction, normalise
):
    rng = np.random.default_rng(3)
    q, v = rng.standard_normal((300, 64)), rng.standard_normal((200, 64))
    q, v = (q.astype(np.float32), v.astype(np.float32))
    keys = keys_of(300, 200)
    found = rank_matrix(
        opened(q, v, keys, normalise=normalise), "", Wanted(keys, 50, direction)
    ).rankings
    exact = [side.astype(np.float64) for side in (q, v)]
    exact = [scaled(side) for side in exact] if normalise else exact
    scores = exact[0] @ exact[1].T
    assert by_item(found) == twin(scores, keys, direction, 50)
    rows = scores if direction == "t2v" else scores.T
    for item, best, own in zip(found.items, found.scores, found.own_ranks, strict=True):
        np.testing.assert_allclose(best, np.sort(rows[item])[::-1][:50], rtol=1e-6)
        mine = [item % 200] if direction == "t2v" else np.flatnonzero(np.arange(300) % 200 == item)
        assert own == 1 + (rows[item].astype(np.float32) > np.float32(rows[item][mine].max())).sum()


def test_the_same_bytes_come_of_blocks_of_any_size_and_of_tiles(monkeypatch):
    rng = np.random.default_rng(4)
    q, v = (rng.standard_normal((rows, 33)).astype(np.float32) for rows in (90, 250))
    v[100:200] = v[:100]  # tied, far from each other
    q[50:] = rng.integers(-1, 2, (40, 33))  # orthogonal to some
    v[200:] = rng.integers(-1, 2, (50, 33))
    keys = keys_of(90, 250)

    def scores(block: int, tile: int) -> bytes:
        monkeypatch.setattr("pooling.formats.embeddings.TILE", tile)
        made = opened(q, v, keys)
        made = Embeddings(made.of_captions, made.of_videos, made.problems, block)
        return b"".join(some.tobytes() for some in made.blocks())

    whole = scores(2**26, TILE)
    assert len(whole) == 90 * 250 * 4
    for block, tile in ((1, 250), (7_000, 17), (3_000, 1), (2**26, 64)):
        assert scores(block, tile) == whole


def test_videos_with_one_embedding_are_tied_wherever_they_stand():
    rng = np.random.default_rng(5)
    q, one = rng.standard_normal((20, 512)), rng.standard_normal(512)
    v = rng.standard_normal((101, 512))
    v[[0, 37, 64, 100]] = one
    keys = keys_of(20, 101)
    blocks = np.concatenate(list(opened(q, v, keys).blocks()))
    places = {number: at for at, number in enumerate(opened(q, v, keys).videos)}
    tied = blocks[:, [places[n] for n in (0, 37, 64, 100)]]
    assert (tied == tied[:, :1]).all()


def test_what_is_orthogonal_is_tied_at_0_whatever_the_sums_leave():
    third = np.array([[0.1, 0.2, 0.3, 1.0]])
    v = np.array([[3.0, 0, -1, 0], [0, 3, -2, 0], [2, -1, 0, 0], [0, 0, 0, 1]])
    keys = keys_of(1, 4)
    found = rank_matrix(opened(third, v, keys), "", Wanted(keys, 4)).rankings
    assert found.targets.tolist() == [[3, 2, 1, 0]]
    assert found.scores.tolist() == [[1.0, 0.0, 0.0, 0.0]]


def test_rows_may_be_named_in_any_order_and_left_out_with_a_warning():
    rng = np.random.default_rng(6)
    q, v = rng.standard_normal((5, 8)), rng.standard_normal((4, 8))
    keys = keys_of(5, 4)
    whole = rank_matrix(opened(q, v, keys), "", Wanted(keys, 4)).rankings
    rows, columns = np.array([3, 0, 4], np.int32), np.array([2, 3, 1, 0], np.int32)
    found = rank_matrix(
        opened(q[rows], v[columns], keys, names=(rows, columns)), "", Wanted(keys, 4)
    )
    assert found.rankings.targets[np.argsort(found.rankings.items)].tolist() == [
        by_item(whole)[item] for item in (0, 3, 4)
    ]
    assert found.format == "embeddings"
    assert warned(found.problems)["missing-caption"] == 1


GOOD = np.arange(1, 13, dtype=np.float32).reshape(4, 3)
WRONG = {
    "nan": (np.where(GOOD == 8, np.nan, GOOD), "q.npy:0:0: nan at row 2, column 1, counted from 0"),
    "infinite": (np.where(GOOD == 4, -np.inf, GOOD), "q.npy:0:0: -inf at row 1, column 0"),
    "too large": (np.where(GOOD == 1, 1e39, GOOD.astype(float)), "1e+39 at row 0, column 0"),
    "zero": (GOOD * (GOOD > 3), "q.npy:0:0: all numbers at row 0, counted from 0, are 0"),
    "too few rows": (GOOD[:3], "expected captions x numbers = 4 rows, found 3 x 3"),
    "no numbers": (GOOD[:, :0], "found 4 x 0"),
    "one number a row": (GOOD[:, 0], "expected captions x numbers = 4 rows, found 4"),
    "wider": (np.ones((4, 5)), "v.npy:0:0: the videos' embeddings have 3 numbers, those of the"),
    "objects": (
        saved(np.array([[{}]], object), allow_pickle=True),
        "q.npy:0:0: object arrays (pickles) are not accepted",
    ),
    "terabytes": (
        with_header(declaring(shape="(4, 99999999999999)")),
        "q.npy:0:0: truncated: the header promises 1,599,999,999,999,984 bytes",
    ),
    "text": (b"caption_id,video_id,score\n", "q.npy:0:0: not an .npy file"),
}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("normalise", [False, True])
def test_what_is_no_embedding_is_refused_with_its_file_and_place(wrong, normalise):
    content, says = WRONG[wrong]
    (line,) = refused(content, GOOD, keys_of(4, 4), normalise=normalise)
    assert says in line


def test_faults_of_the_videos_name_their_file_and_the_row_as_it_stands_there():
    keys, broken = keys_of(4, 4), np.where(GOOD == 8, np.nan, GOOD)
    (line,) = refused(GOOD, broken, keys)
    assert line.startswith("v.npy:0:0: nan at row 2, column 1")


def test_scores_too_large_for_single_precision_name_both_rows():
    (line,) = refused(GOOD * 1e30, GOOD * 1e30, keys_of(4, 4))
    assert "inf at row 3 of the captions, row 3 of the videos" in line


def test_more_embeddings_than_are_held_are_refused_before_they_are_read(monkeypatch):
    monkeypatch.setattr("pooling.formats.embeddings.HELD", 95)
    (line,) = refused(GOOD, np.full_like(GOOD, np.nan), keys_of(4, 4))
    assert line.startswith("v.npy:0:0: 4 embeddings of 3 numbers take more than")
