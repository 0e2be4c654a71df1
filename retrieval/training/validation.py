"""How good a network is on what it does not learn from."""

import math

import numpy as np

from retrieval.protocols.directions import mean_average_precision, ndcg, recalls
from retrieval.training.material import Split
from retrieval.training.settings import Settings
from retrieval.training.trained import Trained


def validate(trained: Trained, split: Split, settings: Settings) -> float:
    """The mean of both directions, 0 where nothing is to be found."""
    similarity = trained.similarity(split.videos, split.texts)
    if settings.validate_by == "recalls":
        tv, vt = recalls(similarity, split.video_of)
        return (tv.total + vt.total) / 2
    everything = np.arange(len(split.texts)), np.arange(len(split.videos))
    relevance = split.relevance.of(*everything)
    if settings.validate_by == "map":
        score = mean_average_precision(similarity, relevance >= settings.threshold).mean
    else:
        score = ndcg(similarity, relevance).mean
    return 0.0 if math.isnan(score) else score
