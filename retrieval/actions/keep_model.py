"""Keep a trained model: its weights as a file, and the rows that name it, all or nothing."""

import hashlib
import platform
from contextlib import AbstractContextManager
from dataclasses import asdict
from importlib.metadata import version
from typing import Any

import numpy as np
from django.conf import settings
from django.db import transaction

from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.actions.register_model import ModelAsked, register_model
from pooling.actions.store_run import RunSource, store_run
from pooling.depth import Rankings
from pooling.models import Run
from pooling.room import KeptFile, kept_file
from retrieval.actions.order_training import name_of_second_run
from retrieval.actions.rank_both_ways import rank_captions, rank_videos
from retrieval.actions.train_model import Ended
from retrieval.models import TrainedModel
from retrieval.networks.kinds import NETWORKS
from retrieval.queries.trained import FOLDER
from retrieval.training.trained import Trained

FAMILY = "Trained here"


def kept_weights(trained: Trained) -> AbstractContextManager[KeptFile]:
    """The file is removed if what follows inside fails."""
    return kept_file(FOLDER, "pt", trained.save)


@transaction.atomic
def keep_model(
    actor: Actor, ended: Ended, weights: KeptFile, job_id: int | None = None
) -> tuple[TrainedModel, Run, Run]:
    """The model, its run of videos for captions, and that of captions for videos. Raises
    ValidationError if a name was taken meanwhile."""
    wanted, axes = ended.gathered.wanted, ended.gathered.evaluated.axes
    model = register_model(
        actor,
        ModelAsked(
            name=wanted.name,
            version=f"seed {wanted.seed}",
            family=f"{FAMILY}: {NETWORKS[wanted.network].name}",
        ),
    )
    trained = TrainedModel.objects.create(
        model=model,
        benchmark=wanted.benchmark,
        job_id=job_id,
        network=wanted.network,
        loss=wanted.loss,
        seed=wanted.seed,
        card=card_of(ended),
        curve=[asdict(point) for point in ended.trained.curve],
        best=ended.trained.best,
        seconds=ended.seconds,
        path=weights.path,
        sha256=weights.sha256,
        created_by=actor.user,
    )
    there = rank_videos(axes, ended.similarity, wanted.depth)
    back = rank_captions(axes, ended.similarity, wanted.depth)
    runs = (
        _store(actor, trained, ended, there, wanted.name, Run.Direction.TEXT_TO_VIDEO),
        _store(
            actor,
            trained,
            ended,
            back,
            name_of_second_run(wanted.name),
            Run.Direction.VIDEO_TO_TEXT,
        ),
    )
    after = {"network": wanted.network, "loss": wanted.loss, "relevance": wanted.relevance}
    record_audit(actor, "trained", model, after=after | {"runs": [run.pk for run in runs]})
    return trained, *runs


# Long by its parameters.
def _store(
    actor: Actor,
    trained: TrainedModel,
    ended: Ended,
    rankings: Rankings,
    name: str,
    direction: Run.Direction,
) -> Run:
    """Its checksum is that of the similarities, in its direction."""
    matrix = ended.similarity if direction == Run.Direction.TEXT_TO_VIDEO else ended.similarity.T
    source = RunSource(
        benchmark=trained.benchmark,
        model=trained.model,
        name=name,
        direction=direction,
        depth=ended.gathered.wanted.depth,
        format="trained",
        file_name=f"{trained.model.name}.pt",
        sha256=hashlib.sha256(matrix.tobytes()).hexdigest(),
        warnings=(),
    )
    return store_run(actor, source, rankings, ended.gathered.provenance())


def card_of(ended: Ended) -> dict[str, Any]:
    """What a reader needs to know of the model, and to train it again."""
    wanted = ended.gathered.wanted
    parameters = asdict(wanted.settings())
    if NETWORKS[wanted.network].parts:
        parameters["parts"] = list(wanted.parts)
    versions = {
        "truepool": settings.TRUEPOOL_VERSION,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "torch": version("torch"),
    }
    return ended.gathered.card | {
        "parameters": parameters | {"validation": wanted.validation},
        "versions": versions,
    }
