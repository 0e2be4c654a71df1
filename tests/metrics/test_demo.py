"""The demo's report, and its files."""

import csv
import json

import numpy as np
import pytest
from django.core.management import call_command

from annotator.actions.make_demo_campaign import make_graded_campaign
from annotator.models import Label
from metrics.actions.make_demo_report import make_demo_report
from metrics.actions.make_demo_witnesses import make_demo_witnesses
from metrics.actions.witness_kept import WitnessAsked
from metrics.models import Report
from metrics.queries.demo import whole_demo_is_made
from metrics.queries.reports import result_of
from metrics.queries.verified import verify_report
from metrics.studies.registry import PARTS
from people.actor import SYSTEM
from pooling.actions.make_demo import take_training_captions
from pooling.demo.world import make_world
from pooling.models import TrainingCaption
from tests.annotator.pages.test_demo_campaign import demo_pool, make  # noqa: F401  (a fixture)
from tests.witnesses.test_separation import taken


@pytest.mark.django_db
def test_the_demos_report_has_every_part_and_is_made_once(demo_pool):  # noqa: F811
    make()
    take_training_captions(SYSTEM, make_world())
    assert not whole_demo_is_made()
    report = make_demo_report(SYSTEM, lambda *_: None)
    assert make_demo_report(SYSTEM, lambda *_: None) == report
    assert Report.objects.count() == 1
    parts = result_of(report)["parts"]
    # The demo's pool has every caption, so that nothing is left to estimate.
    assert set(parts) == set(PARTS) - {"estimate", "witnessed"}
    assert report.inputs["log_position"] == Label.objects.latest("pk").pk
    make_graded_campaign(SYSTEM, lambda *_: None)
    assert not whole_demo_is_made()
    make_demo_witnesses(SYSTEM, lambda *_: None)
    assert whole_demo_is_made()
    TrainingCaption.objects.all().delete()
    assert not whole_demo_is_made()


@pytest.mark.django_db
def test_the_demos_captions_are_held_against_training_captions(demo_pool, capsys):  # noqa: F811
    take_training_captions(SYSTEM, make_world())
    assert TrainingCaption.objects.count() == 600
    call_command("reuse", "demo", json=True)
    told = json.loads(capsys.readouterr().out)
    assert {row["n"] > 0 for row in told["similarity"]} == {True}


def test_the_demos_files_are_what_a_lead_would_import(tmp_path, capsys):
    call_command("demo", files=tmp_path / "files", json=True)
    told = json.loads(capsys.readouterr().out)
    with (tmp_path / "files" / "captions.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == told["captions"] == len(make_world().captions)
    with (tmp_path / "files" / "training.csv").open(newline="") as file:
        learnt_from = list(csv.DictReader(file))
    assert len(learnt_from) == 600
    assert not {row["video_id"] for row in learnt_from} & {row["video_id"] for row in rows}
    clips = sorted(path.stem for path in (tmp_path / "files" / "clips").glob("*.mp4"))
    assert {row["video_id"] for row in rows} <= set(clips)
    assert len(clips) == told["clips"]
    for name in told["runs"]:
        matrix = np.load(tmp_path / "files" / "runs" / f"{name}.npy", allow_pickle=False)
        assert matrix.shape == (told["captions"], told["clips"])


@pytest.mark.django_db
def test_the_demos_judge_flatters_its_own_family_and_leaves_the_report_as_it_is(
    demo_pool,  # noqa: F811
    tmp_path,
):
    """The report, exports, agreement and scores are the same with its witnesses as without."""
    make()
    take_training_captions(SYSTEM, make_world())
    run = demo_pool.benchmark.runs.get()
    run.model.family = "heron"
    run.model.save()
    report = make_demo_report(SYSTEM, lambda *_: None)
    without = taken(demo_pool.benchmark, tmp_path / "without")
    judge, proxy = make_demo_witnesses(SYSTEM, lambda *_: None)
    assert make_demo_witnesses(SYSTEM, lambda *_: None) == []
    assert (judge.kind, judge.family, proxy.kind) == ("judge", "heron", "proxy")
    found = WitnessAsked(demo_pool.benchmark, judge).find().kept
    assert found is not None
    assert found.current
    assert [row.own for row in found.result.flattery] == [True]
    assert 0.1 < found.result.agreement.kappa.value < 0.95
    assert judge.hearings.get().failed > 0
    assert taken(demo_pool.benchmark, tmp_path / "with") == without
    assert verify_report(report).same
