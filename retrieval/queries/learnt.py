"""What a model may learn from, held against what it is scored on."""

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from foundation.frozen import frozen
from foundation.refused import Refused
from measures.arrays import Integers
from pooling.models import Benchmark, Provenance
from retrieval.queries.collected import CollectedLabels, grouped
from retrieval.queries.training_captions import Evaluated, TrainingCaptions
from semantics.paraphrase.plain_text import plain

ALLOW = "Allow what is evaluated (--allow-evaluated) to train on them all the same"


class NothingToLearn(Refused):
    """There are no captions to learn from."""


class SawEvaluated(Refused):
    """What a model is scored on is not what it learns from."""


@frozen
class Learnt:
    """videos: keys, each once, in the order of their first caption. video_of: (captions,), each
    one's place among them. positives: (pairs, 2), the captions and videos that people found
    relevant, as places. seen: the captions, and those that a model to start from learnt from."""

    captions: TrainingCaptions
    seen: TrainingCaptions
    videos: tuple[str, ...]
    video_of: Integers
    positives: Integers
    labels: CollectedLabels | None
    used: int  # collected positives that are about a training caption and a training video
    evaluated_labels: int  # of these, those that touch what is evaluated
    evaluated_videos: int
    shared_texts: int

    def provenance(self, benchmark: Benchmark, relevance: str, tau: float) -> Provenance:
        """The provenance of a run that is not saved yet."""
        labels = self.labels
        return Provenance(
            trained_on=benchmark,
            captions=len(self.seen),
            videos=len(set(self.seen.videos)),
            captions_sha256=self.captions.sha256,
            relevance=relevance,
            tau=None if relevance == Provenance.INSTANCE else tau,
            labels_of=None if labels is None else labels.benchmark,
            log_position=None if labels is None else labels.log_position,
            labels=self.used,
            evaluated_labels=self.evaluated_labels,
            evaluated_videos=self.evaluated_videos,
            shared_texts=self.shared_texts,
        )


def learn_from(
    benchmark: Benchmark,
    captions: TrainingCaptions,
    evaluated: Evaluated,
    labels: CollectedLabels | None,
    *,
    allowed: bool,
    before: Sequence[tuple[str, str, str]] = (),
) -> Learnt:
    """allowed: whether what is evaluated may be learnt from; where the labels are the benchmark's
    own, its labelled captions then join the training captions. before: captions that a model to
    start from learnt from. Raises NothingToLearn, SawEvaluated."""
    if labels is not None and not allowed:
        _refuse_labels(benchmark, labels)
    if labels is not None and labels.benchmark == benchmark:
        captions = TrainingCaptions([*captions.rows, *_labelled(evaluated, labels)])
    if not captions:
        raise NothingToLearn(
            f"{benchmark} has no training captions: import them with `import_benchmark"
            f" {benchmark.name} --captions FILE --training`, or, on the page of its imports, as"
            " training captions."
        )
    learnt = _learnt(captions, evaluated, labels, before)
    if learnt.evaluated_videos and not allowed:
        _refuse_videos(benchmark, learnt)
    if labels is not None and not learnt.used:
        raise NothingToLearn(
            f"None of the {len(labels.pairs):,} collected positives of {labels.benchmark} is"
            f" about a training caption and a training video of {benchmark}. Name the benchmark"
            " whose captions are the training captions (--labels-of).",
            field="labels_of",
        )
    return learnt


def _refuse_labels(benchmark: Benchmark, labels: CollectedLabels) -> None:
    if not labels.evaluated:
        return
    whose = "its own" if labels.benchmark == benchmark else str(labels.benchmark)
    counts = Counter(pair.evaluated for pair in labels.evaluated)
    whys = [why for why in ("text", "video", "file") if counts[why]]
    causes = ", ".join(f"{counts[why]:,} by their {why}" for why in whys)
    raise SawEvaluated(
        f"{len(labels.evaluated):,} of {len(labels.pairs):,} collected positives ({whose})"
        f" are of captions that {benchmark} is scored on, or share a text or a video with one"
        f" ({causes}). Name another benchmark's labels (--labels-of). {ALLOW}.",
        field="allow_evaluated",
    )


def _refuse_videos(benchmark: Benchmark, learnt: Learnt) -> None:
    seen = set(learnt.seen.videos)
    wrong = (
        f"{learnt.evaluated_videos:,} of {len(seen):,} videos of the training captions are videos"
        f" of {benchmark}, which the model is scored on. Import training captions of other videos."
        f" {ALLOW}."
    )
    if len(learnt.seen) > len(learnt.captions):
        wrong = (
            f"{learnt.evaluated_videos:,} of {len(seen):,} videos that this training or the model"
            f" to start from learns from are videos of {benchmark}, which the model is scored on."
            f" Start from another model, or import training captions of other videos. {ALLOW}."
        )
    raise SawEvaluated(wrong, field="allow_evaluated")


def _labelled(evaluated: Evaluated, labels: CollectedLabels) -> Iterator[tuple[str, str, str]]:
    """The evaluated captions that people found a video for, each with its own video, and once for
    each that was found: a video is learnt from beside a caption."""
    axes, found = evaluated.axes, grouped((pair.text, pair.video) for pair in labels.pairs)
    for key, own, text in zip(
        axes.caption_keys, axes.own_videos.tolist(), evaluated.caption_texts, strict=True
    ):
        if text in found:
            sources = [axes.video_keys[own]] if own >= 0 else []
            for video in dict.fromkeys([*sources, *found[text]]):
                yield key, video, text


def _learnt(
    captions: TrainingCaptions,
    evaluated: Evaluated,
    labels: CollectedLabels | None,
    before: Sequence[tuple[str, str, str]],
) -> Learnt:
    own = set(captions.rows)
    seen = TrainingCaptions([*captions.rows, *(row for row in before if row not in own)])
    places = {key: place for place, key in enumerate(dict.fromkeys(captions.videos))}
    rows_of = grouped((text, row) for row, text in enumerate(captions.texts))
    used = [
        pair
        for pair in (labels.pairs if labels is not None else ())
        if pair.text in rows_of and pair.video in places
    ]
    positives = [(row, places[pair.video]) for pair in used for row in rows_of[pair.text]]
    return Learnt(
        captions,
        seen,
        tuple(places),
        np.array([places[key] for key in captions.videos], np.int64),
        np.array(positives, np.int64).reshape(-1, 2),
        labels,
        used=len(used),
        evaluated_labels=sum(bool(pair.evaluated) for pair in used),
        evaluated_videos=len(evaluated.videos.intersection(seen.videos)),
        shared_texts=sum(plain(text) in evaluated.plain_texts for text in seen.texts),
    )
