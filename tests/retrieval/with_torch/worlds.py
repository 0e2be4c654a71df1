"""A little material to train on: actions of a verb and a noun, and noisy vectors of both."""

import numpy as np

from retrieval.networks.kinds import NOUN, VERB
from retrieval.training.material import Sequences, Split, TextVectors, TrainingMaterial
from retrieval.training.relevance import InstanceRelevance, SharedClasses
from retrieval.training.settings import Settings
from semantics.words.bags import Bags

QUICK = Settings(
    network="jpose", epochs=4, batch=16, space=12, hidden=16, triplets=8, rate=0.01, threshold=0.4
)


def single(classes) -> Bags:
    """One class for each."""
    count = len(classes)
    return Bags(np.arange(count + 1), np.asarray(classes, np.int32), int(max(classes)) + 1)


def split(captions: int, videos: int, seed: int) -> tuple[Split, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    words = np.random.default_rng(0).normal(size=(2, 4, 6)).astype(np.float32)
    verbs, nouns = rng.integers(0, 4, (2, videos))
    video_of = np.concatenate([np.arange(videos), rng.integers(0, videos, captions - videos)])
    seen = np.concatenate([words[0, verbs], words[1, nouns]], 1)
    features = (seen + rng.normal(size=seen.shape) / 2).astype(np.float32)
    parts = {"verb": words[0, verbs][video_of], "noun": words[1, nouns][video_of]}
    table = np.concatenate([np.zeros((1, 6), np.float32), *words])
    rows = np.stack([verbs + 1, nouns + 5], 1)[video_of]
    spoken = Sequences(rows, np.tile([VERB, NOUN], (captions, 1)), table)
    texts = TextVectors(parts["verb"] + parts["noun"], parts, spoken)
    return (
        Split(features, texts, video_of, InstanceRelevance(video_of)),
        verbs,
        nouns,
    )


def material(captions: int = 70, videos: int = 60, *, validated: bool = True) -> TrainingMaterial:
    training, verbs, nouns = split(captions, videos, 1)
    of = training.video_of
    parts = {
        "verb": SharedClasses(single(verbs[of]), single(verbs)),
        "noun": SharedClasses(single(nouns[of]), single(nouns)),
    }
    return TrainingMaterial(training, split(30, 25, 2)[0] if validated else None, parts)
