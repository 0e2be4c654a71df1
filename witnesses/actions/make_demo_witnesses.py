"""The demo's witnesses: a proxy, and a made model that judges, whose errors are known."""

import csv
import tempfile
from pathlib import Path

import numpy as np

from foundation.checksum import sha256_of
from foundation.progress import Report
from people.actor import Actor
from pooling.demo.judge import ERRORS, simulate_judge
from pooling.demo.world import make_world
from pooling.input_files import InputFile
from pooling.models import Benchmark
from pooling.queries.axes import read_axes
from semantics.models import Proxy
from witnesses.actions.hear_witness import hear, keep_witness
from witnesses.models import Witness
from witnesses.queries.pairs import pairs_of

JUDGE, PROXY = "heron-judge", "syn"


def make_demo_witnesses(actor: Actor, benchmark: Benchmark, report: Report) -> list[Witness]:
    """Makes what is missing and leaves the rest."""
    report(0, 2, "Hearing a made model that judges")
    made = [_judge(actor, benchmark, report)]
    report(1, 2, "Hearing a proxy")
    proxy = Proxy.objects.filter(benchmark=benchmark, name=PROXY).first()
    if proxy is not None and not proxy.is_outdated:
        facts = {"name": PROXY, "kind": "proxy", "adapter": "proxy"}
        heard = hear(benchmark, proxy, facts, None, report)
        made.append(keep_witness(actor, heard)[0])
    return made


def _judge(actor: Actor, benchmark: Benchmark, report: Report) -> Witness:
    facts = {"name": JUDGE, "kind": "judge", "adapter": "scores", "family": ERRORS.family}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{JUDGE}.csv"
        _write(benchmark, path)
        source = InputFile(path, path.name, sha256_of(path))
        return keep_witness(actor, hear(benchmark, source, facts, None, report))[0]


def _write(benchmark: Benchmark, path: Path) -> None:
    """Its opinions of the pairs that are pooled, each text's under the first caption that has
    it."""
    axes, world = read_axes(benchmark), make_world()
    scores, clips = simulate_judge(world), {clip.key: n for n, clip in enumerate(world.clips)}
    first = {int(query): n for n, query in reversed(list(enumerate(axes.caption_queries)))}
    with path.open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("caption", "video", "score", "status"))
        for pair in pairs_of(axes, benchmark, None).tolist():
            caption, key = first[pair >> 32], axes.video_keys[pair & 0xFFFFFFFF]
            score = float(scores[caption, clips[key]])
            said = ("", "refused") if np.isnan(score) else (f"{score:.2f}", "given")
            table.writerow((axes.caption_keys[caption], key, *said))
