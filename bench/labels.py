"""A campaign opened on 511,000 pairs; 659,126 labels exported, and everything that follows from
them written anew.

The rows are made inside the database. The floor is COPY: of the pool's pairs into a bare table
where ours writes many, of the same rows to a file or to nobody where ours reads them.
"""

import argparse
from functools import partial
from pathlib import Path

from django.db import connection, transaction

import bench.stage.world  # noqa: F401  (Django is set up before its models are imported)
from annotator.actions.create_campaign import create_campaign
from annotator.actions.open_campaign import open_campaign
from annotator.actions.rebuild import rebuild
from annotator.actions.write_guideline import write_guideline
from annotator.models import Campaign, Item, Label
from annotator.queries.exported import FIRST_CAPTIONS, VERDICTS_OF_CAMPAIGN
from annotator.queries.patterns import SETTLED, settled_items
from bench.pooling import Taken
from bench.stage.campaign import VIDEOS, make_campaign, make_pool
from bench.stage.child import measured_job
from bench.stage.peers import bare_table, copy_out, seconds_of
from bench.stage.world import HOME, migrated_database, tidy_tables
from bench.table import Goal, Row, arguments, machine, row, show
from people.actor import COMMAND

RUNS = 5
LOST_RUNS = 3
LABELS = 659_126
PAIRS = 511_000
# Every tenth pair is labelled twice; of so many pairs, all done, these are the labels.
LABELLED = -(-LABELS * 10 // 11)

CAPTIONS = """
INSERT INTO pooling_caption (benchmark_id, query_id, video_id, number, key)
SELECT %(benchmark)s, q.id,
  (SELECT min(id) FROM pooling_video WHERE benchmark_id = %(benchmark)s), q.number, 'c' || q.number
FROM pooling_query q WHERE q.benchmark_id = %(benchmark)s
"""
PAIRS_OF_POOL = """
INSERT INTO pooling_poolpair (pool_id, query_id, video_id, ranks, best_rank, stratum, inclusion,
  original, judged)
SELECT %(pool)s, %(query)s + n / %(videos)s, %(video)s + n %% %(videos)s, '{1}', 1, 0, 1,
  false, false
FROM generate_series(0, %(pairs)s - 1) n
"""


def run_sql(statement: str, **words: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SET session_replication_role = replica"
        )  # rows that agree by their making are not checked
        cursor.execute(statement, words)
        cursor.execute("SET session_replication_role = DEFAULT")


def labelled_campaign() -> Campaign:
    campaign = make_campaign(LABELLED, 1.0, [])
    run_sql(CAPTIONS, benchmark=campaign.benchmark_id)
    tidy_tables()
    given = Label.objects.filter(campaign=campaign).count()
    if abs(given - LABELS) > 1:
        raise RuntimeError(f"made {given:,} labels: expected {LABELS:,}")
    return campaign


def exporting(campaign: Campaign, asked: str, labels: int = LABELS, runs: int = RUNS) -> list[Row]:
    """The peer writes the same rows, as the database prints them, to a file."""
    taken = Taken()
    told = {"benchmark": campaign.benchmark_id, "campaign": campaign.pk, "format": asked}
    select = (
        rows_of(campaign)
        if asked == "triplets"
        else f"SELECT * FROM annotator_label WHERE campaign_id = {campaign.pk} ORDER BY id"
    )
    for number in range(runs):
        taken.ours.append(
            measured_job("annotator.export", **told, out=str(HOME.root / f"{asked}-{number}"))
        )
        taken.theirs.append(seconds_of(partial(copy_to_file, select, HOME.root / "peer.csv")))
    peer = "COPY TO of the same rows, to a file"
    written = taken.ours[0].result["files"][0]["rows"]
    what = f"export {labels:,} labels as {asked} ({written:,} rows)"
    return [
        taken.row(what, peer, Goal(seconds=5, megabytes=300) if asked == "triplets" else Goal()),
        *taken.processor_rows(),
        row("the same with Python's and Django's start", [one.with_start for one in taken.ours]),
        row(f"peer: {peer}", taken.theirs),
    ]


def rows_of(campaign: Campaign) -> str:
    pairs = VERDICTS_OF_CAMPAIGN.replace("%(campaign)s", str(campaign.pk))
    captions = FIRST_CAPTIONS.replace("%(benchmark)s", str(campaign.benchmark_id))
    return (
        f"SELECT c.key, v.key, p.verdict FROM ({pairs}) p JOIN ({captions}) c ON c.query_id ="
        " p.query_id JOIN pooling_video v ON v.id = p.video_id WHERE p.verdict IS NOT NULL ORDER"
        " BY c.number, v.number"
    )


def copy_to_file(select: str, path: Path) -> None:
    with (
        path.open("wb") as out,
        connection.cursor() as cursor,
        cursor.copy(f"COPY ({select}) TO STDOUT (FORMAT CSV)") as copy,
    ):
        for chunk in copy:
            out.write(chunk)


def rebuilding(campaign: Campaign) -> list[Row]:
    """Once with nothing to mend, as after a restore; once with all of it gone."""
    read = partial(read_settled, campaign)
    waiting = Item.objects.filter(campaign=campaign, verdict=None)
    open_before = waiting.count()  # the last of its second slots may be open still
    clean, floor, lost, second_floor = [], [], [], []
    for _ in range(RUNS):
        clean.append(seconds_of(rebuild))
        floor.append(seconds_of(read))
    for _ in range(LOST_RUNS):
        forget(campaign)
        lost.append(seconds_of(rebuild))
        second_floor.append(seconds_of(read))
        tidy_tables()
    if waiting.count() != open_before:
        raise RuntimeError("the rebuild left pairs without their verdicts")
    return rebuilding_rows(clean, floor, lost, second_floor)


def rebuilding_rows(
    clean: list[float], floor: list[float], lost: list[float], second_floor: list[float]
) -> list[Row]:
    peer = "COPY of what the labels say to nobody"
    return [
        row(
            f"rebuild what follows from {LABELS:,} labels, all as it should be",
            clean,
            peer,
            floor,
            goal=Goal(seconds=20),
        ),
        row(
            "the same, with verdicts, days and judged pairs lost",
            lost,
            peer,
            second_floor,
            goal=Goal(seconds=20),
        ),
        row(f"peer: {peer}", floor),
    ]


@transaction.atomic
def read_settled(campaign: Campaign) -> None:
    with connection.cursor() as cursor, settled_items(cursor, campaign.pk):
        copy_out(SETTLED)


def forget(campaign: Campaign) -> None:
    run_sql(
        "UPDATE annotator_item SET verdict = NULL, labels_used = '{}' WHERE campaign_id ="
        " %(campaign)s",
        campaign=campaign.pk,
    )
    run_sql("DELETE FROM annotator_raterday WHERE campaign_id = %(campaign)s", campaign=campaign.pk)
    run_sql("DELETE FROM pooling_judgedpair")
    tidy_tables()


def opening() -> list[Row]:
    """Each opens a new draft on a pool of its own."""
    ours, theirs = [], []
    for number in range(RUNS):
        pool, query, video = make_pool(PAIRS)
        run_sql(PAIRS_OF_POOL, pool=pool.pk, query=query, video=video, videos=VIDEOS, pairs=PAIRS)
        draft = create_campaign(COMMAND, pool, f"opened {number}", without_clips=True)
        write_guideline(COMMAND, draft.pk, "Relevant if the caption is true of the clip.")
        tidy_tables()
        ours.append(seconds_of(partial(open_campaign, COMMAND, draft.pk)))
        theirs.append(sum(filled(table, draft) for table in ("annotator_item", "annotator_slot")))
    peer = "COPY of the same items and slots into bare tables"
    opened = row(f"open a campaign on {PAIRS:,} pairs", ours, peer, theirs, goal=Goal(seconds=10))
    return [opened, row(f"peer: {peer}", theirs)]


def filled(table: str, campaign: Campaign) -> float:
    with bare_table(f"SELECT * FROM {table} WHERE campaign_id = {campaign.pk}") as fill:
        return fill()


def measure(_: argparse.Namespace) -> list[Row]:
    with migrated_database():
        campaign = labelled_campaign()
        return [
            *exporting(campaign, "triplets"),
            *exporting(campaign, "log"),
            *rebuilding(campaign),
            *opening(),
        ]


if __name__ == "__main__":
    asked = arguments()
    show(f"Labels out, anew, and asked for ({machine()})", measure(asked), asked)
