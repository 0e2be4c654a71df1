"""Sentences as METEOR scores translations: paper 000, section 4.4."""

from collections.abc import Iterator

import numpy as np

from measures.arrays import Floats
from semantics.proxies.description import ProxyKind
from semantics.proxies.match_kernel import Captions, to_videos
from semantics.proxies.material import Material
from semantics.proxies.meteor import References
from semantics.words.wordnet import open_wordnet

BLOCK = 64  # texts


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
    equation="000 section 4.4: M(y_i, y_j); with several captions, the non-Mercer match kernel",
    parameters=("wordnet",),
    relate=_relate,
    count_wordless=_count_wordless,
)
