"""All that a training looks at, read and checked before its first step.

1. Captions, labels and what is evaluated are read in one moment, and held against each other.
2. Features of all videos; captions, parsed and as vectors.
3. The training videos are split, and what is relevant is found for each side.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any, TypeVar, cast

from foundation.database.snapshot import one_moment
from foundation.frozen import frozen
from foundation.progress import Report
from foundation.refused import Refused
from retrieval.actions.find_relevance import find_relevance, shared_by_parts
from retrieval.actions.read_features import Files, read_features, read_vectors
from retrieval.asked.own import LearningAsked
from retrieval.asked.training import COLLECTED, INSTANCE, TrainingAsked
from retrieval.features.video_features import Rows, VideoFeatures
from retrieval.features.word_vectors import WordVectors
from retrieval.models import TrainedModel
from retrieval.queries.collected import read_labels
from retrieval.queries.learnt import Learnt, learn_from
from retrieval.queries.recipes import Recipe, find_recipe
from retrieval.queries.started import captions_before
from retrieval.queries.training_captions import Evaluated, read_evaluated, read_training_captions
from retrieval.training.material import Split, TextVectors, TrainingMaterial
from retrieval.training.reading import texts_of, without_vector
from retrieval.training.settings import Settings
from retrieval.training.splitting import Side, Standardised, split
from semantics.words.parsing import parse_all
from semantics.words.word import Parsed, Part

SETTINGS = frozenset(one.name for one in fields(Settings))
T = TypeVar("T")


@frozen
class Gathered:
    """videos, texts: those that are evaluated, as the network will see them; texts are queries.
    card: what of all this a reader should know."""

    wanted: TrainingAsked
    material: TrainingMaterial
    evaluated: Evaluated
    videos: Rows
    texts: TextVectors
    learnt: Learnt
    card: dict[str, Any]

    @property
    def digest(self) -> str:
        """The digest of everything that the weights follow from, under which an interrupted
        training is found again. The name is in it: two models that are trained at a time do not
        write one file."""
        settings = {name: getattr(self.wanted, name) for name in ("name", "parts", "validation")}
        whole = [self.wanted.settings().identity(), settings, self.card]
        return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()


class Once(dict[tuple[Any, ...], Any]):
    """What the trainings of a grid share is read and parsed once."""

    def of(self, key: tuple[Any, ...], make: Callable[..., T], *arguments: Any) -> T:
        if key not in self:
            self[key] = make(*arguments)
        return cast("T", self[key])


def gather(
    wanted: TrainingAsked, files: Files, report: Report, once: Once | None = None
) -> Gathered:
    """once: of several trainings with the same files. Raises Refused, Unreadable, NotMade: nothing
    was trained then."""
    once, data = Once() if once is None else once, _of_data(wanted)
    of_data = wanted, wanted.start_from
    learnt, evaluated, recipe = once.of((data, wanted.relevance), read_learnt, *of_data)
    keys = evaluated.axes.video_keys
    of_videos = wanted, files, keys, learnt.videos, report
    features = once.of((data, learnt.videos), read_features, *of_videos)
    parsed, queries = (
        once.of(tuple(of), parse_all, of, report) for of in (learnt.captions.texts, evaluated.texts)
    )
    vectors = read_vectors(files, parsed, queries, wanted.seed)
    parts = cast("tuple[Part, ...]", wanted.parts) if wanted.of_network.parts else ()

    def read(captions: Sequence[Parsed]) -> TextVectors:
        return texts_of(captions, vectors, parts, in_order=wanted.of_network.words)

    share = wanted.validation if wanted.of_network.learns else 0  # there is no epoch to choose
    sides = split(learnt.video_of, len(learnt.videos), share, wanted.seed)
    scaled = Standardised.of(features, _named(learnt.videos, sides[0]))
    texts = read(parsed)

    def made(side: Side) -> Split:
        of_side = wanted.relevance, recipe, learnt, parsed, side, report
        key = data, wanted.relevance, side.captions.tobytes()
        relevance = once.of(key, find_relevance, *of_side)
        own = texts.chosen(side.captions)
        return Split(scaled.rows_of(_named(learnt.videos, side)), own, side.video_of, relevance)

    tables = recipe.tables if recipe is not None else {}
    shared = shared_by_parts(parts, tables, parsed, sides[0])
    held = None if sides[1] is None else made(sides[1])
    apart = features.widths if wanted.of_network.experts else ()
    material = TrainingMaterial(made(sides[0]), held, shared, apart)
    videos, queried = scaled.rows_of(keys), read(queries)
    card = {
        "data": data_of(wanted, learnt, sides[1]),
        "features": source_of(features) | experts_of(features, wanted.over_segments),
        "texts": source_of(vectors) | words_of(vectors, parsed),
        "relevance": relevance_of(wanted, learnt, recipe),
    } | start_of(wanted.start_from, vectors)
    return Gathered(wanted, material, evaluated, videos, queried, learnt, card)


def _named(videos: Sequence[str], side: Side) -> list[str]:
    return [videos[row] for row in side.videos.tolist()]


def _of_data(wanted: TrainingAsked) -> str:
    """All answers but those that no reading of data depends on, and the relevance."""
    left_out = {*SETTINGS, "name", "depth", "parts", "tau", "validation", "relevance"}
    answers = {name: one for name, one in wanted.arguments().items() if name not in left_out}
    return json.dumps(answers, sort_keys=True)


def read_learnt(
    wanted: LearningAsked, start: TrainedModel | None = None
) -> tuple[Learnt, Evaluated, Recipe | None]:
    """What is refused for what the database has, before any file is read."""
    of, named = wanted.benchmark, wanted.relevance not in (INSTANCE, COLLECTED)
    recipe = find_recipe(of, wanted.relevance) if named else None
    with one_moment():
        evaluated, captions = read_evaluated(of), read_training_captions(of)
        collected = wanted.relevance == COLLECTED
        labels = read_labels(wanted.labels_of or of, evaluated) if collected else None
        before = captions_before(start, evaluated)
    allowed = wanted.allow_evaluated
    learnt = learn_from(of, captions, evaluated, labels, allowed=allowed, before=before)
    return learnt, evaluated, recipe


def start_of(start: TrainedModel | None, vectors: WordVectors) -> dict[str, Any]:
    """What the card says of the model that a training starts from. Raises Refused where it read
    captions by other vectors: its weights of their numbers would mean nothing."""
    if start is None:
        return {}
    had = start.card["texts"]
    if had["sha256"] != vectors.sha256:
        raise Refused(
            f"{start} read captions by other word vectors ({had['source']}, SHA-256"
            f" {had['sha256'][:12]}); found {vectors.source}, {vectors.sha256[:12]}. Give both"
            " trainings the same file of vectors (--vectors).",
            field="start_from",
        )
    return {"start_from": {"id": start.pk, "name": str(start), "sha256": start.sha256}}


def source_of(of: VideoFeatures | WordVectors) -> dict[str, Any]:
    return {"source": of.source, "sha256": of.sha256, "numbers": of.width}


def words_of(vectors: WordVectors, parsed: Sequence[Parsed]) -> dict[str, Any]:
    missing = without_vector(parsed, vectors)
    words, notes = len(vectors.places), list(vectors.notes)
    return {"words": words, "captions_without_a_word": missing, "notes": notes}


def experts_of(features: VideoFeatures, over: str) -> dict[str, Any]:
    of = [
        {"source": one.source, "numbers": one.values.shape[1], "missing": one.missing}
        for one in features.experts
    ]
    return {"over_segments": over, "experts": of, "notes": list(features.notes)}


def data_of(wanted: LearningAsked, learnt: Learnt, held: Side | None) -> dict[str, Any]:
    return {
        "benchmark": wanted.benchmark.name,
        "captions": len(learnt.captions),
        "videos": len(learnt.videos),
        "held_back": {"captions": len(held.captions), "videos": len(held.videos)} if held else None,
        "sha256": learnt.captions.sha256,
        "shared_texts": learnt.shared_texts,
        "evaluated_videos": learnt.evaluated_videos,
    }


def relevance_of(wanted: LearningAsked, learnt: Learnt, recipe: Recipe | None) -> dict[str, Any]:
    about: dict[str, Any] = {"relevance": wanted.relevance}
    if recipe is not None:
        about |= {"kind": recipe.kind, "parameters": dict(recipe.parameters), "tau": wanted.tau}
    if learnt.labels is not None:
        about |= {
            "labels_of": learnt.labels.benchmark.name,
            "log_position": learnt.labels.log_position,
            "labels": learnt.used,
            "evaluated_labels": learnt.evaluated_labels,
        }
    return about
