"""The benchmark of words counts what is right, and the figures of decision 0040 come out."""

import pytest

from bench.stage import tagged
from bench.stage.tagged import (
    Narration,
    parse_by_tagger_alone,
    read_classes,
    read_test,
    score_classes,
    score_nouns,
    score_verbs,
)
from semantics.words.classes import ClassTable
from semantics.words.parsing import parse
from semantics.words.word import Word
from tests.published import published


def word(lemma, part):
    return Word(lemma, lemma, part, is_stop_word=False)


def narration(verb, nouns, describing=()):
    return Narration("", verb, frozenset(nouns), frozenset(describing), 0, frozenset({0}))


def test_words_are_counted_over_all_texts():
    narrations = [narration("put", ["pan"], ["fry"]), narration("open", ["fridge", "door"])]
    parsed = [
        # "put frying pan stove": what describes a noun is neither right nor wrong
        (word("put", "verb"), word("fry", "verb"), word("pan", "noun"), word("stove", "noun")),
        (word("open", "adjective"), word("fridge", "noun")),
    ]
    verbs, nouns = score_verbs(narrations, parsed), score_nouns(narrations, parsed)
    assert (verbs.right, verbs.found, verbs.wanted) == (1, 1, 2)
    assert (verbs.precision, verbs.recall) == (1.0, 0.5)
    assert (nouns.right, nouns.found, nouns.wanted) == (2, 3, 3)


def test_classes_are_counted_by_their_names():
    table = ClassTable(("take", "put"), {})
    score = score_classes([frozenset({0, 1}), frozenset({1})], [("put", "stir"), ("put",)], table)
    assert (score.right, score.found, score.wanted) == (2, 3, 3)


@pytest.fixture(scope="module")
def epic():
    folder = published("epic100")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tagged, "EPIC", folder)
        narrations = read_test()
        texts = [one.text for one in narrations]
        yield narrations, texts, parse(texts), read_classes("verb"), read_classes("noun")


def test_verbs_and_nouns_of_epic_100(epic):
    narrations, texts, parsed, *_ = epic
    assert len(narrations) == 3_835
    alone = parse_by_tagger_alone(texts)
    figures = [
        round(figure, 3)
        for score in (score_verbs, score_nouns)
        for words in (alone, parsed)
        for figure in (score(narrations, words).precision, score(narrations, words).recall)
    ]
    assert figures == [0.939, 0.725, 0.962, 0.983, 0.863, 0.978, 0.974, 0.974]


def test_classes_of_epic_100(epic):
    narrations, _, parsed, verbs, nouns = epic
    by_verb = score_classes(
        [frozenset({one.verb_class}) for one in narrations],
        [verbs.classes_in(words, "verb") for words in parsed],
        verbs,
    )
    by_noun = score_classes(
        [one.noun_classes for one in narrations],
        [nouns.classes_in(words, "noun") for words in parsed],
        nouns,
    )
    assert (round(by_verb.precision, 3), round(by_verb.recall, 3)) == (0.950, 0.972)
    assert (round(by_noun.precision, 3), round(by_noun.recall, 3)) == (0.975, 0.967)
