"""A video's words are those in at least a share of its captions."""

import numpy as np
import pytest

from semantics.words.bags import in_at_least, number_words


def slow_in_at_least(rows, video_of, videos, rho):
    found = []
    for video in range(videos):
        own = [row for row, of in zip(rows, video_of, strict=True) if of == video]
        words = {word for row in own for word in row}
        # In whole captions: rho of them, rounded up, but for what binary fractions add.
        least = int(np.ceil(round(rho * len(own), 6)))
        found.append(sorted(w for w in words if sum(w in row for row in own) >= least))
    return found


@pytest.mark.parametrize("rho", [0.1, 0.25, 0.3, 0.5, 1.0])
def test_it_equals_the_slow_twin(rho):
    generator = np.random.default_rng(5)
    videos, captions = 12, 200
    video_of = generator.integers(videos - 1, size=captions)  # the last has no caption
    rows = [{f"w{n}" for n in generator.integers(15, size=generator.integers(6))} for _ in video_of]
    numbers: dict[str, int] = {}
    bags = number_words(rows, numbers)
    names = sorted(numbers, key=numbers.__getitem__)
    found = in_at_least(bags, video_of, videos, rho)
    assert len(found) == videos
    assert found.words == bags.words
    assert [
        sorted(names[word] for word in found.of(video)) for video in range(videos)
    ] == slow_in_at_least(rows, video_of, videos, rho)
    assert all(np.all(np.diff(found.of(video)) > 0) for video in range(videos))


def test_three_of_thirty_are_a_tenth():
    """0.1 times 30 is a little more than 3 in binary."""
    bags = number_words([{"a"}] * 3 + [{"b"}] * 27, {})
    assert in_at_least(bags, np.zeros(30, np.int64), 1, 0.1).of(0).tolist() == [0, 1]


def test_captions_without_words():
    bags = number_words([set(), set()], {})
    assert in_at_least(bags, np.array([0, 1]), 3).sizes.tolist() == [0, 0, 0]
