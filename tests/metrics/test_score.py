"""`score`: what import_run, evaluate and unjudged say of the same file, to the last digit, with
nothing registered."""

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from pooling.models import RetrievalModel, Run, Upload
from tests.factories import make_benchmark
from tests.metrics.worlds import make_world
from tests.publishing.submitting import Script, browser_of, work

pytestmark = pytest.mark.django_db(transaction=True)
MEASURES = "C@1,C@3,AP,MedR,nDCG@3,GMR"
ASKED = ("--measures", MEASURES, "--intervals", "--resamples", "200", "--seed", "3")


@pytest.fixture
def toy(tmp_path):
    return make_world()


def scores(of, *, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).random((of.caption_count, of.video_count))


def written(of, folder, kind: str) -> str:
    """Eight tenths of the pairs, but for a matrix, which is whole."""
    table, draw = scores(of), Random(5)
    path = folder / f"tried.{kind}"
    captions = list(of.captions.order_by("number").values_list("key", flat=True))
    videos = list(of.videos.order_by("number").values_list("key", flat=True))
    if kind == "npy":
        np.save(path, table)
        return str(path)
    rows = [
        (caption, video, float(table[c, v]))
        for c, caption in enumerate(captions)
        for v, video in enumerate(videos)
        if draw.random() < 0.8
    ]
    if kind == "csv":
        lines = ["caption_id,video_id,score", *(f"{c},{v},{s!r}" for c, v, s in rows)]
    else:
        lines = [f"{c} Q0 {v} 1 {s!r} tried" for c, v, s in rows]
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def told(capsys, *words: str) -> dict:
    call_command(*words, "--json")
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("kind", ["npy", "csv", "trec"])
@pytest.mark.parametrize("more", [(), ("--depth", "2")], ids=["whole", "cut"])
def test_it_says_what_the_other_commands_say_of_the_run_once_it_is_imported(
    toy, tmp_path, capsys, kind, more
):
    measures = ASKED if not more else ("--measures", "C@1,C@2", *ASKED[2:])
    file, deep = written(toy, tmp_path, kind), ("--judge-depth", "2")
    tried = told(capsys, "score", "toy", file, *more, *measures, *deep)
    assert not Run.objects.filter(name="tried").exists()
    told(capsys, "import_run", "toy", "tried", file, *more)
    evaluated = told(capsys, "evaluate", "toy", "--runs", "tried", *measures)
    cost = told(capsys, "unjudged", "toy", "tried", "--depth", "2")
    assert {name: tried[name] for name in evaluated} == evaluated
    assert tried["cost"] == cost
    assert {name: tried[name] for name in ("unjudged", "hours", "captions")} == {
        name: cost[name] for name in ("unjudged", "hours", "captions")
    }


def test_captions_ranked_for_videos_are_scored_and_cost_nothing_to_judge(toy, tmp_path, capsys):
    file = written(toy, tmp_path, "npy")
    tried = told(capsys, "score", "toy", file, "--direction", "v2t", "--measures", "C@1")
    told(capsys, "import_run", "toy", "tried", file, "--direction", "v2t")
    evaluated = told(capsys, "evaluate", "toy", "--runs", "tried", "--measures", "C@1")
    assert tried["rows"] == evaluated["rows"]
    assert tried["unjudged"] is None
    assert tried["why_no_cost"]


def test_nothing_is_registered(toy, tmp_path, capsys):
    before = Run.objects.count(), RetrievalModel.objects.count()
    told(capsys, "score", "toy", written(toy, tmp_path, "csv"), "--measures", "C@1")
    assert (Run.objects.count(), RetrievalModel.objects.count()) == before
    assert not Upload.objects.exists()


def test_all_seven_checks_are_told(toy, tmp_path, capsys):
    tried = told(capsys, "score", "toy", written(toy, tmp_path, "npy"), "--measures", "C@1")
    assert [one["check"] for one in tried["checks"]] == [
        "orientation",
        "coverage",
        "order",
        "constant",
        "ties",
        "depth",
        "others",
    ]


def test_a_transposed_matrix_is_refused_with_the_way_to_mend_it(db, tmp_path, capsys):
    long = make_benchmark([(f"caption {n}", f"v{n % 3}") for n in range(5)], name="long")
    np.save(tmp_path / "turned.npy", scores(long).T)
    with pytest.raises(CommandError):
        call_command("score", "long", str(tmp_path / "turned.npy"))
    assert "transposed" in capsys.readouterr().err


def test_the_tables_are_told_to_people(toy, tmp_path, capsys):
    call_command("score", "toy", written(toy, tmp_path, "csv"), "--measures", "C@1")
    out = capsys.readouterr().out
    assert "What was looked at in the file" in out
    assert "cost to judge" in out


def test_a_lead_tries_a_run_by_page_and_by_api_and_nothing_is_kept(
    toy, tmp_path, capsys, lead, viewer, settings
):
    settings.MEDIA_ROOT = tmp_path / "media"
    content = Path(written(toy, tmp_path, "csv")).read_bytes()
    sent = {"depth": "100", "direction": "t2v", "positives": "both", "judge_depth": "3"}
    sent |= {"measures": "C@1, C@3"}

    def file() -> SimpleUploadedFile:
        return SimpleUploadedFile("tried.csv", content)

    exact = told(
        capsys, "score", "toy", str(tmp_path / "tried.csv"), "--measures", "C@1,C@3",
        "--judge-depth", "3",
    )  # fmt: skip
    browser = browser_of(lead)
    page = browser.post(f"/benchmarks/{toy.pk}/score/", sent | {"file": file()})
    assert page.status_code == 302
    job = work()
    assert {name: job.result[name] for name in exact} == exact
    assert "Judged@3 is" in browser.get(page.url).text
    script = Script(lead)
    sent |= {"measures": ["C@1", "C@3"]}
    answer = script.post(f"benchmarks/{toy.pk}/score", intervals=False, file=file(), **sent)
    assert answer.status_code == 202, answer.content
    job = work()
    assert {name: job.result[name] for name in exact} == exact
    assert not Run.objects.filter(name="tried").exists()
    assert not Upload.objects.exclude(path="").exists()
    assert browser_of(viewer).get(f"/benchmarks/{toy.pk}/score/").status_code == 403
