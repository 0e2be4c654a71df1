"""Run a user's own code, in a folder that is empty: it leaves two files of embeddings there.

The code has the rights of the person who gave the command. It is looked at by what it hands back.
"""

import csv
import importlib.util
import json
import os
import shlex
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from foundation.refused import Refused
from retrieval.actions.gather_own import GatheredOwn
from retrieval.asked.own import OwnAsked

EMBEDDINGS = QUERIES, VIDEOS = "query_embeddings.npy", "video_embeddings.npy"
WEIGHTS, CARD = "weights.bin", "card.json"


class OwnCodeFailed(Refused):
    """One's own code did not do what is expected of it: nothing was stored."""


def code_file(wanted: OwnAsked) -> tuple[Path, str]:
    """The file of the class, and the class's name. Raises OwnCodeFailed."""
    file, colon, name = wanted.code.rpartition(":")
    if not colon or not name.isidentifier() or not Path(file).is_file():
        raise OwnCodeFailed(
            f"--class {wanted.code}: expected a file of this machine and a class, as in"
            " own.py:Own.",
            field="code",
        )
    return Path(file), name


def find_class(wanted: OwnAsked) -> Callable[..., Any]:
    """Runs the file. Raises OwnCodeFailed."""
    path, name = code_file(wanted)
    found = getattr(_called(wanted.code, "the file", lambda: _module(path)), name, None)
    if not isinstance(found, type):
        raise OwnCodeFailed(f"{path}: there is no class {name}.", field="code")
    for method in ("fit", "embed_texts", "embed_videos"):
        if not callable(getattr(found, method, None)):
            raise OwnCodeFailed(f"{path}: {name} has no method {method}; expected one.")
    return found


def run_class(gathered: GatheredOwn, kind: Callable[..., Any], folder: Path) -> None:
    """Raises OwnCodeFailed."""
    wanted = gathered.wanted
    options = wanted.given()
    made = _called(wanted.code, "__init__", lambda: kind(seed=wanted.seed, **options))
    _called(wanted.code, "fit", lambda: made.fit(gathered.material))
    videos = gathered.features, list(gathered.videos)
    for name, step, given in (
        (QUERIES, "embed_texts", (list(gathered.texts),)),
        (VIDEOS, "embed_videos", videos),
    ):
        values = _called(wanted.code, step, lambda: np.asarray(getattr(made, step)(*given)))  # noqa: B023  (called at once)
        if values.dtype.kind not in "fiu":
            raise OwnCodeFailed(
                f"{wanted.code}: {step} returned values of the type {values.dtype}; expected an"
                " array of numbers."
            )
        np.save(folder / name, values)
    if callable(getattr(made, "save", None)):
        kept = _called(wanted.code, "save", lambda: bytes(made.save()))
        (folder / WEIGHTS).write_bytes(kept)


def run_command(gathered: GatheredOwn, folder: Path) -> None:
    """What it prints is printed. Raises OwnCodeFailed."""
    wanted = gathered.wanted
    _write_given(gathered, folder)
    words = [*shlex.split(wanted.command), str(folder)]
    try:
        # In a session of its own, so that what it starts ends with it. Standard output is kept for
        # the result of our command.
        started = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=sys.__stderr__, start_new_session=True
        )
    except OSError as wrong:
        raise OwnCodeFailed(f"--command {words[0]}: {wrong.strerror}.", field="command") from None
    try:
        status = started.wait(wanted.time_limit)
    except subprocess.TimeoutExpired:
        raise OwnCodeFailed(
            f"--command {wanted.command}: it was ended after {wanted.time_limit:,} s"
            " (--time-limit). Nothing was stored."
        ) from None
    finally:
        _end(started)
    if status:
        raise OwnCodeFailed(
            f"--command {wanted.command}: expected the exit status 0, found {status}. Nothing was"
            " stored."
        )
    for name in (*EMBEDDINGS, WEIGHTS, CARD):
        _check_regular(folder / name, must=name in EMBEDDINGS)


def _called(code: str, step: str, call: Callable[[], Any]) -> Any:
    try:
        return call()
    except (Exception, SystemExit) as wrong:  # noqa: BLE001  (whatever it is, it is not ours)
        traceback.print_exc()
        raise OwnCodeFailed(
            f"{code}: {step} raised {type(wrong).__name__}: {wrong}. Nothing was stored."
        ) from None


def _module(path: Path) -> ModuleType:
    """The file as a module, which may import its neighbours, as if it were run by itself."""
    spec = importlib.util.spec_from_file_location(f"own_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path}: expected a file of Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.insert(0, str(path.resolve().parent))
    spec.loader.exec_module(module)
    return module


def _end(started: "subprocess.Popen[bytes]") -> None:
    """With all that it started."""
    try:
        os.killpg(started.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass  # all of it has ended
    started.wait()


def _check_regular(file: Path, *, must: bool) -> None:
    """A link could name any file of the machine, which would then be kept and shown."""
    if file.is_symlink() or (file.exists() and not file.is_file()):
        raise OwnCodeFailed(f"{file.name}: found a link or a folder; expected a regular file.")
    if must and not file.exists():
        raise OwnCodeFailed(
            f"{file.name}: the command did not write it; expected it in its folder."
        )


def _write_given(gathered: GatheredOwn, folder: Path) -> None:
    of, wanted = gathered.material, gathered.wanted
    rows = zip(
        of.keys, of.video_of.tolist(), of.held_back.astype(int).tolist(), of.texts, strict=True
    )
    _table(folder / "train_captions.csv", ("key", "video_row", "held_back", "text"), rows)
    _table(folder / "train_videos.csv", ("key",), ((key,) for key in of.videos))
    relevant = of.relevant(wanted.tau)
    columns = ("caption_row", "video_row", "relevance")
    _table(folder / "train_relevance.csv", columns, relevant)
    queries = zip(gathered.evaluated.axes.caption_keys, gathered.texts, strict=True)
    _table(folder / "captions.csv", ("key", "text"), queries)
    _table(folder / "videos.csv", ("key",), ((key,) for key in gathered.videos))
    np.save(folder / "train_features.npy", of.features)
    np.save(folder / "features.npy", gathered.features)
    settings = {"seed": wanted.seed, "relevance": wanted.relevance, "tau": wanted.tau}
    text = json.dumps(settings | {"options": wanted.given()})
    (folder / "settings.json").write_text(text, encoding="utf-8")


def _table(file: Path, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)
