"""METEOR, held against NLTK's, with the same WordNet."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.corpus.reader.wordnet import WordNetCorpusReader
from nltk.translate.meteor_score import meteor_score

from semantics.proxies.kinds.meteor import Captions, to_videos
from semantics.proxies.meteor import PLACES, References
from semantics.proxies.registry import KINDS
from semantics.words.wordnet import WordNet
from tests.semantics.nltk_wordnet import open_nltk_wordnet
from tests.semantics.worded import material

# Words with equal stems ("carry", "carries"), synonyms ("get", "fetch"), and words whose stems are
# no words ("acquire").
SOME = (
    "take takes taking get gets acquire fetch put place puts lay cook cooks cooking cooker the a on"
    " carry carries transport bring hob pan pans frying fry onion onions cut cutting slice slices"
)
WORDS = SOME.split()
SENTENCES = st.lists(st.sampled_from(WORDS), max_size=8)


def match(scores) -> float:
    """The kernel of two sets. scores: of each of one set with each of the other."""
    return float(scores.max(axis=1).mean() + scores.max(axis=0).mean()) / 2


@pytest.fixture(scope="module")
def wordnet() -> WordNet:
    return WordNet()


@pytest.fixture(scope="module")
def nltk_wordnet(tmp_path_factory) -> WordNetCorpusReader:
    return open_nltk_wordnet(tmp_path_factory.mktemp("nltk"))


@given(sentences=st.lists(SENTENCES, min_size=1, max_size=6), hypothesis=SENTENCES)
def test_one_with_many_is_what_nltk_has_for_each(wordnet, nltk_wordnet, sentences, hypothesis):
    ours = References(sentences, wordnet.synonyms).score(hypothesis)
    theirs = [
        meteor_score([reference], hypothesis, wordnet=nltk_wordnet) for reference in sentences
    ]
    assert ours.tolist() == theirs  # to the last bit


def test_each_stage_is_reached(wordnet):
    references = References([["carries"], ["transport"], ["hob"]], wordnet.synonyms)
    assert references.score(["carry"]).tolist() == [0.5, 0, 0]
    # A stem is looked up, not its word: "acquir" is none, so "acquire" is a synonym of nothing.
    synonyms = References([["get"], ["fetch"], ["acquire"]], wordnet.synonyms)
    assert synonyms.score(["get"]).tolist() == [0.5, 0.5, 0]
    assert "acquire" in wordnet.synonyms("get")


@pytest.mark.parametrize("length", [PLACES - 1, PLACES, PLACES + 1, 3 * PLACES])
def test_sentences_of_any_length_are_aligned(wordnet, nltk_wordnet, length):
    rng = np.random.default_rng(length)
    long, other = (list(rng.choice(WORDS, length)) for _ in range(2))
    short = ["take", "the", "pan"]
    ours = References([long, short, []], wordnet.synonyms)
    for hypothesis in (other, short, long):
        expected = [
            meteor_score([reference], hypothesis, wordnet=nltk_wordnet)
            for reference in (long, short, [])
        ]
        assert ours.score(hypothesis).tolist() == expected


SCORES = st.integers(1, 4).flatmap(
    lambda width: st.lists(
        st.lists(st.floats(0, 1), min_size=width, max_size=width), min_size=1, max_size=4
    )
)


@given(scores=SCORES)
def test_the_kernel_is_half_the_best_matches_each_way(scores):
    there = sum(max(row) for row in scores) / len(scores)
    columns = list(zip(*scores, strict=True))
    back = sum(max(column) for column in columns) / len(columns)
    assert match(np.array(scores)) == pytest.approx((there + back) / 2)
    assert match(np.array(scores).T) == pytest.approx(match(np.array(scores)))


@given(
    video_of=st.lists(st.integers(0, 4), min_size=1, max_size=9),
    seed=st.integers(0, 99),
)
def test_a_caption_meets_all_captions_of_a_video(video_of, seed):
    rng = np.random.default_rng(seed)
    texts = rng.integers(0, 5, len(video_of))
    scores = rng.random((3, 5))
    found = to_videos(scores, Captions.of(texts, np.array(video_of), 6))
    for row in range(3):
        for video in range(6):
            its = [text for text, of in zip(texts, video_of, strict=True) if of == video]
            expected = match(scores[[row]][:, its]) if its else 0
            assert found[row, video] == pytest.approx(expected, abs=1e-6)


def test_a_captions_own_video_has_1_though_meteor_has_less(wordnet, nltk_wordnet):
    made = material(["take cup", "take the cup", "red"], [0, 1, 2])
    relevance = KINDS["meteor"].compute(made).rows(0, 3)
    there = meteor_score([["take", "the", "cup"]], ["take", "cup"], wordnet=nltk_wordnet)
    back = meteor_score([["take", "cup"]], ["take", "the", "cup"], wordnet=nltk_wordnet)
    assert there != back  # the video's caption is the reference
    expected = np.array([[1, there, 0], [back, 1, 0], [0, 0, 1]])
    assert relevance == pytest.approx(expected, abs=3e-4)


def test_captions_without_words_are_counted(wordnet):
    made = material(["", "take cup", ""], [0, 1, 2])
    assert KINDS["meteor"].count_wordless(made) == 2
    assert KINDS["meteor"].compute(made).rows(0, 3).tolist() == np.eye(3).tolist()
