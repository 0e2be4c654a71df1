"""Sets of words, lemmas and classes, held against plain loops over sets."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semantics.proxies import overlaps
from semantics.proxies.description import with_own
from semantics.proxies.registry import KINDS
from semantics.words.classes import ClassTable
from semantics.words.word import Word
from tests.semantics.worded import STOP_WORDS, TABLES, WORLDS, material, read

CLASSES = {"take": "take", "get": "take", "put": "put", "place": "put", "cup": "cup", "mug": "cup"}
KINDS_OF_SETS = ["bow", "pos", "syn", "ranp"]


def sets_of(kind: str, text: str) -> list[set[str]]:
    words = read(text)
    if kind == "bow":
        return [{word.text for word in words if word.text.removesuffix("s") not in STOP_WORDS}]
    lemmas = [{word.lemma for word in words if word.part == part} for part in ("verb", "noun")]
    if kind == "pos":
        return lemmas
    return [{CLASSES.get(lemma, lemma) for lemma in part} for part in lemmas]


def in_enough(sets: list[set[str]], rho: float) -> set[str]:
    words = set().union(*sets)
    return {word for word in words if sum(word in one for one in sets) >= rho * len(sets)}


def slow(kind: str, world: list[tuple[str, int]], rho: float) -> list[list[float]]:
    videos = max(video for _, video in world) + 1
    rows = []
    for text, own in world:
        row = []
        for video in range(videos):
            its = [sets_of(kind, other) for other, of in world if of == video]
            total = 0.0
            mine = sets_of(kind, text)
            for place, words in enumerate(mine):
                theirs = in_enough([parts[place] for parts in its], rho) if its else set()
                if words | theirs:
                    total += len(words & theirs) / len(words | theirs) / len(mine)
            row.append(1.0 if video == own else total)
        rows.append(row)
    return rows


@pytest.mark.parametrize("kind", KINDS_OF_SETS)
@given(world=WORLDS, rho=st.sampled_from([0.25, 0.5, 1.0]), block=st.sampled_from([1, 2, 512]))
def test_sets_are_compared_as_plain_loops_compare_them(kind, world, rho, block):
    made = material(*zip(*world, strict=True), rho=rho, **TABLES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(overlaps, "BLOCK", block)
        relevance = KINDS[kind].compute(made)
    assert relevance.rows(0, len(world)) == pytest.approx(
        np.array(slow(kind, world, rho)), abs=3e-4
    )


@pytest.mark.parametrize("kind", KINDS_OF_SETS)
@given(world=WORLDS)
def test_a_text_is_as_relevant_as_the_most_of_its_captions(kind, world):
    made = material(*zip(*world, strict=True), **TABLES)
    captions = KINDS[kind].compute(made).rows(0, len(world))
    found = with_own(KINDS[kind].relate(made), made.caption_texts, made)
    texts = found.rows(0, len(made.captions))
    for text in range(len(made.captions)):
        assert texts[text] == pytest.approx(captions[made.caption_texts == text].max(axis=0))


def test_captions_without_words_are_counted_and_have_their_own_video_alone():
    made = material(["the", "the red and", "take cup", "the"], [0, 1, 2, 3], **TABLES)
    without = {kind: KINDS[kind].count_wordless(made) for kind in KINDS_OF_SETS}
    assert without == {"bow": 2, "pos": 3, "syn": 3, "ranp": 3}
    relevance = KINDS["syn"].compute(made).rows(0, 4)
    assert relevance.tolist() == np.eye(4).tolist()


def test_a_part_that_neither_caption_has_counts_as_nothing_in_common():
    relevance = KINDS["pos"].compute(material(["take", "take the"], [0, 1])).rows(0, 2)
    assert relevance.tolist() == [[1, 0.5], [0.5, 1]]


def test_the_example_of_ranp_comes_out():
    # Falcon et al. 2024, section 4. The third relevance is printed as 0.16: a sixth, cut off.
    flowers = ClassTable(("sunflower",), {"sunflower": 0, "helianthus": 0})
    texts = [
        "pick flowerpot and sunflower",
        "pick helianthus and flowerpot",
        "pot lily and flowerpot",
        "place cake in oven",
    ]
    parts = dict.fromkeys(("pick", "pot", "place"), "verb") | {"and": "other", "in": "other"}
    captions = [
        tuple(Word(word, word, parts.get(word, "noun"), False) for word in text.split())
        for text in texts
    ]
    made = replace(
        material(texts, range(4), nouns=flowers, verbs=ClassTable((), {})), captions=captions
    )
    found = KINDS["ranp"].compute(made).rows(0, 1)
    assert found.tolist() == [[1, 1, pytest.approx(1 / 6, abs=1e-4), 0]]


def test_progress_is_reported_by_texts():
    reported = []
    made = material(["take cup", "put pan", "take cup"], [0, 1, 2])
    KINDS["bow"].compute(made, lambda *done: reported.append(done))
    assert reported == [(2, 2, "Comparing texts with videos")]
