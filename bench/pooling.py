"""Runs in, a pool out, at the size of MSVD's test split: 27,763 captions, 670 videos, two models
whose pool has 511,000 pairs.

The floor is COPY: of the same rows into a bare table where ours writes, of the same rankings to
nobody where ours reads.
"""

import argparse
import shutil
import statistics
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np
from django.test import Client
from django.urls import reverse

from bench.stage.child import Measured, measured_job
from bench.stage.peers import bare_table, bulk_create, copy_out, seconds_of
from bench.stage.processor import processor_rows
from bench.stage.simulated import (
    Sketch,
    simulate_scores,
    sketch,
    write_captions,
    write_large_matrix,
    write_trec,
)
from bench.stage.world import HOME, migrated_database, tidy_tables
from bench.table import Goal, Row, arguments, machine, row, show
from people.actor import COMMAND
from people.models import Role, User
from pooling.actions.register_model import ModelAsked, register_model
from pooling.models import Benchmark, Pool, Run
from pooling.queries.runs import overlap_of_runs

RUNS = 5
TREC_RUNS = 3
REQUESTS = 100
CAPTIONS, VIDEOS, TEXTS = 27_763, 670, 27_000
DEPTH, POOL_DEPTH = 100, 10
TREC_CAPTIONS = 10_000  # to DEPTH: a million lines
LARGE = 100_000, 10_000
BARE = "COPY of the same rows into a bare table"


@dataclass(frozen=True, slots=True)
class Taken:
    """Measurements of one thing and, each taken right after, of its peer."""

    ours: list[Measured] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)

    @property
    def seconds(self) -> list[float]:
        return [one.seconds for one in self.ours]

    def row(self, what: str, peer: str, goal: Goal) -> Row:
        return row(
            what,
            self.seconds,
            peer,
            self.theirs,
            megabytes=[one.megabytes for one in self.ours],
            goal=goal,
        )

    def processor_rows(self) -> list[Row]:
        own, database = [one.own for one in self.ours], [one.database for one in self.ours]
        return processor_rows(own, database)


@dataclass(frozen=True, slots=True)
class Stage:
    """What every figure is about."""

    benchmark: Benchmark
    sketched: Sketch
    runs: tuple[Run, Run]
    lead: User

    @property
    def parameters(self) -> dict[str, object]:
        return {"runs": [run.pk for run in self.runs], "depth": POOL_DEPTH}


def import_captions(sketched: Sketch, name: str) -> Benchmark:
    path = HOME.root / f"{name}.csv"
    write_captions(sketched, path)
    measured_job("pooling.import_captions", upload=str(path), benchmark=name)
    return Benchmark.objects.get(name=name)


def import_run(benchmark: Benchmark, file: Path, name: str) -> tuple[Measured, Run]:
    model = register_model(COMMAND, ModelAsked(name=name))
    told = {"upload": str(file), "benchmark": benchmark.pk, "model": model.pk, "depth": DEPTH}
    measured = measured_job("pooling.import_run", **told)
    return measured, Run.objects.get(pk=measured.result["run"])


def set_up() -> Stage:
    sketched = sketch(CAPTIONS, VIDEOS, TEXTS)
    benchmark = import_captions(sketched, "made-up")
    for model in (1, 2):
        np.save(matrix_of(model), simulate_scores(sketched, model))
    first, second = (
        import_run(benchmark, matrix_of(model), f"model-{model}")[1] for model in (1, 2)
    )
    lead = User.objects.create_user(
        username="lead", password="measured by the clock", role=Role.LEAD
    )
    return Stage(benchmark, sketched, (first, second), lead)


def matrix_of(model: int) -> Path:
    return HOME.root / f"model-{model}.npy"


def rankings_of(run: Run) -> str:
    return (
        "SELECT run_id, item, targets, scores, own_rank FROM pooling_ranking WHERE run_id ="
        f" {run.pk}"
    )


def take_imports(
    stage: Stage, file: Path, name: str, times: int, floor: Callable[[], float] = lambda: 0.0
) -> Taken:
    """Each import is forgotten before the next, so that all find the tables alike. The peer is
    COPY, and `floor` before it."""
    taken = Taken()
    for number in range(times):
        measured, run = import_run(stage.benchmark, file, f"{name}-{number}")
        taken.ours.append(measured)
        with bare_table(rankings_of(run)) as fill:
            taken.theirs.append(floor() + fill())
        run.delete()
        tidy_tables()
    return taken


def importing(stage: Stage) -> list[Row]:
    taken = take_imports(stage, matrix_of(1), "again", RUNS)
    bulk = bulk_create(Run.objects.get(pk=stage.runs[0].pk))
    what = f"import a run: {CAPTIONS:,} x {VIDEOS} float32, depth {DEPTH}"
    return [
        taken.row(what, BARE, Goal(seconds=4, megabytes=400)),
        row("the same with Python's and Django's start", [one.with_start for one in taken.ours]),
        row(
            "peer: a plain bulk_create of its rankings",
            [bulk],
            "our whole import",
            [statistics.median(taken.seconds)],
        ),
        row(f"peer: {BARE}", taken.theirs),
    ]


def importing_trec(stage: Stage) -> list[Row]:
    file = HOME.root / "run.trec"
    write_trec(stage.sketched, np.load(matrix_of(1))[:TREC_CAPTIONS], DEPTH, file)
    taken = take_imports(
        stage, file, "trec", TREC_RUNS, floor=lambda: seconds_of(lambda: split_lines(file))
    )
    what, peer = (
        f"import a TREC run of {TREC_CAPTIONS * DEPTH:,} lines",
        "line.split() of each, and that COPY",
    )
    return [
        taken.row(what, peer, Goal(seconds=10, megabytes=400)),
        row(f"peer: {peer}", taken.theirs),
    ]


def split_lines(file: Path) -> None:
    with file.open("rb") as lines:
        for line in lines:
            line.split()


def freezing(stage: Stage) -> list[Row]:
    taken, cost = Taken(), Taken()
    read_tops = partial(copy_out, tops_of(stage))
    pool_job = partial(
        measured_job,
        "pooling.build_pool",
        benchmark=stage.benchmark.pk,
        parameters=stage.parameters,
    )
    for number in range(RUNS):
        cost.ours.append(pool_job(name="tried", dry_run=True))
        cost.theirs.append(seconds_of(read_tops))
        taken.ours.append(pool_job(name=f"pool-{number}"))
        pool = Pool.objects.get(pk=taken.ours[-1].result["id"])
        with bare_table(f"SELECT * FROM pooling_poolpair WHERE pool_id = {pool.pk}") as fill:
            taken.theirs.append(fill())
        pool.delete()
        tidy_tables()
    pairs = cost.ours[0].result["pairs"]
    return [
        cost.row(
            f"cost of a pool of {pairs:,} pairs, before freezing",
            "COPY of both runs' tops to nobody",
            Goal(seconds=1),
        ),
        taken.row(f"freeze a pool of {pairs:,} pairs", BARE, Goal(seconds=5)),
        row(f"peer: {BARE}", taken.theirs),
    ]


def tops_of(stage: Stage) -> str:
    ids = ", ".join(str(run.pk) for run in stage.runs)
    return f"SELECT item, targets[1:{POOL_DEPTH}] FROM pooling_ranking WHERE run_id IN ({ids})"


def comparing(stage: Stage) -> list[Row]:
    ours, theirs = [], []
    for _ in range(RUNS):
        ours.append(
            seconds_of(lambda: overlap_of_runs(stage.benchmark, POOL_DEPTH, runs=stage.runs))
        )
        theirs.append(seconds_of(lambda: copy_out(tops_of(stage))))
    peer = "COPY of both runs' tops to nobody"
    what = f"overlap@{POOL_DEPTH} and RBO of two runs, from the database"
    return [row(what, ours, peer, theirs, goal=Goal(seconds=1.5)), row(f"peer: {peer}", theirs)]


def showing(stage: Stage) -> list[Row]:
    """The slow end of each page's requests, several times; the peer is a page of ours that shows
    nothing of a benchmark."""
    client = Client(headers={"host": "localhost"})
    client.force_login(stage.lead, backend="django.contrib.auth.backends.ModelBackend")
    of, drawn = stage.benchmark.pk, np.random.default_rng(1)
    pages: dict[str, Callable[[], str]] = {
        "overview": lambda: reverse("pooling:benchmark", args=[of]),
        "list of captions": lambda: (
            f"{reverse('pooling:captions', args=[of])}?after={drawn.integers(CAPTIONS)}"
        ),
        "one caption": lambda: reverse("pooling:caption", args=[of, drawn.integers(CAPTIONS)]),
        "account": lambda: reverse("people:account"),
    }
    taken: dict[str, list[float]] = {name: [] for name in pages}
    for _ in range(RUNS):
        for name, address in pages.items():
            taken[name].append(slow_end(client, address))
    account, peer = taken.pop("account"), "the account page"
    what = f"p95 of {REQUESTS} requests"
    rows = [
        row(f"page, {name}: {what}", ours, peer, account, goal=Goal(seconds=0.1))
        for name, ours in taken.items()
    ]
    return [*rows, row(f"peer: {peer}, {what}", account)]


def slow_end(client: Client, address: Callable[[], str]) -> float:
    """p95, after one request that fills caches."""
    get(client, address())
    seconds = sorted(seconds_of(partial(get, client, address())) for _ in range(REQUESTS))
    return seconds[REQUESTS * 95 // 100 - 1]


def get(client: Client, address: str) -> None:
    answer = client.get(address)
    if answer.status_code != 200:
        raise RuntimeError(f"{address} answered {answer.status_code}: expected a page")


def importing_large() -> list[Row]:
    captions, videos = LARGE
    file = HOME.root / "large.npy"
    if shutil.disk_usage(HOME.root).free < 8 * captions * videos:
        raise RuntimeError(f"expected {8 * captions * videos:,} bytes free beside {HOME.root}")
    benchmark = import_captions(sketch(captions, videos, captions), "large")
    write_large_matrix(captions, videos, file)
    measured, _ = import_run(benchmark, file, "large")
    theirs = seconds_of(lambda: partition_blocks(file, videos))
    peer = "np.argpartition of each block read, and nothing kept"
    what = (
        f"import a run: {captions:,} x {videos:,} float32 ({file.stat().st_size / 1e9:.1f} GB),"
        f" depth {DEPTH}"
    )
    limit = Goal(megabytes=1_000)
    return [
        row(what, [measured.seconds], peer, [theirs], megabytes=[measured.megabytes], goal=limit),
        row(f"peer: {peer}", [theirs]),
    ]


def partition_blocks(file: Path, columns: int, rows: int = 1_000) -> None:
    with file.open("rb") as opened:
        opened.seek(file.stat().st_size % (4 * columns))
        while len(block := np.fromfile(opened, np.float32, rows * columns)):
            np.argpartition(block.reshape(-1, columns), columns - DEPTH, axis=1)


def measure(asked: argparse.Namespace) -> list[Row]:
    with migrated_database():
        stage = set_up()
        tidy_tables()
        parts = (importing, freezing, comparing, showing, importing_trec)
        rows = [measured for part in parts for measured in part(stage)]
        return rows + importing_large() if asked.large else rows


if __name__ == "__main__":
    asked = arguments(large="also a matrix of 100,000 x 10,000, which takes 4 GB of disk meanwhile")
    show(f"Pooling ({machine()})", measure(asked), asked)
