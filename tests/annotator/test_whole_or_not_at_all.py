"""An import that is refused, at whatever moment, leaves nothing of itself."""

import json

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from annotator.models import Campaign, KnownAnswer, LabelImport
from people.models import AuditEvent, User
from pooling.models import (
    Benchmark,
    BenchmarkImport,
    Caption,
    Query,
    Ranking,
    RetrievalModel,
    Run,
    Video,
)
from tests.annotator.exchanging import fire_pair, small_benchmark, write_release
from tests.factories import make_benchmark, make_campaign
from tests.poison import poisoned

pytestmark = pytest.mark.django_db(transaction=True)
SCORES = np.eye(3, dtype=np.float32)


@pytest.fixture
def toy():
    return make_benchmark([("one", "v0"), ("two", "v1"), ("three", "v2")], name="toy")


@pytest.fixture
def refused(capsys):
    """refused("import_run", "toy", ...): the command ends with an error, and no line of the audit
    log is left of it."""

    def run(*words: str) -> str:
        before = AuditEvent.objects.count()
        with pytest.raises(CommandError) as error:
            call_command(*words)
        assert AuditEvent.objects.count() == before
        return f"{capsys.readouterr().err}{error.value}"

    return run


def matrix(folder, scores=SCORES) -> str:
    np.save(folder / "sim.npy", scores)
    return str(folder / "sim.npy")


def test_a_model_appears_with_its_run_or_not_at_all(toy, tmp_path, refused):
    (tmp_path / "bad.trec").write_text("c0 Q0 nobody 1 1.0 t\n")
    assert "nobody" in refused("import_run", "toy", "clip", str(tmp_path / "bad.trec"))
    refused("import_run", "toy", "clip", str(tmp_path / "missing.npy"))
    refused("import_run", "toy", "clip", matrix(tmp_path), "--depth", "0")
    refused("import_run", "toy", "clip", matrix(tmp_path), "--name", "x" * 121)
    assert "comma" in refused("import_run", "toy", "a,b", matrix(tmp_path))
    with poisoned("pooling_ranking", "NEW.item = 2", "INSERT"):
        refused("import_run", "toy", "clip", matrix(tmp_path))
    assert not RetrievalModel.objects.exists()
    assert not Run.objects.exists()
    assert not Ranking.objects.exists()
    call_command("import_run", "toy", "clip", matrix(tmp_path))
    assert (RetrievalModel.objects.get().name, Run.objects.get().name, Ranking.objects.count()) == (
        "clip",
        "clip",
        3,
    )
    assert list(AuditEvent.objects.order_by("pk").values_list("verb", flat=True)) == [
        "registered",
        "imported",
    ]


def test_a_model_that_was_known_before_stays(toy, tmp_path, refused):
    RetrievalModel.objects.create(name="clip")
    with poisoned("pooling_ranking", "NEW.item = 2", "INSERT"):
        refused("import_run", "toy", "CLIP", matrix(tmp_path))
    assert RetrievalModel.objects.get().name == "clip"
    assert not Run.objects.exists()


def test_a_benchmark_appears_with_its_captions_or_not_at_all(tmp_path, refused):
    good, bad = tmp_path / "good.csv", tmp_path / "bad.csv"
    good.write_text("caption_id,video_id,caption\na,v0,a dog\nb,v1,a cat\n")
    bad.write_text("caption_id,video_id,caption\na,v0,a dog\na,v1,a cat\n")
    refused("import_benchmark", "new", "--captions", str(bad))
    refused(
        "import_benchmark", "new", "--captions", str(good), "--videos", str(tmp_path / "nowhere")
    )
    with poisoned("pooling_caption", "NEW.key = 'b'", "INSERT"):
        refused("import_benchmark", "new", "--captions", str(good))
    for table in (Benchmark, BenchmarkImport, Caption, Query, Video):
        assert not table.objects.exists()
    call_command("import_benchmark", "new", "--captions", str(good))
    assert Benchmark.objects.get().caption_count == 2


def test_imported_labels_appear_with_their_campaign_and_their_raters_or_not_at_all(
    tmp_path, refused
):
    benchmark = small_benchmark()
    path = tmp_path / "fire.json"
    write_release(
        path,
        [
            fire_pair("a person does 0", "v0", ["relevant"], [1]),
            fire_pair("a person does 1", "v0", ["relevant"], [2]),
        ],
    )
    with poisoned("annotator_raterday", "TRUE", "INSERT"):
        refused("import_labels", benchmark.name, str(path), "--format", "fire")
    with poisoned("pooling_judgedpair", "TRUE", "INSERT"):
        refused("import_labels", benchmark.name, str(path), "--format", "fire")
    for table in (Campaign, User, LabelImport):
        assert not table.objects.exists()
    call_command("import_labels", benchmark.name, str(path), "--format", "fire")
    assert User.objects.count() == 2


def test_known_answers_are_all_made_or_none(tmp_path, refused):
    campaign = make_campaign()
    path = tmp_path / "known.csv"
    path.write_text("caption_id,video_id,answer,explanation\nc0,v0,relevant,\nc1,v1,maybe,\n")
    refused("known_answers", campaign.name, "--file", str(path))
    path.write_text(
        "caption_id,video_id,answer,explanation\nc0,v0,relevant,\nc1,v1,irrelevant,no\n"
    )
    with (
        poisoned("annotator_knownanswer", "NEW.explanation = 'no'", "INSERT"),
        pytest.raises(Exception, match="poisoned"),
    ):
        call_command("known_answers", campaign.name, "--file", str(path))
    assert not KnownAnswer.objects.exists()
    assert (
        json.loads(call_command("known_answers", campaign.name, "--file", str(path), "--json"))[
            "made"
        ]
        == 2
    )
