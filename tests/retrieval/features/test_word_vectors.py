"""Vectors of words: from a file, or learnt on captions."""

import gzip
import math
from collections import Counter
from itertools import product

import numpy as np
import pytest
from scipy.sparse import csr_array

from pooling.formats.problem import Unreadable
from retrieval.features import word_files
from retrieval.features.learn import SMOOTHING, learn_word_vectors, mutual_information
from retrieval.features.word_files import read_word_vectors

TEXTS = [text.split() for text in ("cat sleeps", "cat eats fish", "dog eats", "dog sleeps", "fish")]


@pytest.fixture
def read(tmp_path):
    def read(content: str | bytes, wanted=("cat", "dog")):
        path = tmp_path / "vectors.txt"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return read_word_vectors(path, "vectors.txt", wanted)

    return read


@pytest.fixture
def refusal(read):
    def refusal(content) -> list[str]:
        with pytest.raises(Unreadable) as refused:
            read(content)
        return refused.value.lines()

    return refusal


@pytest.mark.parametrize("head", ["", "3 2\n"])
def test_words_that_are_wanted_are_read(read, head):
    found = read(f"{head}cat 1 2\nbird 5 6\ndog -3.5 4e-1\n")
    assert found.places == {"cat": 0, "dog": 1}
    assert found.values == pytest.approx(np.array([[1, 2], [-3.5, 0.4]]))


def test_a_text_is_the_mean_of_its_known_words(read):
    found = read("cat 1 2\ndog 3 4\n")
    means = found.mean_of([["cat", "dog"], ["cat", "unknown"], ["unknown"], []])
    assert means.tolist() == [[2, 3], [1, 2], [0, 0], [0, 0]]


@pytest.mark.parametrize(
    ("content", "place", "says"),
    [
        ("cat 1 2\ndog 3\n", "2:1", "1 numbers; expected 2"),
        ("cat 1 2\ndog 3 4 5\n", "2:1", "3 numbers; expected 2"),
        ("cat 1 2\ndog 3 4\ncat 5 6\n", "3:1", "doubled: in line 1"),
        ("cat 1 nan\n", "1:7", "no number"),
        ("cat 1 2\ndog 1e99 4\n", "2:5", "no number"),
        ("cat 1 2\n\ndog 3 4\n", "2:1", "an empty line"),
        ("3 2\ncat 1 2\ndog 3 4\n", "3:1", "promises 3 words, found 2: the file is cut short"),
        ("1 2\ncat 1 2\ndog 3 4\n", "3:1", "there are more"),
        ("2 3\ncat 1 2\ndog 3 4\n", "2:1", "2 numbers; expected 3"),
        (b"cat 1 2\nd\xffg 3 4\n", "2:0", "UTF-8"),
        ("", "0:0", "empty"),
        ("mouse 1 2\n", "0:0", "no word of the captions"),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(refusal, content, place, says):
    lines = refusal(content)
    assert lines[0].startswith(f"vectors.txt:{place}: ")
    assert says in lines[0]


def test_words_with_spaces_are_split_from_the_right_skipped_and_counted(read):
    found = read(". . . 1 2\ncat 3 4\nat name@domain.com 5 6\n 7 8\ndog 9 1e1\n")
    assert found.values.tolist() == [[3, 4], [9, 10]]
    (note,) = found.notes
    assert note.startswith("vectors.txt: 3 words")
    assert note.endswith("skipped, the first '. . .'")


def test_words_that_are_skipped_are_among_those_that_are_promised(read):
    assert read("2 2\n. . 1 2\ncat 3 4\n").values.tolist() == [[3, 4]]


VECTORS = {"cat": [1.5, -2.0], "ä": [0.25, 3.0], "dog": [1e-3, 7.0]}


def binary(vectors=VECTORS, between: bytes = b"", **declared) -> bytes:
    """As word2vec writes it; its own writer puts a line's end between two words, others do not."""
    count, width = declared.get("count", len(vectors)), declared.get("width", 2)
    words = (
        (word if isinstance(word, bytes) else word.encode()) + b" " + np.array(row, "<f4").tobytes()
        for word, row in vectors.items()
    )
    return f"{count} {width}\n".encode() + b"".join(word + between for word in words)


@pytest.mark.parametrize("between", [b"", b"\n"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize("block", [64, 2**20])
def test_word2vecs_binary_form_is_read(read, monkeypatch, between, pack, block):
    monkeypatch.setattr(word_files, "BLOCK", block)
    found = read(pack(binary(between=between)), ["dog", "ä", "mouse"])
    assert found.places == {"ä": 0, "dog": 1}
    np.testing.assert_array_equal(found.values, np.array([VECTORS["ä"], VECTORS["dog"]], "f4"))
    assert found.notes == ()


def test_text_that_is_packed_is_read(read):
    assert read(gzip.compress(b"cat 1 2\ndog 3 4\n")).values.tolist() == [[1, 2], [3, 4]]


def test_a_short_text_is_no_binary_file(read):
    assert read("1 1\na 1", ["a"]).values.tolist() == [[1]]


def test_words_of_a_binary_file_that_are_no_utf_8_are_counted(read):
    found = read(binary({b"c\xff": [1, 2], **VECTORS}))
    assert len(found.places) == 2
    assert found.notes[0].startswith("vectors.txt: 1 words")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (binary()[:-3], "the file ends or is damaged in word 3"),
        (binary(count=5), "promises 5 words, the file ends or is damaged in word 4"),
        (binary(count=2), "promises 2 words, there are more"),
        (binary(width=5000), "5,000 numbers a word; expected 1 to 4,096"),
        (binary({"cat": [1, np.nan]}), "word 1 ('cat'), number 1: found nan"),
        (binary({"cat": [1, 0], "dog": [1, np.inf]}), "word 2 ('dog'), number 1: found inf"),
        (b"2 2\n" + 2 * binary({"cat": [1, 2]})[4:], "'cat' is doubled: words 1 and 2"),
        (binary({"cat": [1, 2], "x" * 5000: [1, 2]}), "damaged in word 2"),
        (gzip.compress(binary())[:-9], "the gzip file is damaged or cut off"),
    ],
    ids=["cut", "too few", "too many", "width", "nan", "inf", "doubled", "long word", "gzip"],
)
def test_what_is_wrong_with_a_binary_file_is_refused_with_the_word(refusal, content, says):
    assert says in refusal(content)[0]


def test_mutual_information_equals_its_slow_twin():
    words = sorted({word for text in TEXTS for word in text})
    together = Counter(pair for text in TEXTS for pair in product(sorted(set(text)), repeat=2))
    counts = np.array([[together[a, b] for b in words] for a in words], float)
    total = sum(together.values())
    of = {a: sum(together[a, b] for b in words) for a in words}
    context = sum(of[b] ** SMOOTHING for b in words)
    expected = [
        [
            max(
                0.0,
                math.log(together[a, b] / total / (of[a] / total * of[b] ** SMOOTHING / context)),
            )
            if together[a, b]
            else 0.0
            for b in words
        ]
        for a in words
    ]
    assert mutual_information(csr_array(counts)).toarray() == pytest.approx(np.array(expected))


def test_words_of_the_same_company_come_near():
    texts = [text.split() for text in ("red apple", "red cherry", "green apple", "green cherry")]
    texts += [text.split() for text in ("fast car", "fast train", "slow car", "slow train")] * 2
    found = learn_word_vectors(texts, width=2)

    def alike(a, b):
        return float(found.values[found.places[a]] @ found.values[found.places[b]])

    assert alike("apple", "cherry") > alike("apple", "car") + 0.3
    assert np.linalg.norm(found.values, axis=1) == pytest.approx(np.ones(len(found.places)))


def test_the_same_captions_give_the_same_vectors():
    one, other = learn_word_vectors(TEXTS, width=3), learn_word_vectors(TEXTS, width=3)
    assert one.values.tolist() == other.values.tolist()
    assert one.sha256 == other.sha256 != learn_word_vectors(TEXTS[:-1], width=3).sha256


def test_a_single_word_has_a_vector():
    assert learn_word_vectors([["cat"]]).values.shape == (1, 1)
