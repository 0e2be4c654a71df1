"""Train a model, and rank a benchmark by it. What is kept of it is in keep_model.py.

An interrupted training continues: after every epoch there is a checkpoint, named by all that the
weights follow from, so that the same training finds it, whichever job or command asks for it.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

import numpy as np
from django.conf import settings

from foundation.frozen import frozen
from foundation.progress import Report
from media.storing import publish
from pooling.room import check_room
from retrieval.actions.gather_material import Gathered
from retrieval.features.video_features import Rows
from retrieval.queries.trained import CHECKPOINTS
from retrieval.training.embeddings import Embeddings, NamedEmbeddings
from retrieval.training.loop import Diverged, train
from retrieval.training.progress import EpochProgress
from retrieval.training.trained import Trained, alike


@dataclass(slots=True)
class Stopwatch:
    """How long a training has taken, over all its attempts: what earlier ones took is beside the
    checkpoint, as of its last epoch."""

    file: Path
    begun: float = field(default_factory=monotonic)
    before: float = 0.0
    epochs: int = 0

    def __post_init__(self) -> None:
        if self.file.exists():
            self.before = float(json.loads(self.file.read_text(encoding="utf-8"))["seconds"])

    @property
    def seconds(self) -> float:
        return self.before + monotonic() - self.begun

    def note(self, epochs: int) -> None:
        if epochs != self.epochs:
            self.epochs = epochs
            # By another name first: a training that is killed here is continued.
            beside = self.file.with_name(f".{self.file.name}.new")
            beside.write_text(json.dumps({"seconds": self.seconds}), encoding="utf-8")
            publish(beside, self.file)


@frozen
class UnderWay:
    """The files of a training that is under way."""

    checkpoint: Path
    times: Path

    @classmethod
    def of(cls, gathered: Gathered) -> "UnderWay":
        folder = settings.MEDIA_ROOT / CHECKPOINTS
        check_room(folder)
        name = gathered.digest[:32]
        return cls(folder / f"{name}.pt", folder / f"{name}.json")

    def remove(self) -> None:
        """Once the model is kept, nothing needs them."""
        for file in (self.checkpoint, self.times):
            file.unlink(missing_ok=True)


@frozen
class Ended:
    """What a training came to, before it is rows. similarity: (queries, videos), of all that is
    evaluated."""

    gathered: Gathered
    trained: Trained
    embedded: Embeddings
    similarity: Rows
    seconds: float
    files: UnderWay

    @property
    def named(self) -> NamedEmbeddings:
        of = self.gathered.evaluated
        return NamedEmbeddings(self.embedded, of.texts, of.axes.video_keys)


def run_training(gathered: Gathered, report: Report) -> Ended:
    """Raises Diverged, and whatever `report` does: the last epoch's checkpoint stays."""
    files = UnderWay.of(gathered)
    watch = Stopwatch(files.times)

    def step(progress: EpochProgress) -> None:
        watch.note(len(progress.curve))
        report(progress.batches, progress.of, told(progress))

    of = gathered.wanted.start_from
    start = None if of is None else Trained.load(settings.MEDIA_ROOT / of.path)
    trained = train(gathered.material, gathered.wanted.settings(), step, files.checkpoint, start)
    embedded = trained.embed(gathered.videos, gathered.texts)
    similarity = alike(embedded)
    if not np.isfinite(similarity).all():
        files.remove()
        raise Diverged("The similarities are no numbers: lower the learning rate.")
    return Ended(gathered, trained, embedded, similarity, watch.seconds, files)


def told(progress: EpochProgress) -> str:
    if not progress.curve:
        return "Epoch 1"
    last = progress.curve[-1]
    scores = "".join(f", {name} {value:.3f}" for name, value in last.validation.items())
    return f"Epoch {last.epoch + 1}, after a loss of {last.loss:.4f}{scores}"
