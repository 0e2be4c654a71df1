"""What is asked of a training."""

from dataclasses import fields
from typing import Any

from django.db.models import QuerySet

from foundation.asking.arguments import arguments_of
from foundation.asking.questions import asked
from foundation.frozen import frozen
from foundation.refused import Refused
from people.models import User
from pooling.actions.hand_in import AnyFile, HandedIn
from pooling.formats.runs import DEPTH_LIMIT
from pooling.models import Benchmark, Provenance, RetrievalModel
from pooling.queries.benchmarks import access_benchmarks
from retrieval.features.stored import MAX, MEAN
from retrieval.losses.kinds import LOSSES, MININGS
from retrieval.models import TrainedModel
from retrieval.networks.kinds import NETWORKS, NetworkKind
from retrieval.queries.trained import models_to_start_from
from retrieval.training.settings import LIMITS, Settings

USUAL = Settings()
INSTANCE, COLLECTED = Provenance.INSTANCE, Provenance.COLLECTED
PARTS = ("verb", "noun", "adjective", "adverb")
FILES = ("features", "keys", "vectors")


def _benchmarks(person: User) -> QuerySet[Benchmark]:
    return access_benchmarks(person).order_by("name")


def _limited(name: str) -> dict[str, Any]:
    """The usual value of a number, and its limits."""
    least, most = LIMITS[name]
    return {"default": getattr(USUAL, name), "at_least": least, "at_most": most}


def known_parts(parts: Any) -> None:
    for part in parts:
        if part not in PARTS:
            raise ValueError(f"{part} is no part of speech: expected {', '.join(PARTS)}.")


@frozen
class TrainingAsked:
    """A reference model to train on a benchmark's training captions."""

    benchmark: Benchmark = asked(
        "The benchmark on whose training captions the model is trained, and whose captions and"
        " videos it ranks.",
        rows=_benchmarks,
    )
    name: str = asked(
        "The name of the model. No other model has it.",
        longest=80,
        checks=RetrievalModel._meta.get_field("name").validators,
        option="NAME",
    )
    network: str = asked(
        "The network to train. CCA and random are computed at once, without a loss.",
        default="mmen",
        choices={kind.name: kind.title for kind in NETWORKS.values()},
        option="--model",
    )
    loss: str = asked(
        "The loss to train it with.",
        default="triplet-hard",
        choices={kind.name: kind.title for kind in LOSSES.values()},
    )
    relevance: str = asked(
        "What is relevant in training: instance (a caption's own video alone), collected (what"
        " people found), or the name of a proxy.",
        default=INSTANCE,
        longest=120,
    )
    tau: float = asked(
        "The relevance from which a pair is a positive.",
        label="Threshold (tau)",
        **_limited("threshold"),
    )
    labels_of: Benchmark | None = asked(
        "The benchmark whose collected positives are used; its captions are among the training"
        " captions. Without one, they are this benchmark's own.",
        default=None,
        rows=_benchmarks,
        label="Labels of",
    )
    allow_evaluated: bool = asked(
        "Train on labels of evaluated captions and on evaluated videos, too. The runs are marked"
        " wherever they are shown.",
        default=False,
        label="Allow what is evaluated",
    )
    features: tuple[AnyFile, ...] = asked(
        "The files with the videos' features: .npy, .npz, HDF5 or a pickle of arrays. Several are"
        " joined, and may each lack some videos. Without one, a modest description is computed from"
        " the clips.",
        default=(),
        option="--features",
    )
    over_segments: str = asked(
        "What is taken of features of several segments of a video: their mean, or the largest of"
        " each number.",
        default=MEAN,
        choices={MEAN: "Their mean", MAX: "The largest of each number"},
    )
    keys: AnyFile | None = asked(
        "The keys of the rows, one on each line, of features that have none. They are in the"
        " benchmark's own order if it is not given.",
        default=None,
        label="Keys of the rows",
        option="--keys",
    )
    clips_of: Benchmark | None = asked(
        "The benchmark that has the training videos' clips, where features are computed. Without"
        " one, it is the one whose labels are used.",
        default=None,
        rows=_benchmarks,
        label="Clips of",
    )
    vectors: AnyFile | None = asked(
        "A file of word vectors: one word a line, as GloVe has them, or word2vec's .bin. Without"
        " one, they are learnt on the training captions.",
        default=None,
        label="Word vectors",
        option="--vectors",
    )
    parts: tuple[str, ...] = asked(
        "The parts of speech that PoS-MMEN and JPoSE have a space for: verb, noun, adjective,"
        " adverb.",
        default=("verb", "noun"),
        longest=60,
        checks=[known_parts],
        label="Parts of speech",
    )
    start_from: TrainedModel | None = asked(
        "The model trained here whose weights it begins with. Its network, sizes and word vectors"
        " must be the same, and what it saw counts as seen by the new one, too.",
        default=None,
        rows=models_to_start_from,
        label="Start from",
    )
    mining: str = asked(
        "Which negatives and positives Triplet-RAN, -RAP and -RANP take.",
        default=USUAL.mining,
        choices=MININGS,
    )
    margin: float = asked("The margin of triplets.", **_limited("margin"))
    temperature: float = asked(
        "The temperature of NCE, Smooth-AP and approximate nDCG.", **_limited("temperature")
    )
    triplets: int = asked(
        "How many triplets are drawn for each query where they are drawn; with 0, all of the batch"
        " count.",
        label="Triplets drawn",
        **_limited("triplets"),
    )
    across: float = asked(
        "The weight of losses between captions and videos.",
        label="Weight across",
        **_limited("across"),
    )
    within: float = asked(
        "The weight of losses within captions and within videos, where the network has them.",
        label="Weight within (lambda)",
        **_limited("within"),
    )
    part_weight: float = asked(
        "The weight of the spaces of parts of speech.",
        label="Weight of parts (alpha)",
        **_limited("part_weight"),
    )
    space: int = asked("How many numbers an embedding has.", **_limited("space"))
    hidden: int = asked(
        "How many numbers the layer before it has.", label="Hidden size", **_limited("hidden")
    )
    batch: int = asked("How many pairs are looked at in one step.", **_limited("batch"))
    epochs: int = asked(
        "How often all training captions are gone through at most.", **_limited("epochs")
    )
    rate: float = asked("The learning rate.", label="Learning rate", **_limited("rate"))
    optimiser: str = asked(
        "What turns slopes into steps.",
        default=USUAL.optimiser,
        choices={"adam": "Adam", "adamw": "AdamW", "sgd": "SGD with a momentum of 0.9"},
    )
    schedule: str = asked(
        "How the learning rate goes over the epochs.",
        default=USUAL.schedule,
        choices={
            "constant": "The same in all epochs",
            "cosine": "Half a cosine, down to nothing",
            "step": "A tenth after each third of the epochs",
        },
        label="Schedule of the rate",
    )
    validate_by: str = asked(
        "The score on what is held back by which the best epoch is chosen.",
        default=USUAL.validate_by,
        choices={
            "ndcg": "nDCG by relevance",
            "map": "mAP of what reaches the threshold",
            "recalls": "R@1 + R@5 + R@10 of a caption's own video",
        },
        label="Best epoch by",
    )
    device: str = asked(
        "Where it is trained.",
        default=USUAL.device,
        choices={
            "auto": "On a GPU where there is one",
            "cpu": "On the processor",
            "cuda": "On a GPU",
        },
    )
    patience: int = asked(
        "Training ends after this many epochs without a better validation.", **_limited("patience")
    )
    validation: float = asked(
        "The share of training videos that are held back to choose the best epoch by.",
        default=0.1,
        at_least=0,
        at_most=0.5,
        label="Held back for validation",
    )
    depth: int = asked(
        "How many ranks of each ranking are kept for pages and pools.",
        default=100,
        at_least=1,
        at_most=DEPTH_LIMIT,
    )
    seed: int = asked("The seed of everything that is drawn.", **_limited("seed"))

    def check(self) -> None:
        if self.relevance != INSTANCE and not LOSSES[self.loss].graded:
            raise Refused(
                f"{LOSSES[self.loss].title} looks at instances alone: choose a loss that looks at"
                f" relevance ({', '.join(graded_losses())}), or the relevance {INSTANCE}.",
                field="loss",
            )
        if self.relevance != INSTANCE and not self.of_network.learns:
            raise Refused(
                "A network that is not trained looks at a caption's own video alone: choose that as"
                " what is relevant (instance).",
                field="relevance",
            )
        if self.start_from and (
            self.start_from.network != self.network or not self.of_network.learns
        ):
            raise Refused(
                "A training starts from a trained model of the same network: choose its network, or"
                " another model to start from.",
                field="start_from",
            )
        check_data(self)
        if not self.parts:
            raise Refused("Expected a part of speech.", field="parts")

    @property
    def has_clips(self) -> Benchmark:
        """The benchmark with the training videos' clips."""
        return self.clips_of or self.labels_of or self.benchmark

    @property
    def of_network(self) -> NetworkKind:
        return NETWORKS[self.network]

    def settings(self) -> Settings:
        asked_for = {one.name for one in fields(Settings)} & {one.name for one in fields(self)}
        return Settings(threshold=self.tau, **{name: getattr(self, name) for name in asked_for})

    def files(self) -> dict[str, HandedIn]:
        return {name: getattr(self, name) for name in FILES}

    def arguments(self) -> dict[str, Any]:
        """What the job gets, beside the files."""
        return {name: value for name, value in arguments_of(self).items() if name not in FILES}


def graded_losses() -> list[str]:
    return [kind.name for kind in LOSSES.values() if kind.graded]


def check_data(wanted: Any) -> None:
    """What holds of the data of every training, by our code or a user's own."""
    if wanted.labels_of and wanted.relevance != COLLECTED:
        raise Refused(
            f"Only the relevance {COLLECTED} takes labels of a benchmark.", field="labels_of"
        )
    if wanted.keys and not wanted.features:
        raise Refused("Keys name the rows of a file with features.", field="keys")
    if wanted.clips_of and wanted.features:
        raise Refused("Clips are looked at where no features are given.", field="clips_of")
