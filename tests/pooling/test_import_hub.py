"""A data set's folder by one command: captions, videos, and what else was judged."""

import json

import pytest
from django.core.management import CommandError, call_command

from pooling.models import Benchmark, Caption, JudgedPair
from tests.pooling.formats.test_hub import BEIR, FOUND, MTEB, QRELS, scored, write

pytestmark = pytest.mark.django_db(transaction=True)


def imported(capsys, *words) -> dict:
    capsys.readouterr()
    call_command("import_benchmark", "docs", *map(str, words), "--json")
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("layout", [BEIR, MTEB], ids=["beir", "mteb"])
def test_captions_videos_and_judgements_come_in(tmp_path, capsys, layout):
    told = imported(capsys, "--hub", write(tmp_path, layout))
    assert (told["captions"], told["videos"], told["missing_videos"]) == (3, 3, 3)
    assert told["labels"]["pairs"] == 4
    rows = Caption.objects.order_by("number").values_list("key", "video__key", "query__text")
    assert list(rows) == FOUND
    verdicts = JudgedPair.objects.values_list("query__captions__key", "video__key", "verdict")
    assert sorted(verdicts) == sorted((q, v, "relevant") for q, v, _ in QRELS[:4])
    assert imported(capsys, "--hub", tmp_path)["already"] is True
    assert JudgedPair.objects.count() == 4


def test_a_dry_run_and_a_fault_leave_nothing(tmp_path, capsys):
    assert imported(capsys, "--hub", write(tmp_path, BEIR), "--dry-run")["captions"] == 3
    (tmp_path / "qrels/test.tsv").write_text("query-id\tcorpus-id\tscore\nq1\tv1\thigh\n")
    with pytest.raises(CommandError, match="nothing was imported"):
        imported(capsys, "--hub", tmp_path)
    assert not Benchmark.objects.exists()


def test_a_folder_is_given_or_a_file(tmp_path):
    with pytest.raises(CommandError, match="--captions FILE or --hub DIR, not both"):
        call_command("import_benchmark", "docs", hub=str(tmp_path), captions="x.csv")


def test_a_hundred_for_each_positive_is_read_as_relevant(tmp_path, capsys):
    told = imported(capsys, "--hub", scored(tmp_path, 100, 0, 100, 100))
    assert told["labels"]["pairs"] == 4
    verdicts = JudgedPair.objects.order_by("pk").values_list("verdict", "grade")
    assert sorted(verdicts) == [("irrelevant", None), *[("relevant", None)] * 3]


def test_of_several_scores_above_the_longest_scale_nothing_is_imported(tmp_path, capsys):
    with pytest.raises(CommandError, match=r"3 errors in qrels/test.tsv: nothing was imported"):
        imported(capsys, "--hub", scored(tmp_path, 100, 10, 70, 100))
    assert "the score 70 of query 'q2' and document 'v2' is above 10" in capsys.readouterr().err
    assert not Benchmark.objects.exists()
