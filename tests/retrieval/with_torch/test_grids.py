"""A grid is ordered, interrupted, ordered again, and has a row for each training."""

import json
import os
import signal
import subprocess
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from django.conf import settings
from django.db import connection

from foundation.home import CHECKOUT
from jobs.actions.attempt import claim_job
from jobs.actions.request import retry_job, start_job
from jobs.claims import Cancelled
from jobs.models import Job, State
from jobs.running import Attempt, run_attempt
from people.actor import COMMAND
from people.models import AuditEvent
from pooling.models import Benchmark, RetrievalModel, Run
from retrieval.actions.train_grid import LOCK_SPACE
from retrieval.models import GridCell, TrainedModel, TrainingGrid
from retrieval.protocols.scored import unpacked
from retrieval.queries.trained import CHECKPOINTS
from tests.commands import environment, home_of_commands, order_of, run_command
from tests.retrieval.with_torch.small import SETTINGS, a_file, make_scored
from tests.retrieval.with_torch.small import features as small_features

# In their own transactions: a job's heart beats on another connection, and must see the job.
pytestmark = pytest.mark.django_db(transaction=True)
SHARED = {name: value for name, value in SETTINGS.items() if name != "seed"}


@pytest.fixture
def scored() -> Benchmark:
    return make_scored()


@pytest.fixture(autouse=True)
def _own_media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def features(tmp_path) -> str:
    path = tmp_path / "features.npz"
    path.write_bytes(a_file().read())
    return str(path)


@pytest.fixture
def order(scored, features):
    """A job that has been run; watch: called with its progress."""

    def ordered(vary: str = "seed=0,1", watch=None, **more) -> Job:
        asked = {"benchmark": scored.pk, "name": "g", "vary": vary, "features": [features]}
        job = start_job("retrieval.train_grid", actor=COMMAND, **asked | SHARED | more)
        run_attempt(Attempt(claim_job(job.pk, worker="a test"), watch=watch))
        job.refresh_from_db()
        return job

    return ordered


def cells() -> list[GridCell]:
    return list(GridCell.objects.all())


def checkpoints() -> list[Path]:
    return list((Path(settings.MEDIA_ROOT) / CHECKPOINTS).glob("*.pt"))


def test_every_cell_has_its_scores_and_its_curve_and_no_model(order):
    job = order("loss=triplet-hard,nce; seed=0,1")
    assert job.state == State.DONE, job.error
    assert [cell.values for cell in cells()] == [
        {"loss": "triplet-hard", "seed": 0},
        {"loss": "triplet-hard", "seed": 1},
        {"loss": "nce", "seed": 0},
        {"loss": "nce", "seed": 1},
    ]
    for cell in cells():
        assert cell.state == GridCell.State.DONE
        assert [point["epoch"] for point in cell.curve] == [1, 2, 3, 4]
        assert cell.card["parameters"]["loss"] == cell.values["loss"]
        assert 0 < cell.scores["nDCG(instance)"]["tv"] <= 1
        by_caption = unpacked(cell.by_caption)
        assert by_caption["R@5"].shape == (16,)
        assert by_caption["R@5"].mean() == pytest.approx(cell.scores["R@5"]["tv"])
    told = {name: job.result[name] for name in ("cells", "done", "failed", "left", "enough_hours")}
    assert told == {"cells": 4, "done": 4, "failed": 0, "left": 0, "enough_hours": True}
    assert not RetrievalModel.objects.exists()
    assert not checkpoints()
    assert AuditEvent.objects.filter(verb="ordered grid").count() == 1


def test_networks_that_are_not_trained_are_rows_too(order):
    job = order("network=random,cca,moee; seed=0")
    assert (job.state, job.result["done"]) == (State.DONE, 3), (job.error, job.result)
    assert [len(cell.curve) for cell in cells()] == [0, 0, 4]
    assert all(0 <= cell.scores["nDCG(instance)"]["tv"] <= 1 for cell in cells())


def test_a_cell_is_the_training_that_one_would_order_alone(order, scored, features):
    order("seed=3,4")
    words = [f"--{name}={value}" for name, value in SHARED.items()]
    alone = run_command(
        "train_model", "scored", "alone", "--features", features, "--seed=4", *words, "--json"
    )
    assert alone.status == 0, alone.err
    assert cells()[1].curve == json.loads(alone.out)["curve"]
    ranks = Run.objects.get(name="alone").rankings.values_list("own_rank", flat=True)
    assert cells()[1].scores["R@5"]["tv"] == pytest.approx(np.mean(np.array(ranks) <= 5))


def test_features_are_read_and_captions_parsed_once(order):
    steps = []
    order("seed=0,1,2", watch=steps.append)
    read = [step.message for step in steps if "Reading" in step.message]
    assert len(read) == 3  # the file, and captions that are learnt from and that are evaluated
    assert all(message.startswith("seed=0: ") for message in read)


def test_runs_are_kept_where_they_are_asked_for(order):
    order(keep_runs=True)
    assert sorted(Run.objects.values_list("name", flat=True)) == [
        "g 1",
        "g 1 v2t",
        "g 2",
        "g 2 v2t",
    ]
    assert [cell.model for cell in cells()] == list(TrainedModel.objects.order_by("pk"))


def test_a_cell_that_cannot_be_trained_says_why_and_the_others_are(order):
    job = order("loss+relevance=nce+instance,log-ratio+syn", score_by=["instance"])
    assert job.state == State.DONE, job.error
    first, second = cells()
    assert first.state == GridCell.State.DONE
    assert second.state == GridCell.State.FAILED
    assert "no proxy of scored is called 'syn'" in second.error
    assert job.result["failures"] == [f"loss=log-ratio, relevance=syn: {second.error}"]


def test_a_grid_of_which_nothing_could_be_trained_has_failed(order):
    job = order("seed=0,1", relevance="syn", loss="log-ratio", score_by=["instance"])
    assert job.state == State.FAILED
    assert job.error["message"].startswith("No cell of grid g could be trained. The first of 2:")
    assert {cell.state for cell in cells()} == {GridCell.State.FAILED}


def test_what_it_is_scored_by_is_looked_for_before_anything_is_trained(order):
    job = order(score_by=["syn"])
    assert "no proxy of scored is called 'syn'" in job.error["message"]
    assert {cell.state for cell in cells()} == {GridCell.State.WAITING}


def test_what_is_left_when_its_hours_are_over_is_trained_at_the_next_order(order):
    job = order(hours=1e-9)
    assert (job.state, job.result["enough_hours"], job.result["left"]) == (State.DONE, False, 2)
    job = order(hours=1)
    assert (job.result["enough_hours"], job.result["left"]) == (True, 0)


def test_hours_are_counted_over_attempts_of_a_job_and_anew_in_the_next(order):
    def stop(seen):
        raise Cancelled

    job = order(watch=stop)
    TrainingGrid.objects.update(spent=7200)  # as if its first attempt had taken so long
    retry_job(job.pk, actor=COMMAND)
    run_attempt(Attempt(claim_job(job.pk, worker="a test")))
    job.refresh_from_db()
    assert (job.result["enough_hours"], job.result["left"]) == (False, 2)
    assert order().result["left"] == 0
    assert TrainingGrid.objects.get().spent < 3600


def test_more_seeds_join_and_cells_that_are_done_are_not_trained_again(order):
    order("seed=0,1")
    before = {cell.number: (cell.job_id, cell.seconds) for cell in cells()}
    job = order("seed=1,2")
    assert [cell.values["seed"] for cell in cells()] == [0, 1, 2]
    assert {cell.number: (cell.job_id, cell.seconds) for cell in cells()[:2]} == before
    assert cells()[2].job_id == job.pk


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"epochs": 5}, "with epochs 4, and now with 5"),
        ({"vary": "margin=0.1,0.2"}, "with vary ['seed'], and now with ['margin']"),
        ({"score_by": ["collected"]}, "with score_by ['instance']"),
        ({"keep_runs": True}, "with keep_runs False"),
    ],
)
def test_a_grid_that_was_ordered_otherwise_is_refused(order, more, words):
    order()
    job = order(**more)
    assert words in job.error["message"]
    assert len(cells()) == 2


def test_other_features_under_the_same_name_are_refused(order, features):
    order()
    rows = small_features()
    rows["e0"] = rows["e0"] + 1
    Path(features).write_bytes(a_file(rows).read())
    assert "was ordered with files" in order().error["message"]


def test_a_cancelled_grid_continues_within_its_cell(order):
    def stop(seen):
        if "seed=1: Epoch 4" in seen.message:
            raise Cancelled

    job = order(watch=stop, epochs=6, patience=6)
    assert job.state == State.CANCELLED
    assert [cell.state for cell in cells()] == ["done", "waiting"]
    assert len(checkpoints()) == 1
    steps = []
    job = order(watch=steps.append, epochs=6, patience=6)
    assert job.result["left"] == 0
    epochs = [step.message for step in steps if "Epoch" in step.message]
    assert epochs[0].startswith("seed=1: Epoch 4")
    whole = order(name="whole", epochs=6, patience=6)
    assert whole.state == State.DONE
    first, second = (
        GridCell.objects.get(grid__name=name, values={"seed": 1}) for name in ("g", "whole")
    )
    assert (first.curve, first.scores) == (second.curve, second.scores)


def test_a_grid_is_trained_by_one_job_at_a_time(order):
    order(hours=1e-9)
    locked, over = threading.Event(), threading.Event()

    def hold():
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_advisory_lock(%s, %s)", [LOCK_SPACE, TrainingGrid.objects.get().pk]
            )
            locked.set()
            over.wait()
        connection.close()

    other = threading.Thread(target=hold)
    other.start()
    locked.wait()
    refused = order()
    over.set()
    other.join()
    assert "Grid g of scored is being trained" in refused.error["message"]
    assert order().result["left"] == 0


def test_a_killed_grid_comes_to_the_same_cells(scored, features):
    words = ["train_grid", "scored", "killed", "--vary", "seed=0,1", "--features", features]
    words += ["--vary", "network=jpose", "--epochs", "60", "--patience", "60", "--batch", "4"]
    words += ["--space", "8", "--json"]
    begun = subprocess.Popen(
        order_of(tuple(words)), cwd=CHECKOUT, env=environment(), stderr=subprocess.DEVNULL
    )
    folder = home_of_commands() / "media" / CHECKPOINTS
    while not list(folder.glob("*.pt")):
        assert begun.poll() is None
        time.sleep(0.02)
    os.kill(begun.pid, signal.SIGKILL)
    begun.wait()
    again = run_command(*words)
    assert again.status == 0, again.err
    assert json.loads(again.out)["done"] == 2
    words[2] = "whole"
    lines = run_command(*words[:-1]).out.splitlines()
    assert lines[0] == "Grid whole: 2 of 2 cells are done."
    assert lines[4].startswith("| 1 | network=jpose | 2 | ")
    killed, whole = (
        list(GridCell.objects.filter(grid__name=name).values_list("curve", "scores"))
        for name in ("killed", "whole")
    )
    assert killed == whole
