"""Networks embed as the paper has it, layer by layer, and from the seed alone."""

import numpy as np
import pytest
import torch

from retrieval.networks.kinds import NETWORKS, Sizes
from retrieval.networks.network import JOINT, SequenceTensors, TextTensors, principal_axes
from retrieval.networks.registry import build

SIZES = Sizes(video=7, text=5, parts={"verb": 4, "noun": 3}, space=6, hidden=8)


def inputs(count: int = 9, *, seed: int = 0):
    draw = torch.Generator().manual_seed(seed)

    def vectors(size):
        return torch.randn(count, size, generator=draw)

    whole, verbs, nouns, videos = vectors(5), vectors(4), vectors(3), vectors(7)
    table = torch.cat([torch.zeros(1, 5), vectors(5)])
    rows = (torch.arange(count)[:, None] + torch.arange(4)) % count + 1
    words = SequenceTensors(rows, rows % 3, table)
    return videos, TextTensors(whole, {"verb": verbs, "noun": nouns}, words)


def unit(vector):
    length = np.sqrt((vector**2).sum())
    return vector / length if length else vector


def layer(linear, vector):
    weight, bias = (p.detach().numpy().astype(np.float64) for p in (linear.weight, linear.bias))
    return np.array([sum(w * x for w, x in zip(row, vector, strict=True)) for row in weight]) + bias


def perceptron(layers, vector):
    return unit(layer(layers[2], np.maximum(layer(layers[0], unit(vector)), 0)))


def slow(network, name, videos, texts):
    """One row at a time, layer by layer."""
    videos = videos.numpy().astype(np.float64)
    if name in {"mme", "mmen"}:
        found = texts.whole.numpy().astype(np.float64)
        return [
            (perceptron(network.embedding.f, v), perceptron(network.embedding.g, t))
            for v, t in zip(videos, found, strict=True)
        ]
    rows = []
    for row, video in enumerate(videos):
        sides = [[], []]
        for part in ("noun", "verb"):
            embedding = network.embeddings[part]
            sides[0].append(perceptron(embedding.f, video))
            words = texts.parts[part][row].numpy().astype(np.float64)
            sides[1].append(perceptron(embedding.g, words))
        both = [unit(np.concatenate(side)) for side in sides]
        if name == "jpose":
            both = [unit(layer(network.shared, side)) for side in both]
        rows.append(tuple(both))
    return rows


# The others have their own tests, beside this file.
@pytest.mark.parametrize("name", ["mme", "mmen", "pos-mmen", "jpose"])
def test_equals_its_slow_twin(name):
    videos, texts = inputs()
    network = build(name, SIZES, seed=0)
    network.prepare(*inputs(20, seed=1))
    with torch.no_grad():
        joint = network(videos, texts)[JOINT]
    expected = slow(network, name, videos, texts)
    np.testing.assert_allclose(joint.videos, [video for video, _ in expected], atol=1e-5)
    np.testing.assert_allclose(joint.texts, [text for _, text in expected], atol=1e-5)


@pytest.mark.parametrize("name", NETWORKS)
def test_weights_are_of_the_seed_alone(name):
    before = torch.random.get_rng_state()
    first, again, other = (build(name, SIZES, seed).state_dict() for seed in (3, 3, 4))
    assert torch.equal(torch.random.get_rng_state(), before)
    assert all(torch.equal(first[key], again[key]) for key in first)
    assert not all(torch.equal(first[key], other[key]) for key in first)


@pytest.mark.parametrize("name", ["pos-mmen", "jpose"])
def test_the_order_in_which_parts_are_named_is_of_no_matter(name):
    turned = Sizes(7, 5, {"noun": 3, "verb": 4}, 6, 8)
    first, other = (build(name, sizes, 0).state_dict() for sizes in (SIZES, turned))
    assert list(first) == list(other)
    assert all(torch.equal(first[key], other[key]) for key in first)


@pytest.mark.parametrize("name", ["pos-mmen", "jpose"])
def test_a_space_of_a_part_reads_that_part_alone(name):
    videos, texts = inputs()
    network = build(name, SIZES, seed=0)
    other = texts._replace(parts={**texts.parts, "noun": texts.parts["noun"] + 1})
    before, after = network(videos, texts), network(videos, other)
    assert set(before) == {"noun", "verb", JOINT}
    assert torch.equal(before["verb"].texts, after["verb"].texts)
    assert not torch.equal(before["noun"].texts, after["noun"].texts)


@pytest.mark.parametrize("name", NETWORKS)
def test_a_caption_without_any_word_has_a_defined_place(name):
    videos, texts = inputs()
    nothing = TextTensors(
        torch.zeros_like(texts.whole),
        {part: torch.zeros_like(words) for part, words in texts.parts.items()},
        SequenceTensors(*map(torch.zeros_like, texts.words[:2]), texts.words.table),
    )
    joint = build(name, SIZES, seed=0)(videos, nothing)[JOINT]
    assert torch.isfinite(joint.texts).all()
    assert torch.equal(joint.texts[0], joint.texts[1])


def test_the_shared_layer_begins_as_principal_components():
    videos, texts = inputs(40)
    network = build("jpose", SIZES, seed=0)
    network.prepare(videos, texts)
    with torch.no_grad():
        spaces = [network.embeddings[part](videos, texts.parts[part]) for part in network.parts]
        rows = torch.cat(
            [torch.cat([s.videos for s in spaces], 1), torch.cat([s.texts for s in spaces], 1)]
        )
        rows = rows / rows.norm(dim=1, keepdim=True)
        found = network.shared(rows)
    variances = np.sort(np.linalg.eigvalsh(np.cov(rows.numpy().T)))[::-1][:6]
    np.testing.assert_allclose(np.cov(found.numpy().T), np.diag(variances), atol=1e-5)
    np.testing.assert_allclose(found.mean(0), 0, atol=1e-5)


def test_fewer_rows_than_components_leave_the_others_zero():
    mean, axes = principal_axes(torch.tensor([[1.0, 0, 0], [3.0, 0, 0]]), 3)
    assert mean.tolist() == [2, 0, 0]
    assert axes[0].tolist() == [1, 0, 0]
    assert axes[2].tolist() == [0, 0, 0]
