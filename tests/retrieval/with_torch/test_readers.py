"""A reader takes the words of a caption one after the other, and stops at its last."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from retrieval.features.word_vectors import LONGEST, WordVectors
from retrieval.networks.kinds import Sizes
from retrieval.networks.network import JOINT, TextTensors
from retrieval.networks.registry import build
from retrieval.training.loop import train
from retrieval.training.material import Sequences, UnfitMaterial
from retrieval.training.reading import texts_of
from semantics.words.word import Word
from tests.retrieval.with_torch.test_networks import layer, perceptron, unit
from tests.retrieval.with_torch.worlds import QUICK, material

SIZES = Sizes(video=7, text=5, parts={}, space=6, hidden=8)
WORDS = torch.tensor([[1, 2, 3, 4], [4, 3, 0, 0], [3, 4, 0, 0], [2, 0, 0, 0], [0, 0, 0, 0]])


def inputs(words=WORDS):
    draw = torch.Generator().manual_seed(0)
    table = torch.cat([torch.zeros(1, 5), torch.randn(4, 5, generator=draw)])
    return torch.randn(5, 7, generator=draw), TextTensors(torch.zeros(5, 5), {}, words, table)


def gates(weight, bias, vector):
    """Reset, update and new, before they are summed up."""
    values = weight.detach().numpy().astype(np.float64) @ vector + bias.detach().numpy()
    return np.split(values, 3)


def read(gru, vectors):
    """Word by word."""
    state = np.zeros(6)
    for vector in vectors:
        given = gates(gru.weight_ih_l0, gru.bias_ih_l0, vector)
        kept = gates(gru.weight_hh_l0, gru.bias_hh_l0, state)
        reset, update = (1 / (1 + np.exp(-(a + b))) for a, b in zip(given[:2], kept, strict=False))
        state = (1 - update) * np.tanh(given[2] + reset * kept[2]) + update * state
    return unit(state)


def test_equals_its_slow_twin():
    videos, texts = inputs()
    network = build("gru", SIZES, seed=0)
    with torch.no_grad():
        joint = network(videos, texts)[JOINT]
    table = texts.table.numpy().astype(np.float64)
    expected = [
        read(network.g, [table[word] for word in caption if word] or [table[0]])
        for caption in WORDS.tolist()
    ]
    np.testing.assert_allclose(joint.texts, expected, atol=1e-5)
    seen = [perceptron(network.f, video.astype(np.float64)) for video in videos.numpy()]
    np.testing.assert_allclose(joint.videos, seen, atol=1e-5)
    assert layer(network.f[2], np.zeros(8)).shape == (6,)


def test_the_order_of_words_tells_and_places_behind_the_last_do_not():
    network = build("gru", SIZES, seed=0)
    read_ = network(*inputs())[JOINT].texts
    assert not torch.allclose(read_[1], read_[2], atol=1e-3)  # the same two words, turned
    longer = torch.cat([WORDS, torch.zeros(5, 3, dtype=torch.int64)], 1)
    assert torch.equal(network(*inputs(longer))[JOINT].texts, read_)


def word(text: str, *, stop: bool = False) -> Word:
    return Word(text, text, "noun", stop)


def test_captions_are_read_in_the_order_of_their_words_as_far_as_they_are_known():
    vectors = WordVectors({"cat": 0, "the": 1}, np.ones((2, 3), np.float32), "", "")
    captions = [
        (word("the", stop=True), word("zebra"), word("cat")),
        (word("cat"),) * (LONGEST + 2),
        (word("zebra"),),
    ]
    found = texts_of(captions, vectors, (), in_order=True).words
    assert found.rows[:, :3].tolist() == [[2, 1, 0], [1, 1, 1], [0, 0, 0]]
    assert found.rows.shape == (3, LONGEST)
    assert found.table.tolist() == [[0, 0, 0], [1, 1, 1], [1, 1, 1]]
    assert texts_of(captions, vectors, (), in_order=False).words is None


def test_a_reader_learns():
    curve = train(material(), replace(QUICK, network="gru", epochs=10)).curve
    assert max(point.validation["ndcg"] for point in curve) > curve[0].validation["ndcg"] + 0.03


def with_words(**changed):
    data = material(validated=False)
    texts = data.training.texts
    spoken = replace(texts.words, **changed) if changed else None
    return replace(data, training=replace(data.training, texts=replace(texts, words=spoken)))


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({}, "gru needs the captions word by word"),
        ({"rows": np.full((70, 2), 9)}, "the words of 70 captions as rows from 0 to 8"),
        ({"rows": np.zeros((69, 2), np.int64)}, "the words of 70 captions"),
        ({"table": np.ones((9, 6), np.float32)}, "a table of words of 6 numbers"),
        ({"table": np.zeros((9, 5), np.float32)}, "a table of words of 6 numbers"),
    ],
)
def test_words_that_do_not_fit_are_refused(changed, words):
    with pytest.raises(UnfitMaterial, match=words):
        train(with_words(**changed), replace(QUICK, network="gru"))


def test_a_checkpoint_is_of_the_same_words():
    data = material(validated=False)
    turned = replace(
        data.training.texts,
        words=Sequences(
            data.training.texts.words.rows[:, ::-1].copy(), data.training.texts.words.table
        ),
    )
    other = replace(data, training=replace(data.training, texts=turned))
    assert other.digest() != data.digest()


def test_a_trained_reader_asks_for_the_words():
    trained = train(material(), replace(QUICK, network="gru", epochs=1))
    side = material().validation
    with pytest.raises(UnfitMaterial, match="gru needs the captions word by word"):
        trained.similarity(side.videos, replace(side.texts, words=None))
