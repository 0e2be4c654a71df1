"""Canonical correlations are those of the textbook, and chance is chance: neither is trained."""

from dataclasses import replace

import numpy as np
import pytest
import scipy.linalg
import torch

from retrieval.networks import baselines
from retrieval.networks.kinds import Sizes
from retrieval.networks.network import JOINT, TextTensors
from retrieval.networks.registry import build
from retrieval.protocols.directions import mean_average_precision
from retrieval.training.loop import train
from tests.retrieval.with_torch.worlds import QUICK, material

SIZES = Sizes(video=6, text=4, parts={}, space=5)


def pairs(count: int = 60):
    """Captions that say two things of their videos, and noise."""
    rng = np.random.default_rng(3)
    common = rng.normal(size=(40, 2))
    videos = np.hstack([common @ rng.normal(size=(2, 3)), rng.normal(size=(40, 3))]) + 1
    video_of = rng.integers(0, 40, count)
    texts = np.hstack([common[video_of], rng.normal(size=(count, 2))]) + rng.normal(size=(count, 4))
    return videos.astype(np.float32), texts.astype(np.float32), video_of


def textbook(videos, texts, video_of):
    """Correlations and axes by the generalised eigenvalues of both sides together."""
    rows = np.array([[*videos[v], *t] for v, t in zip(video_of, texts, strict=True)], np.float64)
    covariance = np.cov(rows.T, bias=True)
    cross, own = covariance.copy(), np.zeros_like(covariance)
    for side in (slice(6), slice(6, 10)):
        ridge = baselines.RIDGE * covariance.diagonal()[side].mean()
        own[side, side] = covariance[side, side] + ridge * np.eye(len(covariance[side, side]))
        cross[side, side] = 0
    values, axes = scipy.linalg.eigh(cross, own)
    return rows.mean(0), values[::-1][:4], axes[:, ::-1][:, :4] * np.sqrt(2)


def solved(*data):
    network = build("cca", SIZES, seed=0)
    network.solve(*map(torch.from_numpy, data))
    return network


def test_canonical_correlations_equal_the_textbooks():
    data = pairs()
    network = solved(*data)
    mean, correlations, axes = textbook(*data)
    for layer, side in ((network.f, slice(6)), (network.g, slice(6, 10))):
        weight, bias = layer.weight.detach().numpy(), layer.bias.detach().numpy()
        expected = (axes[side] * correlations).T
        signs = np.sign((weight[:4] * expected).sum(1))
        np.testing.assert_allclose(weight[:4], expected * signs[:, None], atol=1e-5)
        np.testing.assert_allclose(bias[:4], -weight[:4] @ mean[side], atol=1e-5)
        assert not weight[4].any()  # there are four numbers on the smaller side
    # Both sides of an axis point one way: a pair agrees.
    assert correlations[0] > 0.5
    ends = [
        side @ weights.detach().numpy()[0]
        for side, weights in ((data[0][data[2]], network.f.weight), (data[1], network.g.weight))
    ]
    assert np.corrcoef(*ends)[0, 1] > 0.5


def test_blocks_of_pairs_add_up(monkeypatch):
    whole = solved(*pairs()).state_dict()
    monkeypatch.setattr(baselines, "BLOCK", 7)
    assert all(
        torch.allclose(one, whole[name], atol=1e-6)
        for name, one in solved(*pairs()).state_dict().items()
    )


def test_numbers_that_never_vary_tell_nothing():
    videos, texts, video_of = pairs()
    videos[:, 2:] = 1
    network = solved(videos, np.zeros_like(texts), video_of)
    assert not any(one.any() for one in network.state_dict().values())


def test_canonical_correlations_find_what_chance_does_not():
    found = {}
    for network in ("cca", "random"):
        trained = train(material(), replace(QUICK, network=network))
        side = material().validation
        similarity = trained.similarity(side.videos, side.texts)
        own = np.equal.outer(side.video_of, np.arange(len(side.videos)))
        found[network] = mean_average_precision(similarity, own).mean
        assert (trained.curve, trained.best) == ((), 1)
    assert found["cca"] > found["random"] + 0.1


@pytest.mark.parametrize("size", [2, 64])
def test_chance_ranks_each_as_often_first(size):
    """Of 400 captions a quarter has each of four videos first, to within four deviations; and what
    is alike is no nearer for it."""
    draw = torch.Generator().manual_seed(1)
    videos, texts = torch.randn(4, 6, generator=draw), torch.randn(400, 4, generator=draw)
    network = build("random", replace(SIZES, space=size), seed=0)
    joint = network(videos, TextTensors(texts, {}))[JOINT]
    first = np.bincount(joint.similarity.argmax(1).numpy(), minlength=4)
    if size > 2:  # on a circle, videos that are drawn close together share what is near
        assert np.abs(first - 100).max() < 4 * np.sqrt(400 * 3 / 16)
    near = network(videos, TextTensors(texts + 1e-3, {}))[JOINT]
    assert abs(np.mean((near.texts * joint.texts).sum(1).numpy())) < 4 / np.sqrt(400 * size)
    assert torch.equal(network(videos, TextTensors(texts, {}))[JOINT].texts, joint.texts)
