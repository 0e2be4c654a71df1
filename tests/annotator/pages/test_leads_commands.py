"""known_answers and prioritise: what leads' scripts do in a shell."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from annotator.models import KnownAnswer, Slot
from pooling.models import Run
from tests.annotator.test_training import campaign_with_training, unasked
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db
HEADER = "caption_id,video_id,answer,explanation\n"


def run(*words: str) -> dict:
    out = io.StringIO()
    call_command(*words, "--json", stdout=out)
    return json.loads(out.getvalue())


MISSING = (
    "Training is on, but 0 questions can be used. It needs at least 2 relevant and 2 irrelevant"
    " ones."
)


def test_known_answers_are_drawn_and_counted():
    campaign = campaign_with_training()
    unasked(campaign)
    KnownAnswer.objects.all()._raw_delete("default")
    drawn = run(
        "known_answers",
        campaign.name,
        "--draw",
        "far",
        "--count",
        "2",
        "--seed",
        "7",
        "--use",
        "gold",
    )
    strangers = {"unasked_captions": 0, "warning": ""}
    assert drawn == {
        "campaign": campaign.pk,
        "made": 2,
        "active": 2,
        "retired": 0,
        "missing": MISSING,
        **strangers,
    }
    assert set(KnownAnswer.objects.values_list("origin", "use", "made_by")) == {
        ("far", "gold", None)
    }
    KnownAnswer.objects.filter(pk=KnownAnswer.objects.first().pk).update(active=False)
    full = f"{campaign.benchmark.name}/{campaign.name}"
    counted = {"campaign": campaign.pk, "made": 0, "active": 1, "retired": 1, "missing": MISSING}
    assert run("known_answers", full) == {**counted, **strangers}
    out = io.StringIO()
    call_command("known_answers", full, stdout=out)
    assert out.getvalue() == f"0 made now; 1 are used, 1 are retired. {MISSING}\n"


def test_known_answers_come_from_a_file(tmp_path):
    campaign = campaign_with_training()
    (tmp_path / "known.csv").write_text(HEADER + "c0,v0,relevant,He jumps.\n")
    assert run("known_answers", campaign.name, "--file", str(tmp_path / "known.csv"))["made"] == 1
    assert KnownAnswer.objects.values_list("origin", "explanation").get() == ("file", "He jumps.")


def test_of_a_file_with_errors_each_is_written_with_its_place(tmp_path, capsys):
    campaign = campaign_with_training()
    (tmp_path / "known.csv").write_text(HEADER + "c9,v0,relevant,\nc0,v9,relevant,\n")
    with pytest.raises(CommandError, match="nothing was made"):
        run("known_answers", campaign.name, "--file", str(tmp_path / "known.csv"))
    assert capsys.readouterr().err.splitlines() == [
        f"{tmp_path}/known.csv:2:1: 'c9' is no caption of this benchmark",
        f"{tmp_path}/known.csv:3:2: 'v9' is no video of this benchmark",
    ]
    assert not KnownAnswer.objects.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--file", "/nowhere/known.csv"], "expected a file to read"),
        (["--draw", "adjudicated"], "othing"),
        (["--draw", "hand"], "invalid choice"),
        (["--draw", "far", "--count", "0"], "from 1 to 10,000"),
        (["--draw", "far", "--seed", "-1"], "whole number from 0"),
        (["--draw", "far", "--file", "x.csv"], "not allowed with"),
    ],
)
def test_known_answers_that_cannot_be_made_are_refused(words, said):
    campaign = campaign_with_training()
    with pytest.raises(CommandError, match=said):
        run("known_answers", campaign.name, *words)
    assert not KnownAnswer.objects.exists()


def test_a_caption_a_pair_or_a_run_comes_first():
    campaign = make_campaign(captions=3, videos=2, double_share=0.0)
    assert run("prioritise", campaign.name, "--caption", "c1", "--video", "v0") == {
        "campaign": campaign.pk,
        "moved": 1,
    }
    assert Slot.objects.get(place__lt=0).item.query.text == "caption 1"
    assert run("prioritise", campaign.name, "--caption", "c1")["moved"] == 1
    assert run("prioritise", campaign.name, "--run", Run.objects.get().name)["moved"] == 4


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--caption", "c9"], "has no caption with this key"),
        (["--caption", "c0", "--video", "v9"], "has no video with this key"),
        (["--run", "nobody's"], "there are run-"),
        ([], "required"),
    ],
)
def test_what_cannot_come_first_is_refused(words, said):
    campaign = make_campaign()
    with pytest.raises(CommandError, match=said):
        run("prioritise", campaign.name, *words)
    assert not Slot.objects.filter(place__lt=0).exists()


def test_a_video_alone_does_not_say_which_pair_comes_first():
    campaign = make_campaign()
    with pytest.raises(CommandError, match="Expected either a caption, with or without a video"):
        run("prioritise", campaign.name, "--run", Run.objects.get().name, "--video", "v0")
    assert not Slot.objects.filter(place__lt=0).exists()
