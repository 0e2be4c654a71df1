"""Keep a model that was trained by a user's own code: its embeddings become runs in both
directions, as imported ones do, and its card says what it was given."""

import json
import platform
import shlex
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
from django.conf import settings
from django.db import transaction

from foundation.checksum import sha256_of
from foundation.frozen import frozen
from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.actions.register_model import ModelAsked, register_model
from pooling.actions.store_run import RunSource, store_run
from pooling.formats.runs import RunFile, Wanted
from pooling.formats.text import no_progress
from pooling.input_files import EmbeddingFiles, InputFile, read_handed_run
from pooling.models import Run
from pooling.room import KeptFile
from retrieval.actions.gather_own import GatheredOwn
from retrieval.actions.order_training import names_of_runs
from retrieval.actions.run_own import CARD, EMBEDDINGS, WEIGHTS, OwnCodeFailed, code_file
from retrieval.models import TrainedModel

FAMILY = "Own code"
MOST_OF_A_CARD = 2**16


@frozen
class OwnEnded:
    """What one's own code came to, before it is rows. runs: by direction."""

    gathered: GatheredOwn
    folder: Path
    files: EmbeddingFiles
    runs: dict[Run.Direction, RunFile]
    card: dict[str, Any]
    seconds: float

    @property
    def ending(self) -> str:
        return "bin" if (self.folder / WEIGHTS).exists() else "npz"

    def save(self, target: Path) -> None:
        """Its weights; of code that keeps none, the embeddings themselves."""
        if self.ending == "bin":
            shutil.copyfile(self.folder / WEIGHTS, target)
        else:
            with ZipFile(target, "w") as archive:  # which is what an .npz is
                for name in EMBEDDINGS:
                    archive.write(self.folder / name, name)


def read_own(gathered: GatheredOwn, folder: Path, seconds: float) -> OwnEnded:
    """Raises Unreadable, OwnCodeFailed."""
    queries, videos = (InputFile(folder / of, of, sha256_of(folder / of)) for of in EMBEDDINGS)
    files = EmbeddingFiles(queries, videos, normalise=False)
    keys, depth = gathered.evaluated.axes.keys, gathered.wanted.depth
    wanted = {
        Run.Direction.TEXT_TO_VIDEO: Wanted(keys, depth, "t2v"),
        Run.Direction.VIDEO_TO_TEXT: Wanted(keys, depth, "v2t"),
    }
    runs = {
        of: read_handed_run(files, (None, None), one, None, no_progress)
        for of, one in wanted.items()
    }
    return OwnEnded(gathered, folder, files, runs, _card(gathered, folder), seconds)


@transaction.atomic
def keep_own(actor: Actor, ended: OwnEnded, weights: KeptFile) -> tuple[TrainedModel, list[Run]]:
    """The model and its two runs. Raises ValidationError if a name was taken meanwhile."""
    wanted = ended.gathered.wanted
    asked = ModelAsked(name=wanted.name, version=f"seed {wanted.seed}", family=FAMILY)
    trained = TrainedModel.objects.create(
        model=register_model(actor, asked),
        benchmark=wanted.benchmark,
        network="own code",
        loss="",
        seed=wanted.seed,
        card=ended.card,
        curve=[],
        best=1,
        seconds=ended.seconds,
        path=weights.path,
        sha256=weights.sha256,
        created_by=actor.user,
    )
    runs = [_store(actor, trained, ended, *one) for one in names_of_runs(wanted.name).items()]
    after = {"code": ended.card["own"], "relevance": wanted.relevance}
    record_audit(actor, "trained", trained.model, after=after | {"runs": [run.pk for run in runs]})
    return trained, runs


def _store(
    actor: Actor, trained: TrainedModel, ended: OwnEnded, direction: Run.Direction, name: str
) -> Run:
    wanted, file = ended.gathered.wanted, ended.runs[direction]
    source = RunSource(
        benchmark=trained.benchmark,
        model=trained.model,
        name=name,
        direction=direction,
        depth=wanted.depth,
        format=file.format,
        file_name=ended.files.name,
        sha256=ended.files.sha256,
        warnings=tuple(one.at(ended.files.name) for one in file.problems.warnings),
    )
    seen = ended.gathered.learnt.provenance(wanted.benchmark, wanted.relevance, wanted.tau)
    return store_run(actor, source, file.rankings, seen)


def _card(gathered: GatheredOwn, folder: Path) -> dict[str, Any]:
    wanted = gathered.wanted
    own = wanted.card
    said = read_card(folder / CARD) | (read_card(Path(str(own))) if own is not None else {})
    texts = {name: _as_text(value) for name, value in wanted.given().items()}
    versions = {
        "truepool": settings.TRUEPOOL_VERSION,
        "python": platform.python_version(),
        "numpy": np.__version__,
    }
    if "torch" in sys.modules:
        versions["torch"] = version("torch")
    return gathered.card | {
        "own": {"code": wanted.code or wanted.command, "files": _code(gathered), "card": said},
        "parameters": texts | {"seed": wanted.seed, "validation": wanted.validation},
        "versions": versions,
        "hardware": _hardware(),
    }


def _as_text(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, dict | list) else value


def _code(gathered: GatheredOwn) -> list[dict[str, str]]:
    """The files of the code, by their names and checksums: of a command, those that it names."""
    wanted = gathered.wanted
    if wanted.code:
        files = [code_file(wanted)[0]]
    else:
        words = map(Path, shlex.split(wanted.command))
        files = [word for word in words if word.is_file()]
    return [{"name": file.name, "sha256": sha256_of(file)} for file in files]


def read_card(file: Path) -> dict[str, Any]:
    """What a card of the code's own says. Raises OwnCodeFailed."""
    if not file.exists():
        return {}
    values: Any = None
    if file.stat().st_size <= MOST_OF_A_CARD:
        try:
            values = json.loads(file.read_text(encoding="utf-8-sig"))
        except ValueError as wrong:
            raise OwnCodeFailed(f"{file.name}: expected JSON, {wrong}.") from None
    plain = str | int | float | bool
    if not isinstance(values, dict) or not all(isinstance(one, plain) for one in values.values()):
        raise OwnCodeFailed(
            f"{file.name}: expected a JSON object of texts and numbers by name, of at most"
            f" {MOST_OF_A_CARD:,} bytes."
        )
    return values


def _hardware() -> dict[str, str]:
    found = {"platform": platform.platform(), "processor": platform.processor()}
    program = shutil.which("nvidia-smi")
    if program:
        words = [program, "--query-gpu=name", "--format=csv,noheader"]
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
        found["gpu"] = ", ".join(done.stdout.splitlines())
    return {name: value for name, value in found.items() if value}
