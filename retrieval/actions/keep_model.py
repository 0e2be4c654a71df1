"""Keep a trained model: its weights as a file, and the rows that name it, all or nothing."""

import hashlib
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from importlib.metadata import version
from typing import Any

import numpy as np
from django.conf import settings
from django.db import transaction

from foundation.frozen import frozen
from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.actions.register_model import ModelAsked, register_model
from pooling.actions.store_run import RunSource, store_run
from pooling.depth import Own, Rankings, batches, top_of_matrix
from pooling.models import Run
from pooling.queries.axes import Axes
from pooling.room import KeptFile, kept_file
from pooling.whole import new_ranks
from retrieval.actions.order_training import names_of_runs
from retrieval.actions.train_model import Ended
from retrieval.features.video_features import Rows
from retrieval.models import TrainedModel
from retrieval.queries.trained import FOLDER

FAMILY = "Trained here"


@frozen
class KeptModel:
    weights: KeptFile
    embeddings: KeptFile


@contextmanager
def kept_weights(ended: Ended) -> Iterator[KeptModel]:
    """The files, which are removed if what follows inside fails."""
    with (
        kept_file(FOLDER, "pt", ended.trained.save) as weights,
        kept_file(FOLDER, "npz", ended.named.save) as embeddings,
    ):
        yield KeptModel(weights, embeddings)


@transaction.atomic
def keep_model(
    actor: Actor, ended: Ended, kept: KeptModel, job_id: int | None = None
) -> tuple[TrainedModel, list[Run]]:
    """The model, its run of videos for captions, and that of captions for videos. Raises
    ValidationError if a name was taken meanwhile."""
    wanted = ended.gathered.wanted
    seed, family = f"seed {wanted.seed}", f"{FAMILY}: {wanted.network}"
    model = register_model(actor, ModelAsked(name=wanted.name, version=seed, family=family))
    trained = TrainedModel.objects.create(
        model=model,
        benchmark=wanted.benchmark,
        job_id=job_id,
        network=wanted.network,
        loss=wanted.loss if wanted.of_network.learns else "",
        seed=wanted.seed,
        card=card_of(ended),
        curve=[asdict(point) for point in ended.trained.curve],
        best=ended.trained.best,
        seconds=ended.seconds,
        path=kept.weights.path,
        sha256=kept.weights.sha256,
        embeddings=kept.embeddings.path,
        embeddings_sha256=kept.embeddings.sha256,
        created_by=actor.user,
    )
    runs = [_store(actor, trained, ended, *run) for run in names_of_runs(wanted.name).items()]
    after = {"network": wanted.network, "loss": wanted.loss, "relevance": wanted.relevance}
    record_audit(actor, "trained", model, after=after | {"runs": [run.pk for run in runs]})
    return trained, runs


def _store(
    actor: Actor, trained: TrainedModel, ended: Ended, direction: Run.Direction, name: str
) -> Run:
    """Its checksum is that of the similarities, in its direction."""
    gathered, turned = ended.gathered, direction == Run.Direction.VIDEO_TO_TEXT
    matrix, wanted = ended.similarity.T if turned else ended.similarity, gathered.wanted
    source = RunSource(
        benchmark=trained.benchmark,
        model=trained.model,
        name=name,
        direction=direction,
        depth=wanted.depth,
        format="trained",
        file_name=f"{trained.model.name}.pt",
        sha256=hashlib.sha256(matrix.tobytes()).hexdigest(),
        warnings=(),
    )
    rankings = _ranked(gathered.evaluated.axes, matrix, wanted.depth, turned=turned)
    seen = gathered.learnt.provenance(wanted.benchmark, wanted.relevance, wanted.tau)
    return store_run(actor, source, rankings, seen)


def _ranked(axes: Axes, similarity: Rows, depth: int, *, turned: bool) -> Rankings:
    """similarity: (queries, videos); (videos, queries) if turned. Captions with the same text have
    the same ranking."""
    keys, own = axes.keys, Own.of_captions(axes.own_videos.astype(np.int32))
    sides = keys.captions, keys.videos
    rows, columns = axes.caption_queries, np.arange(len(axes.video_keys))
    if turned:
        own, sides, rows, columns = own.turned(), sides[::-1], columns, rows
    blocks = batches(len(rows), similarity.shape[1], similarity.dtype.itemsize)
    items, targets = (np.arange(len(side), dtype=np.int32) for side in sides)
    return top_of_matrix(
        (similarity[rows[start : start + count]][:, columns] for start, count in blocks),
        depth,
        items=items,
        targets=targets,
        key_order=sides[1].order,
        own=own,
        whole=new_ranks(len(rows), len(columns), depth),
    )


def card_of(ended: Ended) -> dict[str, Any]:
    """What a reader needs to know of the model, and to train it again."""
    wanted = ended.gathered.wanted
    parameters = asdict(wanted.settings()) | {"validation": wanted.validation}
    if wanted.of_network.parts:
        parameters["parts"] = list(wanted.parts)
    if not wanted.of_network.learns:
        parameters = {name: parameters[name] for name in ("network", "seed", "space")}
    versions = {
        "truepool": settings.TRUEPOOL_VERSION,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "torch": version("torch"),
    }
    return ended.gathered.card | {
        "parameters": parameters,
        "versions": versions,
    }
