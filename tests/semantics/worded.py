"""Captions that are read already, as a tagger would have read them."""

from collections.abc import Sequence

import numpy as np
from hypothesis import strategies as st

from semantics.proxies.material import Material
from semantics.words.classes import ClassTable
from semantics.words.word import Part, Word

VERBS, NOUNS, OTHERS = ("take", "get", "put", "place"), ("cup", "mug", "pan"), ("the", "red")
STOP_WORDS = {"the", "put", "and"}
PARTS: dict[str, Part] = dict.fromkeys(VERBS, "verb") | dict.fromkeys(NOUNS, "noun")
TABLES = {
    "verbs": ClassTable(("take", "put"), {"take": 0, "get": 0, "put": 1, "place": 1}),
    "nouns": ClassTable(("cup",), {"cup": 0, "mug": 0}),
}


def read(text: str) -> tuple[Word, ...]:
    """Words end in `s` where their lemma does not."""
    return tuple(
        Word(word, lemma, PARTS.get(lemma, "other"), lemma in STOP_WORDS)
        for word in text.split()
        for lemma in [word.removesuffix("s")]
    )


def material(texts: Sequence[str], video_of: Sequence[int], **more) -> Material:
    """texts: of each caption."""
    distinct = list(dict.fromkeys(texts))
    return Material(
        captions=[read(text) for text in distinct],
        caption_texts=np.array([distinct.index(text) for text in texts], np.int64),
        video_of=np.array(video_of, np.int64),
        videos=max(video_of, default=-1) + 1,
        **more,
    )


_WORDS = st.sampled_from([*VERBS, *NOUNS, *OTHERS, "cups", "takes"])
# "cup pan" would be one thing; a cup and a pan are two.
TEXTS = st.lists(_WORDS, max_size=5).map(" and ".join)
# Of each caption its text and its video; a video may have none.
WORLDS = st.lists(st.tuples(TEXTS, st.integers(0, 3)), min_size=1, max_size=9)
