"""All that is needed to compute a leaderboard again, as one zip: rankings, verdicts, and the
command that scores them.

Captions are named by their keys alone, and their texts are not given: captions with the same text
have their shared verdicts each for itself. The same content is always the same bytes.
"""

import csv
import io
import re
import shlex
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Counts
from measures.comparison import PERMUTATIONS
from measures.hits import Pairs
from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.asked import EvaluationAsked
from metrics.studies.study import NothingToStudy

LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can say
PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_. +-]{0,99}")
SPACE = re.compile(r"\s")
MOST_BYTES = 256 << 20  # a bundle is one value of a row
AT_ONCE = 1 << 16


@frozen
class Bundle:
    """content: the zip's bytes. command: what scores it, as it is typed in the unpacked folder."""

    content: bytes
    command: str

    @property
    def sha256(self) -> str:
        return sha256(self.content).hexdigest()


def file_names(runs: Sequence[str]) -> dict[str, str]:
    """Where each run's rankings are in the bundle. A name that no file should have is replaced by a
    number."""
    names: dict[str, str] = {}
    for place, run in enumerate(runs, start=1):
        stem = run if PLAIN.fullmatch(run) and not run.endswith((" ", ".")) else f"run-{place}"
        taken = {name.casefold() for name in names.values()}
        name = f"runs/{stem}.trec"
        names[run] = name if name.casefold() not in taken else f"runs/run-{place}.trec"
    return names


def command_for(
    files: Sequence[str],
    asked: EvaluationAsked,
    depth: int,
    *,
    verdicts: bool,
    scale: tuple[int, int] | None = None,
) -> str:
    """The command as a shell takes it. scale: its highest grade, and the one from which pairs are
    relevant."""
    collected = ["--collected", "collected.qrels"] if verdicts else []
    if scale:
        collected += ["--scale", f"0-{scale[0]}", "--relevant-from", f"{scale[1]}"]
    words = ["python", "-m", "metrics", *files, "--original", "original.qrels", *collected]
    words += ["--rows", "captions.txt", "--columns", "videos.txt", "--clusters", "clusters.csv"]
    words += ["--texts", "texts.csv"]
    words += ["--measures", ",".join(asked.measures), "--positives", "both", "--intervals"]
    words += ["--depth", f"{depth}", "--seed", f"{asked.seed}", "--resamples", f"{asked.resamples}"]
    return shlex.join([*words, "--permutations", f"{PERMUTATIONS}"])


def make_bundle(
    snapshot: Snapshot,
    keys: tuple[Sequence[str], Sequence[str]],
    asked: EvaluationAsked,
    depth: int,
    files: Mapping[str, str],
    others: Mapping[str, str],
) -> Bundle:
    """keys: the captions' and the videos', in the order of their numbers. depth: the ranks that the
    measures look at. files: by the names of the runs whose rankings are given. others: further
    texts by file name; README.txt gets the command.

    Raises NothingToStudy where the keys cannot stand in these files, or where it would be too big.
    """
    captions, videos = keys
    for key in (*captions, *videos):
        if not key or SPACE.search(key):
            raise NothingToStudy(
                f"the key {key[:40]!r} has a space in it, and files of runs and verdicts are parted"
                " by spaces: a leaderboard needs keys without spaces"
            )
    verdicts = bool(len(snapshot.judged.keys))
    grades = snapshot.grades
    scale = None if grades is None else (grades.highest, grades.relevant_from)
    command = command_for(list(files.values()), asked, depth, verdicts=verdicts, scale=scale)
    texts = dict(others) | {"README.txt": f"{others.get('README.txt', '')}\n{command}\n"}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as whole:
        for name, lines in _tables(snapshot, captions, videos):
            _write(whole, out, name, lines)
        for run in snapshot.runs:
            if run.name in files:
                _write(whole, out, files[run.name], _trec(run, captions, videos, depth))
        for name in sorted(texts):
            _write(whole, out, name, [texts[name]])
    return Bundle(out.getvalue(), command)


def _tables(
    snapshot: Snapshot, captions: Sequence[str], videos: Sequence[str]
) -> Iterator[tuple[str, Iterator[str]]]:
    yield "captions.txt", (f"{key}\n" for key in captions)
    yield "videos.txt", (f"{key}\n" for key in videos)
    dependence = snapshot.dependence()
    yield "clusters.csv", _clusters(dependence.videos, captions)
    yield "texts.csv", _clusters(dependence.texts, captions)
    original = snapshot.original()
    yield "original.qrels", _qrels(original, original, captions, videos)
    judged, found = (
        pairs.spread(snapshot.caption_queries) for pairs in (snapshot.judged, _gains(snapshot))
    )
    yield "collected.qrels", _qrels(judged, found, captions, videos)


def _gains(snapshot: Snapshot) -> Pairs:
    return snapshot.collected if snapshot.grades is None else snapshot.grades.gains


def _clusters(labels: Counts, captions: Sequence[str]) -> Iterator[str]:
    """What stands and falls together, under names whose order is that of the draws."""
    width = len(str(int(labels.max(initial=0))))
    row = io.StringIO()
    writer = csv.writer(row, lineterminator="\n")
    writer.writerow(("caption_id", "cluster"))
    writer.writerows(
        (key, f"{label:0{width}}") for key, label in zip(captions, labels, strict=True)
    )
    yield row.getvalue()


def _qrels(
    pairs: Pairs, relevant: Pairs, captions: Sequence[str], videos: Sequence[str]
) -> Iterator[str]:
    row, column = np.divmod(pairs.keys, max(pairs.columns, 1))
    grade = np.zeros(len(pairs.keys), np.int64)
    grade[np.isin(pairs.keys, relevant.keys, assume_unique=True)] = relevant.gains
    for caption, video, of_pair in zip(row.tolist(), column.tolist(), grade.tolist(), strict=True):
        yield f"{captions[caption]} 0 {videos[video]} {of_pair}\n"


def _trec(
    run: StoredRun, captions: Sequence[str], videos: Sequence[str], depth: int
) -> Iterator[str]:
    """Scores count down: they tell the order, and no two are equal."""
    tag = re.sub(r"\s+", "_", run.name)
    for caption, targets in enumerate(run.targets[:, :depth].tolist()):
        for rank, video in enumerate((one for one in targets if one >= 0), start=1):
            yield f"{captions[caption]} Q0 {videos[video]} {rank} {depth - rank + 1} {tag}\n"


def _write(whole: zipfile.ZipFile, out: io.BytesIO, name: str, lines: Any) -> None:
    info = zipfile.ZipInfo(name, LONG_AGO)
    info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
    held: list[str] = []
    with whole.open(info, "w", force_zip64=True) as file:
        for line in lines:
            held.append(line)
            if len(held) == AT_ONCE:
                file.write("".join(held).encode())
                held.clear()
        file.write("".join(held).encode())
    if out.tell() > MOST_BYTES:
        raise NothingToStudy(
            "the files would be too many bytes for one leaderboard: choose measures with a cut,"
            " such as AP@10 for AP"
        )
