"""What is relevant in training, from the instance, from a proxy, or from what people found."""

from collections.abc import Mapping, Sequence

from foundation.progress import Report
from retrieval.asked.training import COLLECTED, INSTANCE
from retrieval.queries.learnt import Learnt
from retrieval.queries.recipes import Recipe
from retrieval.training.relevance import (
    ComparedRelevance,
    InstanceRelevance,
    MatrixRelevance,
    RelevanceSource,
    SharedClasses,
    collected,
)
from retrieval.training.splitting import Side
from semantics.words.bags import RHO, in_at_least, number_words
from semantics.words.classes import ClassTable
from semantics.words.word import Parsed, Part


def find_relevance(
    relevance: str,
    recipe: Recipe | None,
    learnt: Learnt,
    parsed: Sequence[Parsed],
    side: Side,
    report: Report,
) -> RelevanceSource:
    """The relevance of the captions and videos of one side. recipe: how the proxy is computed,
    where it is one."""
    if relevance == INSTANCE:
        return InstanceRelevance(side.video_of)
    if relevance == COLLECTED:
        captions, videos = side.inside(learnt.positives).T
        return MatrixRelevance(collected(captions, videos, side.video_of, len(side.videos)))
    assert recipe is not None  # noqa: S101  (found when the training was asked for)
    own = [parsed[row] for row in side.captions.tolist()]
    material = recipe.material(own, side.video_of, len(side.videos))
    if recipe.of_kind.compare is None:
        return MatrixRelevance(recipe.of_kind.compute(material, report))
    compared = recipe.of_kind.compare(material)
    return ComparedRelevance(compared, material.caption_texts, side.video_of)


def shared_by_parts(
    parts: Sequence[Part], tables: Mapping[str, ClassTable], parsed: Sequence[Parsed], side: Side
) -> dict[str, RelevanceSource]:
    """The relevance by part of speech: two are relevant to each other by the classes of its words
    that they share, or by the lemmas where there is no table of classes (Wray et al. 2019, Section
    3.2)."""
    own = [parsed[row] for row in side.captions.tolist()]
    shared: dict[str, RelevanceSource] = {}
    for part in parts:
        if table := tables.get(part):
            words = [table.classes_in(caption, part) for caption in own]
        else:
            words = [tuple(word.lemma for word in caption if word.part == part) for caption in own]
        bags = number_words(words, {})
        shared[part] = SharedClasses(bags, in_at_least(bags, side.video_of, len(side.videos), RHO))
    return shared
