"""Likeness of test captions to training captions in the release's way: against scikit-learn asked
for everything at once, and against the numbers that the paper prints."""

import csv
import gzip
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import TfidfVectorizer

from measures.lengths import correlate_ranks
from measures.similarity_as_released import similarity_as_released
from tests.published import published

CAPTION = st.text("aB cd", max_size=12)


def slow(test, training, nearest):
    """All n-grams of all captions, and all cosines. nan where a caption has no word."""
    if not any(text.split() for text in test):
        return [np.nan] * len(test)
    grams = TfidfVectorizer(analyzer="char_wb", ngram_range=(1, 5))
    vectors = grams.fit_transform(test)
    cosines = np.sort((vectors @ grams.transform(training).T).toarray(), axis=1)
    return np.where([bool(t.split()) for t in test], cosines[:, -nearest:].mean(axis=1), np.nan)


@given(
    test=st.lists(CAPTION, min_size=1, max_size=6),
    training=st.lists(CAPTION, min_size=1, max_size=9),
    nearest=st.integers(1, 4),
    blocks=st.tuples(st.integers(1, 4), st.integers(1, 4)),
)
def test_words_give_what_whole_captions_give(test, training, nearest, blocks):
    with pytest.MonkeyPatch.context() as patch:
        for name, size in zip(("TRAINING_BLOCK", "TEST_BLOCK"), blocks, strict=True):
            patch.setattr(f"measures.similarity_as_released.{name}", size)
        found = similarity_as_released(test, training, nearest=nearest)
    np.testing.assert_allclose(found, slow(test, training, nearest), rtol=0, atol=1e-9)


def test_by_hand():
    """Every n-gram is in one of two test captions, but the space, which is in both and twice in
    each: 1, where all others weigh 1 + ln(3 / 2). A word of one letter has " ", "a", " a", "a " and
    " a ", and with two spaces " " counts twice."""
    rare = 1 + np.log(3 / 2)
    by_spaces = 2 * 2 / (4 + 4 * rare**2)
    found = similarity_as_released(["a", "b"], ["A", "c", "a", "b"], nearest=3)
    # "c" has the space alone, and is like "a" by 2 / |a|.
    like_c = 2 / np.sqrt(4 + 4 * rare**2)
    assert found[0] == pytest.approx((1 + 1 + max(like_c, by_spaces)) / 3)
    assert found[1] == pytest.approx((1 + like_c + by_spaces) / 3)


def test_without_words_or_training_captions_there_is_no_likeness():
    assert np.isnan(similarity_as_released(["", " "], ["a"])).all()
    with pytest.raises(ValueError, match="without training captions"):
        similarity_as_released(["a"], [])


def test_the_papers_table_7_and_a_digit_more_than_it_prints():
    with published("msrvtt-1ka/MSRVTT_JSFUSION_test.csv").open() as file:
        test = [row["sentence"] for row in csv.DictReader(file)]
    with published("msrvtt/MSRVTT_train.9k.csv").open() as file:
        videos = {row["video_id"] for row in csv.DictReader(file)}
    sentences = []
    for part in ("train_val", "test"):
        with gzip.open(published(f"msrvtt/{part}_videodatainfo.json.gz")) as file:
            sentences += json.load(file)["sentences"]
    training = [one["caption"] for one in sentences if one["video_id"] in videos]
    assert (len(test), len(training)) == (1_000, 180_000)
    similar = similarity_as_released(test, training)
    words, characters = (
        correlate_ranks(similar, np.array(lengths, float))
        for lengths in ([len(text.split()) for text in test], [len(text) for text in test])
    )
    assert (round(words.spearman, 4), round(words.kendall, 4)) == (-0.4197, -0.2969)
    assert (round(characters.spearman, 4), round(characters.kendall, 4)) == (-0.4793, -0.3342)
