"""All scores of one model, against loops."""

import numpy as np
import pytest

from pooling.models import JudgedPair, Query, Video
from pooling.queries.axes import read_axes
from retrieval.protocols.scored import measures_of, packed, score, unpacked
from retrieval.queries.scoring import read_relevances
from semantics.proxies.relevance import Relevance
from tests.factories import make_benchmark
from tests.semantics.made import make_proxy


def slow_ndcg(similarity, relevance) -> float:
    """One query's: as many ranks as there are relevant items."""
    order = sorted(range(len(similarity)), key=lambda column: (-similarity[column], column))
    count = sum(value > 0 for value in relevance)
    if not count:
        return float("nan")

    def total(values) -> float:
        ranked = enumerate(list(values)[:count])
        return sum((2**value - 1) / np.log2(rank + 2) for rank, value in ranked)

    return total(relevance[column] for column in order) / total(sorted(relevance, reverse=True))


def slow_map(similarity, relevance) -> float:
    order = sorted(range(len(similarity)), key=lambda column: (-similarity[column], column))
    found, precisions = 0, []
    for rank, column in enumerate(order, start=1):
        if relevance[column] >= 1:
            found += 1
            precisions.append(found / rank)
    return float(np.mean(precisions)) if precisions else float("nan")


@pytest.fixture
def world():
    rng = np.random.default_rng(7)
    similarity = rng.normal(size=(9, 6)).astype(np.float32)
    graded = np.round(rng.random((9, 6)) * (rng.random((9, 6)) < 0.5), 2).astype(np.float16)
    graded[2], own = 0, np.array([0, 1, 2, 3, 4, 5, 0, 1, -1])
    graded[np.arange(8), own[:8]] = 1
    graded[2] = 0
    return similarity, own, graded


def test_means_are_those_of_loops_in_both_directions(world):
    similarity, own, graded = world
    found = score(similarity, own, {"syn": Relevance(graded)}).means
    assert list(found) == measures_of(["syn"])
    for way, (rows, values) in {
        "tv": (similarity, graded.astype(float)),
        "vt": (similarity.T, graded.T.astype(float)),
    }.items():
        for measure, slow in (("nDCG(syn)", slow_ndcg), ("mAP(syn)", slow_map)):
            each = [slow(*pair) for pair in zip(rows, values, strict=True)]
            assert found[measure][way] == pytest.approx(np.nanmean(each), abs=1e-6)


def test_recalls_are_of_a_captions_own_video(world):
    similarity, own, graded = world
    found = score(similarity, own, {"syn": Relevance(graded)})
    ranks = [1 + sum(similarity[row] > similarity[row, video]) for row, video in enumerate(own[:8])]
    for k in (1, 5, 10):
        assert found.means[f"R@{k}"]["tv"] == pytest.approx(np.mean(np.array(ranks) <= k))
    assert np.isnan(found.by_caption["R@1"][8])  # its own video is not known
    at = [found.means[f"R@{k}"]["tv"] for k in (1, 5, 10)]
    assert found.means["GMR"]["tv"] == pytest.approx(np.prod(at) ** (1 / 3))
    assert "GMR" not in found.by_caption


def test_what_is_kept_of_captions_comes_back(world):
    similarity, own, graded = world
    found = score(similarity, own, {"syn": Relevance(graded)}).by_caption
    back = unpacked(packed(found))
    assert list(back) == list(found)
    for name, values in found.items():
        np.testing.assert_allclose(back[name], values, rtol=1e-6)


@pytest.mark.django_db
def test_relevances_are_of_the_own_video_of_people_and_of_proxies(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    of = make_benchmark([("a cat", "v0"), ("a dog", "v1"), ("a cat", "v2")], name="b")
    JudgedPair.objects.create(
        query=Query.objects.get(benchmark=of, text="a cat"),
        video=Video.objects.get(benchmark=of, key="v1"),
        verdict="relevant",
    )
    JudgedPair.objects.create(
        query=Query.objects.get(benchmark=of, text="a dog"),
        video=Video.objects.get(benchmark=of, key="v0"),
        verdict="irrelevant",
    )
    cells = np.array([[1, 0.5, 0], [0, 1, 0], [0.25, 0, 1]])
    make_proxy(of, "syn", cells)
    found = read_relevances(of, read_axes(of), ("instance", "collected", "syn"))
    assert found["instance"].rows(0, 3).tolist() == np.eye(3).tolist()
    assert found["collected"].rows(0, 3).tolist() == [[1, 1, 0], [0, 1, 0], [0, 1, 1]]
    assert found["syn"].rows(0, 3).tolist() == cells.tolist()
