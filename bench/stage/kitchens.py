"""A seeded world in which the papers' findings are looked for: clips of one or two actions, each a
verb and a noun, with captions in words and noisy features of both.

Everything follows from the seed. The world, its sizes and the seeds were fixed before anything was
trained in it: SEEDS are for findings, TRYING for choosing rates and epochs.

What makes it hard, as in EPIC: classes have several words, frequencies fall off as Zipf's, so that
a few actions have many clips and most have few (one in six of a test's was never trained on);
motion, which shows verbs, is noisier than appearance, which shows nouns; a clip's second action is
seen and not captioned; and a caption has words (an adjective, a filler) that no class knows.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from semantics.words.bags import Bags, number_words

SEEDS = tuple(range(8))
TRYING = (100, 101, 102)
TRAINING, VALIDATION, TEST = 1000, 200, 500  # clips, a caption each
VERBS, NOUNS, ADJECTIVES, FILLERS, KITCHENS = 20, 36, 12, 10, 24
MOST_WORDS = 3  # of a class
WORD, VERB, NOUN, ADJECTIVE, KITCHEN, BLOCK = 24, 16, 16, 8, 8, 48  # lengths of vectors
POOLED = 30  # pairs of each caption that people see
MISSED, MISTAKEN = 0.1, 0.02  # of what people label

Integers = NDArray[np.int64]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Clips:
    """One caption each, so that rows are clips and captions alike. Classes are -1 where a clip has
    no second noun, action or adjective."""

    features: Floats  # (clips, 2 * BLOCK): appearance, then motion
    verbs: Integers  # (clips, 2): of the captioned action and the other one
    nouns: Integers  # (clips, 2)
    second_nouns: Integers  # (clips,): "... in the pan", captioned
    adjectives: Integers  # (clips,): seen, and captioned where `named`
    verb_words: Floats  # (clips, WORD), as the next three
    noun_words: Floats
    other_words: Floats
    all_words: Floats  # their mean

    def __len__(self) -> int:
        return len(self.features)

    @property
    def actions(self) -> Integers:
        """(clips,): the captioned action's class, Wray et al. 2019's relevance."""
        return self.verbs[:, 0] * NOUNS + self.nouns[:, 0]

    @property
    def verb_classes(self) -> Bags:
        return number_words(([v] for v in map(str, self.verbs[:, 0])), _numbers(VERBS))

    @property
    def noun_classes(self) -> Bags:
        pairs = zip(self.nouns[:, 0], self.second_nouns, strict=True)
        texts = ([str(noun) for noun in pair if noun >= 0] for pair in pairs)
        return number_words(texts, _numbers(NOUNS))

    @property
    def true(self) -> NDArray[np.bool_]:
        """(captions, clips): whether the clip shows what the caption says, captioned or not."""
        actions = self.verbs * NOUNS + self.nouns
        found: NDArray[np.bool_] = (self.actions[:, None, None] == actions).any(2)
        return found


@dataclass(frozen=True, slots=True)
class Kitchens:
    training: Clips
    validation: Clips
    test: Clips
    # Pairs of training captions and clips that people found relevant: (pairs,) each.
    found_captions: Integers
    found_clips: Integers


def build_world(seed: int) -> Kitchens:
    rng = np.random.default_rng(seed)
    scene = _Scene(rng)
    training, validation, test = (scene.clips(rng, count) for count in (TRAINING, VALIDATION, TEST))
    return Kitchens(training, validation, test, *_label(rng, training))


class _Scene:
    """What all clips of a world share: how frequent actions are, how words and things look."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.actions = _frequencies(rng)
        self.verb_codes = rng.normal(size=(VERBS, VERB))
        self.noun_codes = rng.normal(size=(NOUNS, NOUN))
        self.adjective_codes = rng.normal(size=(ADJECTIVES, ADJECTIVE))
        self.kitchen_codes = rng.normal(size=(KITCHENS, KITCHEN))
        self.appearance = _mixing(rng, VERB + NOUN + ADJECTIVE + KITCHEN)
        self.motion = _mixing(rng, VERB + NOUN + KITCHEN)
        self.verb_words = _words(rng, VERBS)
        self.noun_words = _words(rng, NOUNS)
        self.adjective_words = rng.normal(size=(ADJECTIVES, WORD))
        self.fillers = rng.normal(size=(FILLERS, WORD))

    def clips(self, rng: np.random.Generator, count: int) -> Clips:
        drawn = rng.choice(VERBS * NOUNS, size=(count, 2), p=self.actions)
        verbs, nouns = drawn // NOUNS, drawn % NOUNS
        alone = rng.random(count) < 0.65
        verbs[alone, 1] = nouns[alone, 1] = -1
        second = np.where(rng.random(count) < 0.3, rng.integers(0, NOUNS, count), -1)
        adjectives = rng.integers(0, ADJECTIVES, count)
        features = self._film(rng, verbs, nouns, second, adjectives)
        words = self._caption(rng, verbs[:, 0], nouns[:, 0], second, adjectives)
        return Clips(features, verbs, nouns, second, adjectives, *words)

    def _film(
        self,
        rng: np.random.Generator,
        verbs: Integers,
        nouns: Integers,
        second: Integers,
        adjectives: Integers,
    ) -> Floats:
        """Appearance shows nouns, adjectives and the kitchen; motion, with more noise, verbs."""
        other = 0.7 * (verbs[:, 1:] >= 0)
        verb = self.verb_codes[verbs[:, 0]] + other * self.verb_codes[verbs[:, 1]]
        noun = self.noun_codes[nouns[:, 0]] + other * self.noun_codes[nouns[:, 1]]
        noun = noun + 0.5 * (second >= 0)[:, None] * self.noun_codes[second]
        kitchen = self.kitchen_codes[rng.integers(0, KITCHENS, len(verbs))]
        adjective = self.adjective_codes[adjectives]
        seen = np.concatenate([0.3 * verb, noun, adjective, kitchen], 1)
        moved = np.concatenate([verb, 0.3 * noun, 0.5 * kitchen], 1)
        appearance, motion = np.tanh(seen @ self.appearance), np.tanh(moved @ self.motion)
        noise = rng.normal(size=(2, len(verbs), BLOCK))
        blocks = [appearance + 0.5 * noise[0], motion + 0.7 * noise[1]]
        return np.concatenate(blocks, 1).astype(np.float32)

    def _caption(
        self,
        rng: np.random.Generator,
        verbs: Integers,
        nouns: Integers,
        second: Integers,
        adjectives: Integers,
    ) -> tuple[Floats, Floats, Floats, Floats]:
        """Vectors of words: of verbs, of nouns (their mean), of others (their mean), of all."""
        count = len(verbs)
        choice = rng.integers(0, MOST_WORDS, (3, count))
        verb = self.verb_words[verbs, choice[0]]
        noun = self.noun_words[nouns, choice[1]]
        further = (second >= 0)[:, None] * self.noun_words[second, choice[2]]
        named = (rng.random(count) < 0.7)[:, None]
        adjective = named * self.adjective_words[adjectives]
        filler = self.fillers[rng.integers(0, FILLERS, count)]
        of_nouns, of_others = 1 + (second >= 0)[:, None], 1 + named
        means = (
            verb,
            (noun + further) / of_nouns,
            (adjective + filler) / of_others,
            (verb + noun + further + adjective + filler) / (1 + of_nouns + of_others),
        )
        a, b, c, d = (mean.astype(np.float32) for mean in means)
        return a, b, c, d


def _label(rng: np.random.Generator, clips: Clips) -> tuple[Integers, Integers]:
    """People see, for each caption, the clips that models would rank first, and mostly get them
    right."""
    alike = (clips.verbs[:, :1] == clips.verbs[:, 0]) * 0.5
    alike = alike + (clips.nouns[:, :1] == clips.nouns[:, 0]) * 0.5
    scores = clips.true + alike + rng.normal(size=alike.shape) / 2
    pooled = np.argsort(-scores, axis=1, kind="stable")[:, :POOLED]
    shown = np.take_along_axis(clips.true, pooled, 1)
    chance = rng.random(shown.shape)
    captions, places = np.nonzero(np.where(shown, chance >= MISSED, chance < MISTAKEN))
    return captions, pooled[captions, places]


def _frequencies(rng: np.random.Generator) -> NDArray[np.float64]:
    """(VERBS * NOUNS,): Zipf's for both, and some go well together."""
    verbs, nouns = (1 / (rng.permutation(count) + 4) for count in (VERBS, NOUNS))
    together = np.exp(rng.normal(size=(VERBS, NOUNS)))
    weights = (verbs[:, None] * nouns * together).ravel()
    return weights / weights.sum()


def _words(rng: np.random.Generator, classes: int) -> NDArray[np.float64]:
    """(classes, MOST_WORDS, WORD): the words of a class are near each other. A class with fewer
    has one of them twice."""
    centres = rng.normal(size=(classes, 1, WORD))
    words = centres + 0.6 * rng.normal(size=(classes, MOST_WORDS, WORD))
    kept = np.minimum(np.arange(MOST_WORDS), rng.integers(0, MOST_WORDS, (classes, 1)))
    return np.take_along_axis(words, kept[:, :, None], 1)


def _mixing(rng: np.random.Generator, size: int) -> NDArray[np.float64]:
    return rng.normal(size=(size, BLOCK)) / np.sqrt(size)


def _numbers(classes: int) -> dict[str, int]:
    return {str(number): number for number in range(classes)}
