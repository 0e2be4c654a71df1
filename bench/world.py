"""A benchmark with all its labels in, checked, and out again: 27,763 captions, 670 videos, a FIRE
release of 504,499 pairs with 558,983 labels.

The floor is COPY: of the same rows into bare tables where ours writes, of the same rows to a file
or to nobody where ours reads them.
"""

import argparse
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from django.db import connection
from django.test import Client
from django.urls import reverse

import bench.stage.world  # noqa: F401  (Django is set up before its models are imported)
from annotator.models import Campaign
from bench.labels import copy_to_file, exporting
from bench.pooling import BARE, CAPTIONS, TEXTS, VIDEOS, Taken
from bench.stage.child import Measured, measured_command, measured_job
from bench.stage.peers import bare_table, copy_out, seconds_of
from bench.stage.processor import database_seconds, own_seconds, processor_rows
from bench.stage.released import draw_labels, write_release
from bench.stage.simulated import Sketch, sketch, write_captions
from bench.stage.world import HOME, migrated_database, tidy_tables
from bench.table import Goal, Row, arguments, machine, row, show
from metrics.actions.agreement_kept import AgreementAsked
from people.models import Role, User
from pooling.models import Benchmark, Pool
from stack.backups.programs import dump_program, run_program

RUNS = 3
LOOKS = 40
PAIRS, LABELS = 504_499, 558_983
SIZE = f"{CAPTIONS:,} captions x {VIDEOS} videos"
RELEASE = f"{PAIRS:,} pairs, {LABELS:,} labels"
OF_CAMPAIGN = ("annotator_item", "annotator_slot", "annotator_label")
# All that an import has written: what the database knows to hang from these goes with them.
FORGET_LABELS = (
    "TRUNCATE annotator_campaign, annotator_item, annotator_slot, annotator_foreignpair,"
    " pooling_judgedpair CASCADE"
)
FORGET_BENCHMARKS = "TRUNCATE pooling_benchmark CASCADE"
PEER = HOME.root / "peer.csv"
POOL_OF_CAMPAIGN = """
INSERT INTO pooling_poolpair
(pool_id, query_id, video_id, ranks, best_rank, stratum, inclusion, original, judged)
SELECT {pool}, query_id, video_id, '{{1}}', 1, 0, 1, false, true FROM annotator_item
WHERE campaign_id = {campaign}
"""
PAIRS_AS_CSV = """
SELECT q.text, v.key, p.best_rank, p.ranks[1], p.stratum, p.inclusion, p.original, p.judged
FROM pooling_poolpair p
JOIN pooling_query q ON q.id = p.query_id JOIN pooling_video v ON v.id = p.video_id
WHERE p.pool_id = {pool} ORDER BY p.query_id, p.video_id
"""


def write_files() -> tuple[Path, Path]:
    sketched: Sketch = sketch(CAPTIONS, VIDEOS, TEXTS)
    captions, release = HOME.root / "captions.csv", HOME.root / "release.json"
    write_captions(sketched, captions)
    write_release(sketched, draw_labels(sketched, PAIRS, LABELS), release)
    return captions, release


def run_sql(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def filled(select: str) -> float:
    """The floor of what writes rows: seconds to COPY them into a table without an index."""
    with bare_table(select) as fill:
        return fill()


def take(ours: Callable[[], Measured], forget: str, floor: Callable[[Measured], float]) -> Taken:
    """Several measurements, each with its peer right after it; all but the last are forgotten."""
    taken = Taken()
    for number in range(RUNS):
        if number:
            run_sql(forget)
            tidy_tables()
        taken.ours.append(ours())
        taken.theirs.append(floor(taken.ours[-1]))
    return taken


def importing_benchmark(captions: Path) -> list[Row]:
    def floor(_: Measured) -> float:
        return sum(
            filled(f"SELECT * FROM pooling_{table}") for table in ("query", "caption", "video")
        )

    job = partial(
        measured_job, "pooling.import_captions", upload=str(captions), benchmark="made-up"
    )
    taken = take(job, FORGET_BENCHMARKS, floor)
    return [
        taken.row(f"import the benchmark: {SIZE}", BARE, Goal()),
        row(f"peer: {BARE}", taken.theirs),
    ]


def importing_labels(benchmark: Benchmark, release: Path) -> list[Row]:
    def floor(measured: Measured) -> float:
        of = f"WHERE campaign_id = {measured.result['id']}"
        written = [f"SELECT * FROM {table} {of}" for table in OF_CAMPAIGN]
        facts = (
            f"SELECT f.* FROM annotator_foreignpair f JOIN annotator_item i ON i.id = item_id {of}"
        )
        return sum(map(filled, [*written, facts, "SELECT * FROM pooling_judgedpair"]))

    job = partial(
        measured_job,
        "annotator.import_labels",
        upload=str(release),
        benchmark=benchmark.pk,
        format="fire",
    )
    taken = take(job, FORGET_LABELS, floor)
    result = taken.ours[-1].result
    if (result["pairs"], result["labels"]) != (PAIRS, LABELS):
        raise RuntimeError(f"imported {result}: expected {RELEASE}")
    size = f"{release.stat().st_size / 1e6:.0f} MB"
    return [
        taken.row(f"import the release: {RELEASE}, {size}", BARE, Goal(seconds=20, megabytes=400)),
        *taken.processor_rows(),
        row(f"peer: {BARE}", taken.theirs),
    ]


def checking(campaign: Campaign) -> list[Row]:
    """Once, right after the import: whatever the database learns of its tables meanwhile would
    help a second run."""
    measured = measured_command("check_integrity")
    if measured.result["differences"]:
        raise RuntimeError(f"expected no differences, found {measured.result['differences'][:3]}")
    peer = "COPY of its items, slots and labels to nobody"
    floor = sum(
        seconds_of(partial(copy_out, f"SELECT * FROM {table} WHERE campaign_id = {campaign.pk}"))
        for table in OF_CAMPAIGN
    )
    return [
        row(
            "check_integrity right after the import",
            [measured.seconds],
            peer,
            [floor],
            megabytes=[measured.megabytes],
            goal=Goal(seconds=30),
        ),
        row(f"peer: {peer}", [floor]),
    ]


def backing_up() -> list[Row]:
    """The peer is pg_dump alone, with its own compression."""
    ours: list[Measured] = []
    theirs: list[tuple[float, float]] = []
    sizes = dict[str, int]()
    peer = partial(run_program, dump_program(), "--format=custom", what="no peer")
    with tempfile.TemporaryDirectory(prefix="truepool-bench-backup-") as shelf:
        for number in range(RUNS):
            folder, dumped = Path(shelf) / f"{number}", Path(shelf) / f"{number}.dump"
            ours.append(measured_command("backup", str(folder)))
            database, own = database_seconds(), own_seconds()
            peer(f"--file={dumped}")
            own = own_seconds() - own  # before the other, which starts programs of its own
            theirs.append((own, database_seconds() - database))
            sizes = {"ours": ours[-1].result["bytes"], "peer": dumped.stat().st_size}
    what = {name: f"{size / 1e6:.0f} MB" for name, size in sizes.items()}
    spent, of_peer = [one.own + one.database for one in ours], list(map(sum, theirs))
    name = "pg_dump alone, with its own compression"
    return [
        row(f"backup, {what['ours']}: processor time", spent, name, of_peer, goal=Goal(seconds=15)),
        *processor_rows([one.own for one in ours], [one.database for one in ours]),
        row(f"peer: {name}, {what['peer']}: processor time", of_peer),
    ]


def browser_of_a_lead() -> Client:
    client = Client(headers={"host": "localhost"})
    lead, _ = User.objects.get_or_create(username="lead", role=Role.LEAD)
    client.force_login(lead, backend="django.contrib.auth.backends.ModelBackend")
    return client


def looking(campaign: Campaign) -> list[Row]:
    """Pages over all labels, once their figures are computed. The peer is computing them."""
    asked, client = AgreementAsked(benchmark=campaign.benchmark), browser_of_a_lead()
    computing = [seconds_of(asked.keep) for _ in range(RUNS)]
    page = reverse("metrics:agreement", args=[campaign.benchmark_id])
    pages = {
        "the page of agreement": page,
        "one of its tables as CSV": f"{page}tables/raters.csv",
        "the list of campaigns": reverse("annotator:campaigns"),
        "the campaign's own page": reverse("annotator:campaign", args=[campaign.pk]),
    }
    peer = "computing agreement"
    rows = []
    for what, address in pages.items():
        seconds = [seconds_of(partial(client.get, address)) for _ in range(LOOKS)]
        slowest = sorted(seconds)[int(0.95 * (LOOKS - 1))]
        rows.append(row(f"{what}: p95 of {LOOKS}", [slowest], goal=Goal(seconds=0.3)))
    return [*rows, row(f"peer: {peer}", computing)]


def downloading(campaign: Campaign) -> list[Row]:
    """The pairs of a pool, as the page gives them to a spreadsheet: made while they are sent."""
    pool = Pool.objects.create(
        benchmark=campaign.benchmark,
        name="all pairs",
        depth=1,
        parameters={"run_names": ["model-1"]},
        by_run={},
        captions=CAPTIONS,
        pairs=PAIRS,
        unjudged=0,
    )
    run_sql(POOL_OF_CAMPAIGN.format(pool=pool.pk, campaign=campaign.pk))
    tidy_tables()
    client = browser_of_a_lead()
    address = reverse("pooling:pool_pairs", args=[pool.pk])
    ours: list[float] = []
    theirs: list[float] = []
    for _ in range(RUNS):
        ours.append(seconds_of(lambda: sum(map(len, client.get(address)))))
        theirs.append(seconds_of(partial(copy_to_file, PAIRS_AS_CSV.format(pool=pool.pk), PEER)))
    peer = "COPY TO of the same rows, to a file"
    what = f"download the {PAIRS:,} pairs of a pool as CSV"
    return [row(what, ours, peer, theirs), row(f"peer: {peer}", theirs)]


def measure(_: argparse.Namespace) -> list[Row]:
    captions, release = write_files()
    with migrated_database():
        rows = importing_benchmark(captions)
        benchmark = Benchmark.objects.get()
        rows += importing_labels(benchmark, release)
        campaign = Campaign.objects.get()
        rows += checking(campaign)
        rows += backing_up()
        for asked in ("fire", "log", "triplets"):
            rows += exporting(campaign, asked, LABELS, runs=RUNS)
        rows += looking(campaign)
        return rows + downloading(campaign)


if __name__ == "__main__":
    asked = arguments()
    show(f"A world ({machine()})", measure(asked), asked)
