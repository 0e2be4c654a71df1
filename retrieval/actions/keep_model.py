"""Keep a trained model: its weights as a file, and the rows that name it, all or nothing."""

import hashlib
import platform
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from django.conf import settings
from django.db import transaction

from foundation.checksum import sha256_of
from media.storing import drafts, publish
from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.actions.register_model import ModelAsked, register_model
from pooling.actions.store_run import RunSource, store_run
from pooling.depth import Rankings
from pooling.models import Run
from pooling.room import check_room
from retrieval.actions.check_name import name_of_second_run
from retrieval.actions.rank_both_ways import rank_captions, rank_videos
from retrieval.actions.train_model import Ended
from retrieval.models import TrainedModel
from retrieval.networks.kinds import NETWORKS
from retrieval.queries.trained import FOLDER
from retrieval.training.trained import Trained

FAMILY = "Trained here"


@dataclass(frozen=True, slots=True)
class Kept:
    """A file in its place, under MEDIA_ROOT."""

    path: str
    sha256: str


@contextmanager
def kept_weights(trained: Trained) -> Iterator[Kept]:
    """The file is removed if what follows inside fails."""
    folder = Path(settings.MEDIA_ROOT) / FOLDER
    check_room(folder)
    target = folder / f"{secrets.token_hex(16)}.pt"
    try:
        with drafts(folder) as draft:
            trained.save(draft / target.name)
            publish(draft / target.name, target)
        yield Kept(f"{FOLDER}/{target.name}", sha256_of(target))
    except BaseException:
        target.unlink(missing_ok=True)
        raise


@transaction.atomic
def keep_model(
    actor: Actor, ended: Ended, weights: Kept, job_id: int | None = None
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
