"""All that a user's own code is given: what a model of ours would be given, and no more."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from foundation.frozen import frozen
from foundation.progress import Report
from retrieval.actions.find_relevance import find_relevance
from retrieval.actions.gather_material import (
    data_of,
    experts_of,
    read_learnt,
    relevance_of,
    source_of,
)
from retrieval.actions.read_features import Files, read_features
from retrieval.asked.own import OwnAsked
from retrieval.features.video_features import Rows
from retrieval.queries.learnt import Learnt
from retrieval.queries.training_captions import Evaluated
from retrieval.training.own import OwnMaterial
from retrieval.training.splitting import Side, split
from semantics.words.parsing import parse_all


@frozen
class GatheredOwn:
    """features: of the evaluated videos, in the benchmark's order. Of evaluated captions it has the
    texts alone, which are embedded: neither their videos nor their labels."""

    wanted: OwnAsked
    material: OwnMaterial
    evaluated: Evaluated
    features: Rows
    learnt: Learnt
    card: dict[str, Any]

    @property
    def texts(self) -> Sequence[str]:
        return self.evaluated.caption_texts

    @property
    def videos(self) -> Sequence[str]:
        return self.evaluated.axes.video_keys


def gather_own(wanted: OwnAsked, files: Files, report: Report) -> GatheredOwn:
    """Raises Refused, Unreadable, NotMade: nothing of the code was run then."""
    learnt, evaluated, recipe = read_learnt(wanted)
    keys = evaluated.axes.video_keys
    features = read_features(wanted, files, keys, learnt.videos, report)
    parsed = parse_all(learnt.captions.texts, report) if recipe is not None else ()
    whole = Side.of(np.arange(len(learnt.videos)), learnt.video_of)
    held = split(learnt.video_of, len(learnt.videos), wanted.validation, wanted.seed)[1]
    held_back = np.zeros(len(learnt.captions), bool)
    if held is not None:
        held_back[held.captions] = True
    material = OwnMaterial(
        [key for key, *_ in learnt.captions.rows],
        learnt.captions.texts,
        learnt.video_of,
        learnt.videos,
        features.rows_of(learnt.videos),
        held_back,
        find_relevance(wanted.relevance, recipe, learnt, parsed, whole, report),
    )
    card = {
        "data": data_of(wanted, learnt, held),
        "features": source_of(features) | experts_of(features, wanted.over_segments),
        "relevance": relevance_of(wanted, learnt, recipe),
    }
    return GatheredOwn(wanted, material, evaluated, features.rows_of(keys), learnt, card)
