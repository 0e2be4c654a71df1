"""What the models learnt from that a training starts from: the new one saw it, too."""

from foundation.refused import Refused
from pooling.models import Provenance
from retrieval.models import TrainedModel
from retrieval.queries.collected import read_labels
from retrieval.queries.learnt import SawEvaluated
from retrieval.queries.training_captions import (
    Evaluated,
    TrainingCaptions,
    read_training_captions,
)


class NotKnown(Refused):
    """What a model learnt from is not there any more."""


def captions_before(start: TrainedModel | None, evaluated: Evaluated) -> list[tuple[str, str, str]]:
    """The training captions of a model, and of those that it was itself started from. Raises
    NotKnown, SawEvaluated: labels of what is evaluated are not passed on, allowed or not, since a
    run counts those of its own training alone."""
    rows: list[tuple[str, str, str]] = []
    while start is not None:
        captions = read_training_captions(start.benchmark)
        if captions.sha256 != start.card["data"]["sha256"]:
            raise NotKnown(
                f"What {start} learnt from are not the training captions of {start.benchmark} as"
                " they are now, so it is not known what the new model would have seen. Start from"
                " another model.",
                field="start_from",
            )
        _refuse_labels(start, captions, evaluated)
        rows += captions.rows
        earlier = start.card.get("start_from", {}).get("id")
        start = TrainedModel.objects.get(pk=earlier) if earlier else None
    return list(dict.fromkeys(rows))


def _refuse_labels(start: TrainedModel, captions: TrainingCaptions, evaluated: Evaluated) -> None:
    saw = Provenance.objects.filter(run__model=start.model_id, labels_of__isnull=False).first()
    if saw is None or saw.labels_of is None:
        return
    texts, videos = set(captions.texts), set(captions.videos)
    touching = [
        pair
        for pair in read_labels(saw.labels_of, evaluated).evaluated
        if pair.text in texts and pair.video in videos
    ]
    if touching:
        raise SawEvaluated(
            f"{start} learnt from {len(touching):,} collected positives of {saw.labels_of} that are"
            " of captions that the new model is scored on, or share a text or a video with one."
            " Start from another model.",
            field="start_from",
        )
