"""Who writes many rows leaves statistics behind, so that whatever reads them next is planned for as
many as there are."""

from contextlib import contextmanager

import numpy as np
import pytest
from django.core.management import call_command
from django.db import connection

from annotator.actions.create_campaign import create_campaign
from annotator.actions.open_campaign import open_campaign
from annotator.actions.rebuild import rebuild
from annotator.actions.write_guideline import write_guideline
from annotator.models import ForeignPair, Item, Label, Slot
from foundation.database.statistics import MANY
from people.actor import SYSTEM
from pooling.actions.build_pool import PoolParameters, build_pool
from pooling.actions.store_run import RunSource, store_run
from pooling.depth import Rankings
from pooling.models import (
    Benchmark,
    Caption,
    JudgedPair,
    Pool,
    PoolCaption,
    PoolPair,
    Query,
    Ranking,
    Run,
    TrainingCaption,
)
from tests.annotator.breaking import differing, sql
from tests.annotator.exchanging import bring, fire_pair, write_release
from tests.factories import make_campaign

VIDEOS = 20


def estimate(model) -> float:
    """How many rows the planner takes a table for; -1: nothing is known."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT reltuples FROM pg_class WHERE oid = %s::regclass", [model._meta.db_table]
        )
        return cursor.fetchone()[0]


@contextmanager
def leaves_statistics(*models):
    for model in models:
        sql(
            "UPDATE pg_class SET reltuples = -1 WHERE oid = %s::regclass",
            model._meta.db_table,
        )
    yield
    for model in models:
        count = model.objects.count()
        assert count >= MANY
        assert estimate(model) == pytest.approx(count, rel=0.05), model


def import_captions_of_big(tmp_path, *more: str) -> None:
    path = tmp_path / f"captions{len(more)}.csv"
    lines = [f"c{n},v{n % VIDEOS},caption {n}" for n in range(MANY)]
    path.write_text("\n".join(["caption_id,video_id,caption", *lines]) + "\n")
    call_command("import_benchmark", "big", "--captions", str(path), *more)


def store_run_of_big() -> Run:
    benchmark, items = Benchmark.objects.get(name="big"), np.arange(MANY, dtype=np.int32)
    rankings = Rankings(
        items=items,
        targets=(items % VIDEOS)[:, None],
        scores=np.ones((MANY, 1)),
        lengths=np.ones(MANY, np.int32),
        own_ranks=np.zeros(MANY, np.int32),
        full_ranks=False,
        ties_across_depth=0,
    )
    about = RunSource(benchmark, "clip", "clip", "t2v", 1, "csv", "clip.csv", "0" * 64, ())
    return store_run(SYSTEM, about, rankings)


def open_pool(pool: Pool) -> None:
    campaign = create_campaign(SYSTEM, pool, "all", without_clips=True)
    write_guideline(SYSTEM, campaign.pk, "A clip is relevant if the caption is true of it.")
    open_campaign(SYSTEM, campaign.pk)


def import_labels_of_big(tmp_path) -> None:
    pairs = [
        fire_pair(f"caption {n}", f"v{n % VIDEOS}", ["relevant"], [n % 7]) for n in range(MANY)
    ]
    write_release(tmp_path / "fire.json", pairs)
    bring(Benchmark.objects.get(name="big"), tmp_path / "fire.json", "fire")


@pytest.mark.django_db(transaction=True)  # jobs beat their hearts on a connection of their own
def test_every_bulk_writer_leaves_statistics_of_what_it_wrote(tmp_path, capsys):
    with leaves_statistics(Caption, Query):
        import_captions_of_big(tmp_path)
    with leaves_statistics(TrainingCaption):
        import_captions_of_big(tmp_path, "--training")
    with leaves_statistics(Ranking):
        run = store_run_of_big()
    with leaves_statistics(PoolCaption, PoolPair):
        parameters = PoolParameters((run.pk,), depth=1)
        pool = build_pool(actor=SYSTEM, benchmark=run.benchmark, name="pool", parameters=parameters)
    with leaves_statistics(Item, Slot):
        open_pool(pool)
    with leaves_statistics(Item, Slot, Label, ForeignPair, JudgedPair):
        import_labels_of_big(tmp_path)
    sql("UPDATE annotator_item SET verdict = NULL, labels_used = '{}'")
    sql("DELETE FROM pooling_judgedpair")
    with leaves_statistics(Item, Slot, JudgedPair):
        assert rebuild().count == 0
    assert differing() == []


@pytest.mark.django_db
def test_who_writes_few_rows_leaves_statistics_to_the_database():
    sql(
        "UPDATE pg_class SET reltuples = -1 WHERE relname IN ('annotator_item', 'pooling_poolpair')"
    )
    make_campaign()
    assert (Item.objects.count(), estimate(Item), estimate(PoolPair)) == (6, -1, -1)
