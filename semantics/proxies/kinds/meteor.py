"""Sentences as METEOR scores translations: Wray et al. 2021, section 4.4.

Sets of captions are compared by the kernel of Wallraven et al. that Lyu (Wray et al. 2021's
reference 39) shows not to be Mercer's: half the mean of what each of the first set finds at best in
the second, and half the same the other way.
"""

from collections.abc import Iterator
from typing import Self

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Floats, Integers, Reals
from semantics.proxies.description import ProxyKind
from semantics.proxies.material import Material
from semantics.proxies.meteor import References
from semantics.words.wordnet import open_wordnet

BLOCK = 64  # texts


@frozen
class Captions:
    """The captions of videos, by video."""

    texts: Integers  # (captions,) the text of each, one video's after the other
    starts: Integers  # (videos with captions,) where each begins among them
    videos: Integers  # (videos with captions,) which those are
    total: int  # videos

    @classmethod
    def of(cls, caption_texts: Integers, video_of: Integers, videos: int) -> Self:
        order = np.argsort(video_of, kind="stable")
        filled, starts = np.unique(video_of[order], return_index=True)
        return cls(caption_texts[order], starts, filled, videos)


def to_videos(scores: Reals, captions: Captions) -> Floats:
    """rows x videos, of rows x texts: the kernel of each row's one text with each video's captions.
    A video without captions has 0.

    Of a set of one, what it finds at best is the maximum, and what finds it is the mean."""
    found = np.zeros((len(scores), captions.total), np.float32)
    if len(captions.texts) == len(captions.videos):  # one each
        found[:, captions.videos] = scores[:, captions.texts]
        return found
    of_captions = scores[:, captions.texts]
    counts = np.diff(captions.starts, append=len(captions.texts))
    best = np.maximum.reduceat(of_captions, captions.starts, axis=1)
    mean = np.add.reduceat(of_captions, captions.starts, axis=1) / counts
    found[:, captions.videos] = (best + mean) / 2
    return found


def _relate(material: Material) -> Iterator[Floats]:
    sentences = [[word.text for word in words] for words in material.captions]
    # The video's captions are what was said of it (references); a caption is scored with them, as
    # in the code of the paper. The score is another the other way round.
    references = References(sentences, open_wordnet().synonyms)
    captions = Captions.of(material.caption_texts, material.video_of, material.videos)
    for start in range(0, len(sentences), BLOCK):
        scores = np.stack([references.score(words) for words in sentences[start : start + BLOCK]])
        yield to_videos(scores, captions)


def _count_wordless(material: Material) -> int:
    words = np.array([len(words) for words in material.captions])
    return int(np.count_nonzero(words[material.caption_texts] == 0))


KIND = ProxyKind(
    name="meteor",
    title="METEOR",
    equation="Wray et al. 2021 section 4.4: M(y_i, y_j); with several captions, the non-Mercer"
    " match kernel",
    parameters=("wordnet",),
    relate=_relate,
    count_wordless=_count_wordless,
)
