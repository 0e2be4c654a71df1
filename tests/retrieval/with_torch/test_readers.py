"""A reader takes the words of a caption one after the other, and stops at its last."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from retrieval.features.word_vectors import LONGEST, WordVectors
from retrieval.networks.kinds import NOUN, VERB, Sizes
from retrieval.networks.network import JOINT, SequenceTensors, TextTensors
from retrieval.networks.registry import build
from retrieval.training.loop import train
from retrieval.training.material import UnfitMaterial
from retrieval.training.reading import texts_of
from semantics.words.word import Word
from tests.retrieval.with_torch.test_networks import layer, perceptron, unit
from tests.retrieval.with_torch.worlds import QUICK, material

SIZES = Sizes(video=7, text=5, parts={}, space=6, hidden=8)
WORDS = torch.tensor([[1, 2, 3, 4], [4, 3, 0, 0], [3, 4, 0, 0], [2, 0, 0, 0], [0, 0, 0, 0]])


def inputs(words=WORDS):
    draw = torch.Generator().manual_seed(0)
    table = torch.cat([torch.zeros(1, 5), torch.randn(4, 5, generator=draw)])
    kinds = torch.tensor([0, 2, 1, 2, 1])[words]  # 2 and 4 are verbs, 1 and 3 are nouns
    spoken = SequenceTensors(words, kinds, table)
    return torch.randn(5, 7, generator=draw), TextTensors(torch.zeros(5, 5), {}, spoken)


def gates(weight, bias, vector):
    """Reset, update and new, before they are summed up."""
    values = weight.detach().numpy().astype(np.float64) @ vector + bias.detach().numpy()
    return np.split(values, 3)


def vectors_of(texts):
    """The vectors of each caption's words; one of zeros where there are none."""
    table = texts.words.table.numpy().astype(np.float64)
    return [[table[word] for word in words if word] or [table[0]] for words in WORDS.tolist()]


def read(gru, vectors):
    """What it remembers after each word."""
    state, states = np.zeros(6), []
    for vector in vectors:
        given = gates(gru.weight_ih_l0, gru.bias_ih_l0, vector)
        kept = gates(gru.weight_hh_l0, gru.bias_hh_l0, state)
        reset, update = (1 / (1 + np.exp(-(a + b))) for a, b in zip(given[:2], kept, strict=False))
        state = (1 - update) * np.tanh(given[2] + reset * kept[2]) + update * state
        states.append(state)
    return states


def test_equals_its_slow_twin():
    videos, texts = inputs()
    network = build("gru", SIZES, seed=0)
    with torch.no_grad():
        joint = network(videos, texts)[JOINT]
    expected = [unit(read(network.g, vectors)[-1]) for vectors in vectors_of(texts)]
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


def softmax(values):
    return np.exp(values) / np.exp(values).sum()


def levels_of(network, vectors, kinds):
    """The levels of one caption, node by node; None where it has none of the kind."""
    states = read(network.g, vectors)
    shares = softmax([layer(network.pool, state)[0] for state in states])
    nodes = [sum(a * b for a, b in zip(shares, states, strict=True)), *states]
    kinds, after = ["caption", *kinds], []
    for kind, node in zip(kinds, nodes, strict=True):
        near = {"caption": [VERB], VERB: ["caption", NOUN], NOUN: [VERB]}.get(kind, [])
        beside = [other for of, other in zip(kinds, nodes, strict=True) if of in near]
        if beside:
            scores = [layer(network.query, node) @ layer(network.key, other) for other in beside]
            taken = sum(a * b for a, b in zip(softmax(scores), beside, strict=True))
            weight = network.message.weight.detach().numpy().astype(np.float64)
            after.append(unit(node + weight @ taken))
        else:
            after.append(unit(node))
    for kind, weigh in zip(("caption", VERB, NOUN), network.weigh, strict=True):
        of = [node for other, node in zip(kinds, after, strict=True) if other == kind]
        shares = of and softmax([layer(weigh, node)[0] for node in of])
        yield sum(a * b for a, b in zip(shares, of, strict=True)) if of else None


def test_a_hierarchy_equals_its_slow_twin():
    """Captions with two verbs and two nouns, with one of each, and with a verb or a noun alone."""
    videos, texts = inputs()
    network = build("hgr", SIZES, seed=0)
    with torch.no_grad():
        found = network(videos, texts)[JOINT].similarity
    kinds = texts.words.kinds.tolist()
    for row, vectors in enumerate(vectors_of(texts)):
        levels = list(levels_of(network, vectors, kinds[row][: len(vectors)]))
        assert [level is not None for level in levels] == [
            True,
            VERB in kinds[row],
            NOUN in kinds[row],
        ]
        for column, video in enumerate(videos.numpy().astype(np.float64)):
            cosines = [
                level @ perceptron(f, video)
                for level, f in zip(levels, network.f, strict=True)
                if level is not None
            ]
            assert found[row, column].item() == pytest.approx(np.mean(cosines), abs=1e-5)


def test_what_a_word_is_tells_a_hierarchy():
    videos, texts = inputs()
    spoken = texts.words
    turned = spoken._replace(kinds=torch.tensor([0, NOUN, VERB])[spoken.kinds])
    network = build("hgr", SIZES, seed=0)
    found, other = (
        network(videos, texts._replace(words=words))[JOINT].similarity for words in (spoken, turned)
    )
    assert not torch.allclose(found[0], other[0], atol=1e-3)
    assert torch.equal(found[4], other[4])  # the caption without a word


def word(text: str, part: str, *, stop: bool = False) -> Word:
    return Word(text, text, part, stop)


def test_captions_are_read_in_the_order_of_their_words_as_far_as_they_are_known():
    vectors = WordVectors({"cat": 0, "the": 1}, np.ones((2, 3), np.float32), "", "")
    captions = [
        (word("the", "other", stop=True), word("zebra", "noun"), word("cat", "noun")),
        (word("cat", "verb"),) * (LONGEST + 2),
        (word("zebra", "noun"),),
    ]
    found = texts_of(captions, vectors, (), in_order=True).words
    assert found.rows[:, :3].tolist() == [[2, 1, 0], [1, 1, 1], [0, 0, 0]]
    assert found.kinds[:, :3].tolist() == [[0, NOUN, 0], [VERB, VERB, VERB], [0, 0, 0]]
    assert found.rows.shape == found.kinds.shape == (3, LONGEST)
    assert found.table.tolist() == [[0, 0, 0], [1, 1, 1], [1, 1, 1]]
    assert texts_of(captions, vectors, (), in_order=False).words is None


@pytest.mark.parametrize("network", ["gru", "hgr"])
def test_a_reader_learns(network):
    curve = train(material(), replace(QUICK, network=network, epochs=10)).curve
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
        ({"kinds": np.zeros((70, 3), np.int64)}, "the words of 70 captions"),
        (
            {"rows": np.full((70, 2), 9)},
            "the words of 70 captions as rows from 0 to 8, and as many",
        ),
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
    words = data.training.texts.words
    turned = replace(data.training.texts, words=replace(words, rows=words.rows[:, ::-1].copy()))
    other = replace(data, training=replace(data.training, texts=turned))
    assert other.digest() != data.digest()


def test_a_trained_reader_asks_for_the_words():
    trained = train(material(), replace(QUICK, network="gru", epochs=1))
    side = material().validation
    with pytest.raises(UnfitMaterial, match="gru needs the captions word by word"):
        trained.similarity(side.videos, replace(side.texts, words=None))
