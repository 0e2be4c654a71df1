"""A mixture of experts weighs those that know a video, as its text says."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from retrieval.losses.nce import NCELoss
from retrieval.networks.kinds import Sizes
from retrieval.networks.network import JOINT, TextTensors
from retrieval.networks.registry import build
from retrieval.training.loop import train
from retrieval.training.material import UnfitMaterial
from tests.retrieval.with_torch.test_networks import layer, unit
from tests.retrieval.with_torch.worlds import QUICK, material

SIZES = Sizes(video=9, text=5, parts={}, space=6, experts=(4, 3, 2))
EXPERTS = [slice(0, 4), slice(4, 7), slice(7, 9)]


def inputs(*, seed: int = 0):
    """Eight videos, of which some experts know nothing: of the last, all but one."""
    draw = torch.Generator().manual_seed(seed)
    videos = torch.randn(8, 9, generator=draw)
    for video, unknown in ((1, 0), (2, 1), (3, 2), (7, 0), (7, 1)):
        videos[video, EXPERTS[unknown]] = 0
    return videos, TextTensors(torch.randn(8, 5, generator=draw), {})


def gated(network, vector):
    first = layer(network.layer, unit(vector))
    return unit(first / (1 + np.exp(-layer(network.gate, first))))


def slow(network, videos, texts):
    """One text and one video at a time, expert by expert."""
    found = np.zeros((len(texts), len(videos)))
    for row, text in enumerate(texts):
        logits = layer(network.weights, unit(text))
        for column, video in enumerate(videos):
            known = [k for k, part in enumerate(EXPERTS) if any(video[part])]
            weights = {k: np.exp(logits[k]) for k in known}
            for k in known:
                cosine = gated(network.f[k], video[EXPERTS[k]]) @ gated(network.g[k], text)
                found[row, column] += weights[k] / sum(weights.values()) * cosine
    return found


def doubles(tensor):
    return tensor.numpy().astype(np.float64)


def test_equals_its_slow_twin():
    videos, texts = inputs()
    network = build("moee", SIZES, seed=0)
    with torch.no_grad():
        found = network(videos, texts)[JOINT].similarity
    expected = slow(network, doubles(videos), doubles(texts.whole))
    np.testing.assert_allclose(found, expected, atol=1e-5)
    assert np.abs(expected).max() > 0.1


def test_what_an_expert_does_not_know_trains_nothing_of_it():
    videos, texts = inputs()
    videos[:, EXPERTS[1]] = 0
    network = build("moee", SIZES, seed=0)
    NCELoss()(network(videos, texts)[JOINT].similarity).backward()
    of = {k: network.f[k].layer.weight.grad.abs().sum().item() for k in range(3)}
    assert of[1] == 0 < min(of[0], of[2])


def test_a_video_that_no_expert_knows_is_like_nothing():
    videos, texts = inputs()
    found = build("moee", SIZES, seed=0)(torch.zeros_like(videos), texts)[JOINT].similarity
    assert torch.equal(found, torch.zeros(8, 8))


def test_one_expert_is_searched_by_its_own_cosines():
    videos, texts = inputs()
    network = build("moee", replace(SIZES, experts=()), seed=0)
    with torch.no_grad():
        found = network(videos, texts)[JOINT].similarity
        cosines = network.g[0](texts.whole) @ network.f[0](videos).T
    np.testing.assert_allclose(found, cosines, atol=1e-6)


def test_a_trained_mixture_ranks_as_it_was_trained():
    """In blocks, by NumPy, with experts missing."""
    data = replace(material(), experts=(7, 5))
    data.training.videos[::3, :7] = 0
    data.validation.videos[::4, 7:] = 0
    trained = train(data, replace(QUICK, network="moee", epochs=10))
    side = data.validation
    found = trained.similarity(side.videos, side.texts)
    pair = trained.network(
        torch.tensor(side.videos), TextTensors(torch.tensor(side.texts.whole), {})
    )
    np.testing.assert_allclose(found, pair[JOINT].similarity.detach(), atol=1e-6)
    scores = [point.validation["ndcg"] for point in trained.curve]
    assert max(scores) > scores[0] + 0.03
    together = train(replace(data, experts=()), replace(QUICK, network="moee", epochs=10))
    assert not np.allclose(together.similarity(side.videos, side.texts), found)


def test_experts_that_are_not_the_videos_numbers_are_refused():
    with pytest.raises(UnfitMaterial, match=r"Experts of \(7, 4\) numbers are 11 of a video"):
        train(replace(material(), experts=(7, 4)), replace(QUICK, network="moee"))
