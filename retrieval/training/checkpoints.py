"""Where a training was after its last epoch, in one file."""

import hashlib
import json
from pathlib import Path
from typing import Any

from foundation.refused import Refused
from retrieval.training import files
from retrieval.training.material import TrainingMaterial
from retrieval.training.relevance import digest_of
from retrieval.training.settings import Settings
from retrieval.training.trained import Trained

KIND = "checkpoint, version 1"


class OtherTraining(Refused):
    """This checkpoint is of a training with other settings or other material."""


def fingerprint(material: TrainingMaterial, settings: Settings, start: Trained | None) -> str:
    asked = json.dumps(settings.identity(), sort_keys=True)
    weights = {} if start is None else start.network.state_dict()
    begun = [digest_of(one.cpu().numpy()) for one in weights.values()]
    return hashlib.sha256("\n".join([asked, material.digest(), *begun]).encode()).hexdigest()


def write(path: Path, mark: str, values: dict[str, Any]) -> None:
    files.write(path, {"kind": KIND, "fingerprint": mark, **values})


def read(path: Path, mark: str) -> dict[str, Any]:
    values = files.read(path, KIND)
    if values["fingerprint"] != mark:
        raise OtherTraining(
            f"{path}: is of a training with other settings or other material; remove it, or give"
            " what it was made with."
        )
    return values
